using Mongoose.Core.Units;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Feedback;

/// <summary>
/// The report timestamps of RFC 8888: 16 bits of seconds and 16 of their fraction. As a struct, it turns the timestamps of one receiver
/// into times on the receiver's clock, if two reports are less than nine hours apart.
/// </summary>
internal struct ReportClock
{
    private const int PerSecond = 65_536;
    private const long Nanoseconds = 1_000_000_000;

    private long _latest;

    /// <summary>The timestamp of a time.</summary>
    public static uint TimestampOf(Instant time) => MediaClock.Ticks(time, PerSecond);

    /// <summary>The time of a timestamp: the one nearest to the previous.</summary>
    public Instant Unwrap(uint timestamp)
    {
        _latest += (int)(timestamp - (uint)_latest);
        (long seconds, long rest) = Math.DivRem(_latest, PerSecond);
        return new Instant(seconds * Nanoseconds + rest * Nanoseconds / PerSecond);
    }
}
