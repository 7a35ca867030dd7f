using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Feedback;

/// <summary>The interval of a receiver's reports, and the time for which they repeat arrivals.</summary>
/// <param name="Interval">
/// The time between reports while packets arrive; a gap in the numbers is reported earlier. Zero: each packet is reported as it arrives.
/// </param>
/// <param name="Repeat">
/// How long an arrival is repeated, so that the loss of a report does no harm; zero: each arrival is reported once.
/// </param>
public readonly record struct ReportTiming(Duration Interval, Duration Repeat)
{
    /// <summary>Every 50 ms the arrivals of the last 200 ms (RFC 9392 says how often feedback is useful).</summary>
    public static readonly ReportTiming Default = new(Duration.FromMilliseconds(50), Duration.FromMilliseconds(200));

    /// <summary>An acknowledgment per packet, as in the paper (section 5.1).</summary>
    public static readonly ReportTiming EveryPacket = new(Duration.Zero, Duration.Zero);
}
