using Mongoose.Core.Units;

namespace Mongoose.Mixer.Recordings;

/// <summary>
/// Places packets on the recorder's time by their time stamps: jitter does not move them. The first packet is placed at its arrival. So is one whose time
/// stamp leads far away from that, since the source has restarted or its time stamps stood still in a pause. The marker does not show pauses: FFmpeg sets it
/// in every packet of Opus, and sends a quarter of a second at once.
/// </summary>
/// <param name="rate">Ticks of time stamps per second.</param>
internal sealed class Timeline(int rate)
{
    /// <summary>The distance from which a packet is placed anew; after a pause, where that is not heard, it is shorter.</summary>
    private static readonly Duration Limit = Duration.FromSeconds(1), LimitAfterPause = Duration.FromMilliseconds(200);

    /// <summary>The least time without packets that is a pause.</summary>
    private static readonly Duration Pause = Duration.FromMilliseconds(500);

    private long _offset, _highest;
    private Duration _latest;
    private bool _hasOffset;

    /// <summary>The place of a packet, in ticks from the start of the recording.</summary>
    /// <param name="timestamp">Its time stamp.</param>
    /// <param name="arrival">Its arrival, from the start of the recording.</param>
    public long Place(uint timestamp, Duration arrival)
    {
        long extended = _highest + (int)(timestamp - (uint)_highest);
        _highest = Math.Max(_highest, extended);
        long expected = (long)(arrival.Seconds * rate), place = extended + _offset;
        Duration limit = arrival - _latest > Pause ? LimitAfterPause : Limit;
        _latest = arrival;
        if (_hasOffset && Math.Abs(place - expected) <= limit.Seconds * rate)
            return place;
        (_offset, _highest, _hasOffset) = (expected - extended, extended, true);
        return expected;
    }
}
