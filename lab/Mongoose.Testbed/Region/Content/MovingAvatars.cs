using Mongoose.Core.Units;

namespace Mongoose.Testbed.Region.Content;

/// <summary>
/// Avatars whose updates add up to the rate of an activity. OpenSim collects moved avatars once per frame, so updates are sent in small
/// bursts, eleven per second.
/// </summary>
/// <param name="rate">Rate of the updates, including packet headers above UDP.</param>
internal sealed class MovingAvatars(DataRate rate)
{
    /// <summary>Size of an avatar's terse update on the wire.</summary>
    public const int TerseUpdateBytes = 63;

    /// <summary>OpenSim's frame time.</summary>
    public static readonly Duration Heartbeat = Duration.FromMilliseconds(90.9);

    /// <summary>Size of a packet's header, message number, region handle, time dilation, block count and stamp.</summary>
    private const int PacketOverheadBytes = 30;

    private const int UpdatesPerPacket = 16;

    private const double BytesPerUpdate = TerseUpdateBytes + (double)PacketOverheadBytes / UpdatesPerPacket;

    private readonly double _updatesPerHeartbeat = rate.BytesPerSecond * Heartbeat.Seconds / BytesPerUpdate;
    private double _owed;

    /// <summary>Advances by one frame; returns the number of avatars that moved. Avatars are numbered from 1.</summary>
    public int Advance()
    {
        _owed += _updatesPerHeartbeat;
        int moved = (int)_owed;
        _owed -= moved;
        return moved;
    }
}
