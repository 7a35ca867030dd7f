using Mongoose.Core.Downloads;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>What holds one circuit back: the limit that its sender found, unless other evidence contradicts it.</summary>
internal static class CircuitRule
{
    /// <summary>A setting that is not used to this part, although packets wait nearly all the time, is not the limit.</summary>
    private const double MinUsed = 0.6;

    private const int NearlyAllSeconds = 8;

    /// <summary>Losses behind a queue of this length are its overflow.</summary>
    private static readonly Duration OverflowDelay = Duration.FromMilliseconds(60);

    /// <summary>Downloads with less than this part of a visitor's traffic do not fill the line.</summary>
    private const double MinDownloads = 0.2;

    /// <summary>The cause; null if nothing holds the circuit back.</summary>
    public static Cause? CauseOf(VisitorEvidence visitor, in ProcessHealth process)
    {
        Cause? cause = Find(visitor, process);
        if (cause?.Limit == LimitedBy.PathLoss && visitor.Figures.PathDelay >= OverflowDelay)
            cause = Cause.Of(LimitedBy.PathDelay);
        return cause?.Limit is LimitedBy.PathDelay or LimitedBy.PathLoss && AreDownloadsFilling(visitor.Figures)
            ? Cause.Of(LimitedBy.Downloads)
            : cause;
    }

    /// <summary>
    /// Whether the visitor's own downloads fill the line: they have a good part of it, and wait for more. Whether a stranger's traffic does
    /// so as well is then not known.
    /// </summary>
    private static bool AreDownloadsFilling(in CircuitFigures visitor) =>
        visitor.Downloads is { Limit: DownloadLimit.Line or DownloadLimit.Competing } downloads
        && downloads.Rate > (downloads.Rate + visitor.UsedRate) * MinDownloads;

    private static Cause? Find(VisitorEvidence visitor, in ProcessHealth process)
    {
        if (!visitor.Region.IsShaping)
            return Harm.OfCircuit(visitor) >= Harm.Least ? Cause.Unknown : null;
        LimitedBy limit = visitor.Figures.Limit;
        if (limit == LimitedBy.Host && ProcessorRule.IsStarved(process)
            || (limit.IsPath() || limit == LimitedBy.Window) && ProcessorRule.Explains(process, visitor.Figures.PathDelay))
            return Cause.Host;
        return limit switch
        {
            LimitedBy.Nothing => CauseOfHarm(visitor),
            LimitedBy.Host when process.Paused >= ProcessorRule.LateBesidePauses(process) && process.Paused > 0 => Cause.Simulator,
            LimitedBy.Viewer or LimitedBy.Cap or LimitedBy.Scene when IsUnused(visitor) => Cause.Unknown,
            LimitedBy.Scene when visitor.Region.IsUplinkLimited => Cause.Uplink,
            _ => Cause.Of(limit),
        };
    }

    /// <summary>The cause of delays and losses of a circuit that may send all that it has.</summary>
    private static Cause? CauseOfHarm(VisitorEvidence visitor)
    {
        if (Harm.OfCircuit(visitor) < Harm.Least)
            return null;
        Duration onPath = visitor.Figures.PathDelay ?? Duration.Zero;
        if (Harm.OfDelay(onPath + visitor.UpdateDelay) < Harm.Least)
            return Cause.Of(LimitedBy.PathLoss);
        return onPath >= visitor.UpdateDelay ? Cause.Of(LimitedBy.PathDelay) : Cause.Unknown;
    }

    private static bool IsUnused(VisitorEvidence visitor) => visitor.LimitedSeconds >= NearlyAllSeconds
        && visitor.Figures.UsedRate < visitor.Figures.CurrentRate * MinUsed;
}
