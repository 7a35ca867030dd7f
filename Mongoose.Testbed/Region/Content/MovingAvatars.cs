using Mongoose.Core.Units;

namespace Mongoose.Testbed.Region.Content;

/// <summary>
/// Avatars whose updates make up the rate of an activity. OpenSim finds out who moved once per frame, so updates come in
/// small bursts, eleven a second.
/// </summary>
internal sealed class MovingAvatars
{
    /// <summary>An avatar's terse update on the wire.</summary>
    public const int TerseUpdateBytes = 63;

    /// <summary>OpenSim's frame time.</summary>
    public static readonly Duration Heartbeat = Duration.FromMilliseconds(90.9);

    /// <summary>A packet's header, message number, region handle, time dilation, block count and stamp.</summary>
    private const int PacketOverheadBytes = 30;

    private const int UpdatesPerPacket = 16;

    private readonly double _updatesPerHeartbeat;
    private double _owed;

    /// <param name="rate">Of the updates, packet headers above UDP included.</param>
    public MovingAvatars(DataRate rate)
    {
        double bytesPerUpdate = TerseUpdateBytes + (double)PacketOverheadBytes / UpdatesPerPacket;
        _updatesPerHeartbeat = rate.BytesPerSecond * Heartbeat.Seconds / bytesPerUpdate;
    }

    /// <summary>How many avatars moved in a frame; they are numbered from 1.</summary>
    public int Advance()
    {
        _owed += _updatesPerHeartbeat;
        int moved = (int)_owed;
        _owed -= moved;
        return moved;
    }
}
