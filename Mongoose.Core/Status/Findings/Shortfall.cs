using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>
/// What the end of a cause would bring to a visitor: the part, 0 to 1, of the rate that the viewer asks for. It is known only while packets
/// wait. Who gets what the viewer asks for misses nothing: whether the visitor wants more, the viewer does not say.
/// </summary>
internal static class Shortfall
{
    /// <summary>Less is no more than the pauses between bursts.</summary>
    private const double Least = 0.1;

    /// <summary>What the visitor misses by the cause.</summary>
    public static double Of(VisitorEvidence visitor, Cause? cause) => ByCause(visitor, cause) is >= Least and var missed ? missed : 0;

    private static double ByCause(VisitorEvidence visitor, Cause? cause) =>
        cause is null || cause == Cause.Unknown || cause.Limit == LimitedBy.Viewer ? 0
        : cause == Cause.Host || cause == Cause.Simulator ? ByHost(visitor)
        : ByLimit(visitor, cause);

    /// <summary>What a late sender could not use of the rate that it had.</summary>
    public static double ByHost(VisitorEvidence visitor) =>
        Math.Min(1, visitor.LimitedTime.Part(LimitedBy.Host) * visitor.Figures.CurrentRate.BytesPerSecond / Wanted(visitor));

    /// <summary>What the circuit's limit keeps back, beside what a late sender could not use in any case.</summary>
    private static double ByLimit(VisitorEvidence visitor, Cause cause)
    {
        LimitCounts time = visitor.LimitedTime;
        double limited = time.Sum == 0 ? 0 : 1 - time.Part(LimitedBy.Nothing);
        double used = visitor.Figures.UsedRate.BytesPerSecond / Wanted(visitor);
        return limited * Math.Clamp(Permitted(visitor, cause) * (1 - time.Part(LimitedBy.Host)) - used, 0, 1);
    }

    /// <summary>
    /// The part of what the viewer asks for that the region permits: the end of another limit than the region's brings no more.
    /// </summary>
    private static double Permitted(VisitorEvidence visitor, Cause cause) => cause.Limit == LimitedBy.Cap ? 1
        : Math.Min(1, visitor.Figures.AllowedRate.BytesPerSecond / Wanted(visitor));

    /// <summary>What the viewer asks for, in bytes/s.</summary>
    private static double Wanted(VisitorEvidence visitor) =>
        DataRate.Max(visitor.Figures.RequestedRate ?? visitor.Figures.AllowedRate, DataRate.FromBytesPerSecond(1)).BytesPerSecond;
}
