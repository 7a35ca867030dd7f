using Mongoose.Core.Units;

namespace Mongoose.Mixer.Recordings;

/// <summary>
/// Places packets on the recorder's time by their timestamps, without jitter. The first packet begins an epoch at its arrival. So does a
/// packet whose timestamp differs much from its arrival: the source has restarted, or its timestamps stopped in a pause.
/// The marker bit does not show a pause: FFmpeg sets it in every packet of Opus, and sends a quarter of a second at once. The drift of the
/// source's clock is corrected slowly.
/// </summary>
/// <param name="rate">Ticks of timestamps per second.</param>
internal sealed class Timeline(int rate)
{
    /// <summary>
    /// A packet that is farther from its arrival begins an epoch. After a pause, where that is not audible, the limit is lower.
    /// </summary>
    public static readonly Duration Limit = Duration.FromSeconds(1);

    private static readonly Duration LimitAfterPause = Duration.FromMilliseconds(200);

    /// <summary>The minimum time without packets that is a pause.</summary>
    private static readonly Duration Pause = Duration.FromMilliseconds(500);

    private DriftFollower _drift = new(rate);
    private long _offset, _highest;
    private int _epoch;
    private Duration _latest;

    /// <summary>
    /// The ticks by which packets were moved to earlier times, because the source's clock runs fast; negative for later times.
    /// </summary>
    public long Followed { get; private set; }

    /// <summary>The place of a packet.</summary>
    /// <param name="timestamp">The packet's timestamp.</param>
    /// <param name="arrival">The packet's arrival, from the start of the recording.</param>
    public PacketPlace Place(uint timestamp, Duration arrival)
    {
        long extended = _highest + (int)(timestamp - (uint)_highest), expected = (long)(arrival.Seconds * rate);
        Duration limit = arrival - _latest > Pause ? LimitAfterPause : Limit;
        _latest = arrival;
        if (_epoch == 0 || Math.Abs(extended + _offset - expected) > limit.Seconds * rate)
            Begin(extended, expected);
        else if (extended > _highest)
            Follow(extended, expected);
        return new PacketPlace(_epoch, extended + _offset);
    }

    private void Begin(long extended, long expected)
    {
        (_offset, _highest) = (expected - extended, extended);
        _drift = new DriftFollower(rate);
        _epoch++;
    }

    private void Follow(long extended, long expected)
    {
        _highest = extended;
        long moved = _drift.Next(extended, expected - extended - _offset);
        _offset += moved;
        Followed -= moved;
    }
}
