using Mongoose.Core.Downloads;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>
/// What holds one circuit back: what harms it, or if nothing does, the limit that its sender found, unless other evidence contradicts it.
/// </summary>
internal static class CircuitRule
{
    /// <summary>A rate that is not used to this part, although packets wait nearly all the time, is not the limit.</summary>
    public const double MinUsed = 0.6;

    private const int NearlyAllSeconds = 8;

    /// <summary>Downloads with less than this part of a visitor's traffic do not fill the line.</summary>
    private const double MinDownloads = 0.2;

    private static readonly Duration BusyDelay = Duration.FromMilliseconds(5);

    /// <summary>Losses behind a queue of this length are its overflow.</summary>
    private static readonly Duration OverflowDelay = Duration.FromMilliseconds(60);

    /// <summary>A queue that is as long now and then explains chance losses of the same second, but not most of them.</summary>
    private const double MostLost = 0.5;

    /// <summary>The seconds after which a packet is known to be lost.</summary>
    private const int FoundLater = 2;

    /// <summary>The cause; null if nothing holds the circuit back.</summary>
    public static Cause? CauseOf(VisitorEvidence visitor)
    {
        if (!visitor.Region.IsShaping)
            return Harm.OfCircuit(visitor) >= Harm.Least ? Cause.Unknown : null;
        Cause? cause = CauseOfHarm(visitor) ?? CauseOfLimit(visitor);
        if (cause is null && visitor.Figures.DownloadsHere?.Limit == DownloadLimit.Uplink)
            return Cause.Uplink;
        if (cause?.Limit == LimitedBy.PathLoss && HasQueue(visitor))
            cause = Cause.Of(LimitedBy.PathDelay);
        return cause?.Limit == LimitedBy.PathDelay && AreDownloadsFilling(visitor.Figures) ? Cause.Of(LimitedBy.Downloads) : cause;
    }

    /// <summary>Whether acks that are read late can look so.</summary>
    public static bool IsByAcks(Cause? cause) => cause?.IsOfPath == true || cause?.Limit == LimitedBy.Window;

    /// <summary>Whether packets queue on the path or are lost there, or downloads use it too.</summary>
    public static bool IsPathBusy(VisitorEvidence visitor) => visitor.Figures.PathDelay >= BusyDelay || visitor.LostFraction > 0
        || visitor.Figures.Downloads is not null;

    /// <summary>Whether the visitor's downloads compete with traffic that is not Mongoose's.</summary>
    public static bool DoesOtherTrafficFill(in CircuitFigures visitor) => visitor.Downloads?.Limit == DownloadLimit.Competing;

    /// <summary>What harms the circuit, whatever its limit is; null if nothing does, or if packets wait for the limit.</summary>
    private static Cause? CauseOfHarm(VisitorEvidence visitor)
    {
        if (visitor.Figures.Mode == PathMode.Silent)
            return Cause.Of(LimitedBy.Window);
        Duration onPath = visitor.Figures.PathDelay ?? Duration.Zero;
        bool isLate = Harm.OfDelay(onPath + visitor.UpdateDelay) >= Harm.Least;
        if (isLate && onPath >= visitor.UpdateDelay)
            return Cause.Of(LimitedBy.PathDelay);
        if (isLate)
            return visitor.Figures.Limit == LimitedBy.Nothing ? Cause.Unknown : null;
        return Harm.OfCircuit(visitor) >= Harm.Least && !visitor.Figures.Limit.IsPath() ? Cause.Of(LimitedBy.PathLoss) : null;
    }

    /// <summary>
    /// Whether packets queue on the path, or queued there when most of the lost ones were sent. Losses are of the last ten seconds; after
    /// them, the rate stays low for up to a minute.
    /// </summary>
    private static bool HasQueue(VisitorEvidence visitor)
    {
        if (visitor.Figures.PathDelay >= OverflowDelay)
            return true;
        double[] delays = [.. visitor.PathDelays];
        int[] seconds = [.. Enumerable.Range(0, delays.Length).TakeLast(visitor.LostFraction > 0 ? Series.RecentPoints : delays.Length)];
        long lost = seconds.Sum(LostIn), behindQueue = seconds.Where(IsBehindQueue).Sum(LostIn);
        return lost > 0 ? behindQueue >= MostLost * lost : seconds.Any(IsBehindQueue);

        long LostIn(int second) => second < visitor.Losses.Count ? visitor.Losses[second] : 0;

        bool IsBehindQueue(int second) =>
            delays[Math.Max(0, second - FoundLater)..(second + 1)].Any(delay => delay >= OverflowDelay.Milliseconds);
    }

    private static Cause? CauseOfLimit(VisitorEvidence visitor) => LimitOf(visitor) switch
    {
        LimitedBy.Viewer or LimitedBy.Cap or LimitedBy.Scene when IsUnused(visitor) => Cause.Unknown,
        LimitedBy.Scene when visitor.Region.IsUplinkLimited => Cause.Uplink,
        LimitedBy limit => Cause.Of(limit),
    };

    /// <summary>The limit of the circuit. If a late sender holds it back as well, the one counts that costs it more.</summary>
    private static LimitedBy LimitOf(VisitorEvidence visitor)
    {
        LimitCounts time = visitor.LimitedTime;
        LimitedBy limit = visitor.Figures.Limit;
        if (limit == LimitedBy.Nothing || time.Of(LimitedBy.Host) < LimitFinder.MinHostPart * (time.Sum - time.Of(LimitedBy.Nothing)))
            return limit;
        LimitedBy other = limit != LimitedBy.Host ? limit
            : Enumerable.Range((int)LimitedBy.Nothing + 1, (int)LimitedBy.Host - 1).Cast<LimitedBy>().MaxBy(one => time.Of(one));
        return Shortfall.Of(visitor, Cause.Of(other)) >= Shortfall.ByHost(visitor) && other != LimitedBy.Viewer ? other : LimitedBy.Host;
    }

    /// <summary>
    /// Whether the visitor's own downloads fill the line: they have a good part of it, and wait for more. Whether a stranger's traffic does
    /// so as well is then not known.
    /// </summary>
    private static bool AreDownloadsFilling(in CircuitFigures visitor) =>
        visitor.Downloads is { Limit: DownloadLimit.Line or DownloadLimit.Competing } downloads
        && downloads.Rate > (downloads.Rate + visitor.UsedRate) * MinDownloads;

    private static bool IsUnused(VisitorEvidence visitor) => visitor.LimitedSeconds >= NearlyAllSeconds
        && visitor.Figures.UsedRate < visitor.Figures.CurrentRate * MinUsed;
}
