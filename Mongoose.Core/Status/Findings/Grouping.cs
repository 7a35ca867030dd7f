using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;

namespace Mongoose.Core.Status.Findings;

/// <summary>Makes one finding per cause from the verdicts on visitors.</summary>
internal static class Grouping
{
    public static IEnumerable<Finding> Findings(
        Evidence evidence, Verdict[] verdicts, Dictionary<RegionEvidence, SimulatorPart?> parts, bool isStarved, bool isAssetServiceLate) =>
        from finding in OfHost(evidence, verdicts, isStarved)
            .Concat(OfRegions(evidence, verdicts, parts, isAssetServiceLate))
            .Concat(OfCircuits(verdicts.Where(verdict => verdict.Cause is { IsOurs: false }), verdicts, evidence))
        orderby finding.Harm + finding.Missed descending, finding.Cause.IsOurs descending,
            finding.Harmed descending, finding.Visitors.Count descending
        select finding;

    private static IEnumerable<Finding> OfHost(Evidence evidence, Verdict[] verdicts, bool isStarved)
    {
        Verdict[] held = [.. verdicts.Where(verdict => verdict.Cause == Cause.Host)];
        if (isStarved)
            yield return With(HostFinding.Of(evidence.Process), held);
        else if (held.Any(IsRoot))
            yield return With(OfCause(Cause.Host, held, verdicts, evidence), held);
    }

    private static IEnumerable<Finding> OfRegions(
        Evidence evidence, Verdict[] verdicts, Dictionary<RegionEvidence, SimulatorPart?> parts, bool isAssetServiceLate)
    {
        ILookup<SimulatorPart?, Verdict> held =
            verdicts.Where(verdict => verdict.Cause == Cause.Simulator).ToLookup(verdict => verdict.Part);
        foreach (SimulatorPart part in parts.Values.Concat(held.Select(same => same.Key)).OfType<SimulatorPart>()
            .Where(SimulatorRule.IsOfProcess).Distinct())
            yield return With(part == SimulatorPart.Assets
                ? SimulatorFinding.OfAssets(evidence.Regions, isAssetServiceLate)
                : SimulatorFinding.Of(evidence.Regions, evidence.Process, part), held[part]);
        foreach (RegionEvidence region in evidence.Regions)
        {
            if (parts[region] is { } part && !SimulatorRule.IsOfProcess(part))
                yield return With(SimulatorFinding.Of(region, evidence.Process, part), held[part].Where(IsIn));

            bool IsIn(Verdict verdict) => ReferenceEquals(verdict.Visitor.Region, region);
        }
        if (held[null].Any(IsRoot))
            yield return With(OfCause(Cause.Simulator, held[null], verdicts, evidence), held[null]);
    }

    private static IEnumerable<Finding> OfCircuits(IEnumerable<Verdict> others, Verdict[] all, Evidence evidence) =>
        from verdict in others
        where IsRoot(verdict)
        group verdict by verdict.Cause! into held
        select With(OfCause(held.Key, held, all, evidence), held);

    private static Finding OfCause(Cause cause, IEnumerable<Verdict> circuits, Verdict[] all, Evidence evidence)
    {
        Verdict[] held = [.. circuits.Where(IsRoot)];
        int roots = all.Count(IsRoot);
        string? doubt = DoubtOf(cause, held, all, evidence);
        string who = roots == 1 ? "The one visitor is" : $"{held.Length} of {roots} visitors {(held.Length == 1 ? "is" : "are")}";
        return new Finding
        {
            Cause = cause,
            Sentence = $"{who} limited {cause.Summary}.",
            Advice = doubt ?? cause.Remedy,
            Seen = held.Length == 1 ? [held[0].Seen!] : [.. Ranges(cause, held)],
            IsSure = doubt is null && IsSure(cause, held),
        };
    }

    /// <summary>What helps if the visitor's line need not be what is full or cut; null if nothing else can be.</summary>
    private static string? DoubtOf(Cause cause, Verdict[] held, Verdict[] all, Evidence evidence)
    {
        if (!CircuitRule.IsByAcks(cause) || held.All(verdict => verdict.Visitor.Figures.IsSearching))
            return null;
        IEnumerable<VisitorEvidence> free = all.Where(verdict => verdict.Cause != Cause.Uplink && verdict.Cause != Cause.Neighbour
            && !CircuitRule.IsByAcks(verdict.Cause)).Select(verdict => verdict.Visitor);
        UplinkRule uplink = new(evidence.Visitors, evidence.Process.WorkWait);
        if (!uplink.IsElsewhere([.. held.Select(verdict => verdict.Visitor)], free))
        {
            return "A visitor from elsewhere shows whose line it is. If both lag, it is the simulator's own."
                + $" {Cause.Uplink.Remedy} If only this one lags: {cause.Remedy}";
        }
        return cause.Limit == LimitedBy.PathDelay && evidence.WhyDownloadsUnseen is { } why
            ? $"Wait until textures and meshes have come, which Mongoose does not see: {why}. If it stays: {cause.Remedy}" : null;
    }

    /// <summary>
    /// Whether the evidence fits no other cause. Delays that rise together can do so by chance, and many lines can share an address behind
    /// a provider's translation. A path that shows neither a queue nor losses now may be as quick as before them: its rate rises again.
    /// Other traffic that fills a line may harm more than the visitor's own downloads.
    /// </summary>
    private static bool IsSure(Cause cause, Verdict[] held) =>
        cause == Cause.Uplink ? held.All(verdict => verdict.Visitor.Region.IsUplinkLimited)
        : cause.Limit == LimitedBy.Downloads ? held.All(verdict => !CircuitRule.DoesOtherTrafficFill(verdict.Visitor.Figures))
        : cause.IsOfPath ? held.All(verdict => CircuitRule.IsPathBusy(verdict.Visitor))
        : cause != Cause.Unknown && cause != Cause.Neighbour;

    private static bool IsRoot(Verdict verdict) => !verdict.Visitor.Figures.IsChild;

    /// <summary>The figures that show the cause, from the lowest to the highest of the visitors.</summary>
    private static IEnumerable<string> Ranges(Cause cause, Verdict[] held) =>
        from key in cause.Figures
        let figure = Figure.Of(key)
        let values = held.Select(verdict => figure.Value(verdict.Visitor.Figures)).OfType<double>().ToArray()
        where values.Length > 0
        select figure.Range(values.Min(), values.Max());

    private static Finding With(Finding finding, IEnumerable<Verdict> held)
    {
        Verdict[] roots = [.. held.Where(IsRoot).OrderByDescending(verdict => verdict.Harm)];
        return finding with
        {
            Visitors = [.. roots.Select(verdict => verdict.Visitor.Figures.Number)],
            Harmed = roots.Count(verdict => verdict.IsHarmed),
            Harm = roots.Sum(verdict => verdict.Harm),
            Missed = roots.Sum(verdict => verdict.Missed),
        };
    }
}
