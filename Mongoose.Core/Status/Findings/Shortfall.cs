using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>
/// What the end of a cause would bring to a visitor: the part, 0 to 1, of the rate that the viewer asks for. It is known only while packets
/// wait. Who gets what the viewer asks for misses nothing, if that is as much as nearly all ask for.
/// </summary>
internal static class Shortfall
{
    /// <summary>Less is no more than the pauses between bursts.</summary>
    private const double Least = 0.1;

    /// <summary>A viewer that asks for less was set so: its default is 1.5 Mbit/s.</summary>
    private static readonly DataRate NearlyAllAsk = DataRate.FromMegabitsPerSecond(1);

    /// <summary>
    /// The verdicts with what visitors miss. Where a region's total limit is reached, the end of another cause brings one visitor what
    /// others lose: nothing.
    /// </summary>
    /// <param name="verdicts">The verdicts.</param>
    /// <param name="late">The part of the time, 0 to 1, in which the process is late.</param>
    public static IEnumerable<Verdict> Measured(IReadOnlyList<Verdict> verdicts, double late)
    {
        HashSet<string> full = [.. verdicts.Where(IsOfTotal).Select(verdict => verdict.Visitor.Figures.Region)];
        return verdicts.Select(verdict => full.Contains(verdict.Visitor.Figures.Region) && !IsOfTotal(verdict)
            ? verdict : verdict with { Missed = Of(verdict.Visitor, verdict.Cause, late) });
    }

    /// <summary>Whether the region's total limit, or its part of the host's uplink, is the cause.</summary>
    private static bool IsOfTotal(Verdict verdict) => verdict.Cause?.Limit == LimitedBy.Scene
        || verdict.Cause == Cause.Uplink && verdict.Visitor.Region.IsUplinkLimited;

    /// <summary>What the visitor misses by the cause.</summary>
    /// <param name="visitor">The visitor.</param>
    /// <param name="cause">The cause.</param>
    /// <param name="late">
    /// The part of the time, 0 to 1, in which the process is late: it can use what the end of a limit brings only in the rest.
    /// </param>
    public static double Of(VisitorEvidence visitor, Cause? cause, double late = 0) =>
        ByCause(visitor, cause, late) is >= Least and var missed ? missed : 0;

    private static double ByCause(VisitorEvidence visitor, Cause? cause, double late) =>
        cause is null || cause == Cause.Unknown ? 0
        : cause.IsOurs ? ByHost(visitor)
        : ByLimit(visitor, cause, 1 - late);

    /// <summary>What a late sender could not use of the rate that it had.</summary>
    public static double ByHost(VisitorEvidence visitor) =>
        Math.Min(1, visitor.LimitedTime.Part(LimitedBy.Host) * visitor.Figures.CurrentRate.BytesPerSecond / Wanted(visitor));

    /// <summary>
    /// What the circuit's limit keeps back, beside what a late sender could not use in any case: the viewer's setting, what nearly all ask
    /// for beyond it; a cap, what the viewer asks for beyond it; another limit, what the cap permits beyond that limit.
    /// </summary>
    private static double ByLimit(VisitorEvidence visitor, Cause cause, double usable)
    {
        LimitCounts time = visitor.LimitedTime;
        double limited = time.Sum == 0 ? 0 : 1 - time.Part(LimitedBy.Nothing);
        double wanted = Wanted(visitor), allowed = Math.Min(wanted, visitor.Figures.AllowedRate.BytesPerSecond);
        double kept = cause.Limit switch
        {
            LimitedBy.Viewer => usable - wanted / NearlyAllAsk.BytesPerSecond,
            LimitedBy.Cap => usable - allowed / wanted,
            _ => (usable * allowed - visitor.Figures.CurrentRate.BytesPerSecond) / wanted,
        };
        return limited * (1 - time.Part(LimitedBy.Host)) * Math.Max(0, kept);
    }

    /// <summary>What the viewer asks for, in bytes/s.</summary>
    private static double Wanted(VisitorEvidence visitor) =>
        DataRate.Max(visitor.Figures.RequestedRate ?? visitor.Figures.AllowedRate, DataRate.FromBytesPerSecond(1)).BytesPerSecond;
}
