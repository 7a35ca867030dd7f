using Mongoose.Core.Units;

namespace Mongoose.Voice.Rtp;

/// <summary>The number of reports that the conditions of a circuit breaker cover (RFC 8083 sections 4.2 and 4.3).</summary>
/// <param name="Report">The time between reports: Td and Tdr.</param>
internal readonly record struct BreakerIntervals(Duration Report)
{
    /// <summary>The shortest report interval that is used.</summary>
    public static readonly Duration MinInterval = Duration.FromMilliseconds(10);

    /// <summary>Tf with G = 1: the longest frame of voice.</summary>
    private static readonly Duration Frame = Duration.FromMilliseconds(60);

    private static readonly Duration MaxCongestion = Duration.FromSeconds(15);

    private const double MediaTimeouts = 5, CongestionTimes = 10, MinReports = 3;

    /// <summary>The maximum of <see cref="Congestion"/> over all round trips.</summary>
    public static int MaxReports(Duration report) => new BreakerIntervals(Duration.Max(report, MinInterval)).Congestion(Duration.MaxValue);

    /// <summary>
    /// MEDIA_TIMEOUT = ceil(5 max(Tf, Tr, Tdr) / Tdr), but at most 5 or <see cref="MaxReports"/>, whichever is larger, because a peer
    /// may report a false round trip.
    /// </summary>
    public int MediaTimeout(Duration? roundTrip) =>
        Math.Min(CeilingOf(Largest(roundTrip, 1, 1) * MediaTimeouts), Math.Max((int)MediaTimeouts, MaxReports(Report)));

    /// <summary>CB_INTERVAL = ceil(3 min(max(10 G Tf, 10 Tr, 3 Tdr), max(15 s, 3 Td)) / (3 Tdr)).</summary>
    public int Congestion(Duration? roundTrip) =>
        CeilingOf(Duration.Min(Largest(roundTrip, CongestionTimes, MinReports), Duration.Max(MaxCongestion, Report * MinReports)));

    private Duration Largest(Duration? roundTrip, double factor, double reports) =>
        Duration.Max(Duration.Max(Frame, roundTrip ?? Duration.Zero) * factor, Report * reports);

    private int CeilingOf(Duration time) => (int)Math.Min(Math.Ceiling(time / Report), int.MaxValue);
}
