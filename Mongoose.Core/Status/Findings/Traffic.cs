namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Weighs circuits by what they send. What lies between the simulator and all visitors holds back those who send most; what holds back only
/// some who send little is their own.
/// </summary>
internal static class Traffic
{
    private const double Most = 0.5;

    /// <summary>Whether some of the circuits send at least half of the traffic of all.</summary>
    /// <param name="all">All circuits.</param>
    /// <param name="some">Some of them.</param>
    public static bool IsMostOf(IEnumerable<VisitorEvidence> all, IEnumerable<VisitorEvidence> some) =>
        some.Sum(RateOf) >= Most * all.Sum(RateOf);

    /// <summary>The rate of the circuit and of the visitor's downloads.</summary>
    private static double RateOf(VisitorEvidence visitor) =>
        visitor.Figures.UsedRate.BytesPerSecond + (visitor.Figures.DownloadsHere?.Rate.BytesPerSecond ?? 0);
}
