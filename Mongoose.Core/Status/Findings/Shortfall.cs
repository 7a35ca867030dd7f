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
    /// <summary>What the visitor misses by the cause.</summary>
    public static double Of(VisitorEvidence visitor, Cause? cause) =>
        cause is null || cause == Cause.Unknown || cause.Limit == LimitedBy.Viewer ? 0
        : cause == Cause.Host || cause == Cause.Simulator ? ByHost(visitor)
        : ByLimit(visitor);

    /// <summary>What a late sender could not use of the rate that it had.</summary>
    public static double ByHost(VisitorEvidence visitor) =>
        Math.Min(1, visitor.LimitedTime.Part(LimitedBy.Host) * visitor.Figures.CurrentRate.BytesPerSecond / Wanted(visitor));

    /// <summary>What the circuit's limit keeps back, beside what a late sender could not use in any case.</summary>
    public static double ByLimit(VisitorEvidence visitor)
    {
        LimitCounts time = visitor.LimitedTime;
        double limited = time.Sum == 0 ? 0 : 1 - time.Part(LimitedBy.Nothing);
        return limited * Math.Clamp(1 - time.Part(LimitedBy.Host) - visitor.Figures.UsedRate.BytesPerSecond / Wanted(visitor), 0, 1);
    }

    /// <summary>What the viewer asks for, in bytes/s.</summary>
    private static double Wanted(VisitorEvidence visitor) =>
        DataRate.Max(visitor.Figures.RequestedRate ?? visitor.Figures.AllowedRate, DataRate.FromBytesPerSecond(1)).BytesPerSecond;
}
