using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;

namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Who suffers, and from what. A cause is named only with its evidence. Each visitor has the one cause that harms most, or the limit of
/// the circuit if nothing harms. <see cref="CircuitRule"/> finds what a circuit shows of itself; then what several circuits, the process
/// and the regions show together replaces some of these causes: <see cref="LatenessRule"/>, <see cref="LineRule"/>,
/// <see cref="SimulatorRule"/>.
/// </summary>
public sealed class Diagnosis
{
    /// <summary>
    /// A cause that harms less than this part of the most harmful one is not the worst, however much its end would bring.
    /// </summary>
    private const double MinHarmOfWorst = 0.25;

    private readonly int _roots;

    private Diagnosis(IReadOnlyList<Verdict> visitors, IReadOnlyList<Finding> findings, IReadOnlyList<RegionEvidence> regions)
    {
        (Visitors, Findings, HasRegions) = (visitors, findings, regions.Count > 0);
        IsMeasured = HasRegions && visitors.All(verdict => verdict.Visitor.Region.IsShaping);
        Verdict[] roots = [.. visitors.Where(verdict => !verdict.Visitor.Figures.IsChild)];
        (_roots, Harmed) = (roots.Length, roots.Count(verdict => verdict.IsHarmed));
    }

    /// <summary>A diagnosis without circuits.</summary>
    public static Diagnosis Empty { get; } = new([], [], []);

    /// <summary>What holds each circuit back, in the order of the evidence.</summary>
    public IReadOnlyList<Verdict> Visitors { get; }

    /// <summary>
    /// The causes, first the one whose end brings visitors most: what they suffer from it, and what they miss of the rate that their
    /// viewers ask for. Of those that bring nothing, what of the simulator and its host is nearly full comes before limits.
    /// </summary>
    public IReadOnlyList<Finding> Findings { get; }

    /// <summary>
    /// The first of them that harms at least a quarter as much as the most harmful one. A limit that many would like to be higher, and that
    /// harms one a little, is not worse than what makes many suffer. Null if none suffers.
    /// </summary>
    public Finding? Worst => Findings.FirstOrDefault(finding =>
        finding.Harmed > 0 && finding.Harm >= MinHarmOfWorst * Findings.Max(other => other.Harm));

    /// <summary>The number of avatars that suffer.</summary>
    public int Harmed { get; }

    /// <summary>Whether Mongoose knows a region. If it could not start, it knows none.</summary>
    public bool HasRegions { get; }

    /// <summary>Whether Mongoose sends in all regions with visitors; otherwise what limits circuits there is not known.</summary>
    public bool IsMeasured { get; }

    /// <summary>One line for the operator.</summary>
    public string Text
    {
        get
        {
            if (!HasRegions)
                return "Nothing is known: Mongoose runs in no region, or has just started.";
            string visitors = FigureText.Count(_roots, "visitor", "visitors");
            if (Worst is { } worst)
                return $"{Harmed} of {visitors} suffer{(Harmed == 1 ? "s" : "")}. {worst.Sentence}";
            string unharmed = _roots == 0 ? "The simulator has no visitors."
                : IsMeasured ? $"{visitors}: none suffers."
                : $"Which visitors suffer is not known: Mongoose does not send here. {visitors}.";
            return Findings.FirstOrDefault(finding => finding.Cause.IsOurs) is { } slow
                ? $"{unharmed} {slow.Sentence}" : unharmed;
        }
    }

    /// <summary>Diagnoses.</summary>
    public static Diagnosis Make(Evidence evidence)
    {
        ProcessHealth process = evidence.Process;
        double scripts = evidence.Regions.Sum(region => region.Health?.ScriptCores ?? 0);
        Dictionary<RegionEvidence, SimulatorPart?> parts = new(ReferenceEqualityComparer.Instance);
        foreach (RegionEvidence region in evidence.Regions)
            parts[region] = SimulatorRule.PartOf(region, process, scripts);
        bool isStarved = ProcessorRule.IsStarved(process) && parts.Values.Any(part => part is null)
            && !parts.Values.Any(part => part is { } own && SimulatorRule.IsOfProcess(own));
        bool isFilled = parts.ContainsValue(SimulatorPart.Scripts);
        Cause?[] causes = [.. evidence.Visitors.Select(CircuitRule.CauseOf)];
        LatenessRule.Apply(evidence.Visitors, causes, process, isFilled);
        bool isLate = isFilled || ProcessorRule.IsStarved(process), areThreadsShort = SimulatorRule.AreThreadsShort(process);
        LineRule.Apply(evidence.Visitors, causes, isLate || areThreadsShort,
            isLate || areThreadsShort && LatenessRule.CanSilence(process), process.WorkWait);
        SimulatorRule.Apply(evidence.Visitors, causes, parts);
        bool isAssetServiceLate = AssetRule.IsServiceLate(evidence);
        Verdict[] verdicts = [.. evidence.Visitors.Select((visitor, i) =>
            VerdictOf(visitor, causes[i], parts.GetValueOrDefault(visitor.Region), isStarved, isAssetServiceLate, process))];
        verdicts = [.. Shortfall.Measured(verdicts, process.Late)];
        IEnumerable<Finding> findings = Grouping.Findings(evidence, verdicts, parts, isStarved, isAssetServiceLate);
        return new Diagnosis(verdicts, [.. findings], evidence.Regions);
    }

    private static Verdict VerdictOf(
        VisitorEvidence visitor, Cause? cause, SimulatorPart? part, bool isStarved, bool isAssetServiceLate, in ProcessHealth process)
    {
        bool isByHost = isStarved && part is null;
        double harm = Harm.OfCircuit(visitor);
        Verdict worst = new(visitor, cause, harm, cause == Cause.Simulator ? part : null);
        if (part is { } slow)
            worst = WorstOf(worst, Cause.Simulator, SimulatorRule.HarmOf(visitor.Region, process, slow), part);
        else if (isByHost)
            worst = WorstOf(worst, Cause.Host, ProcessorRule.HarmOf(process, visitor.Region), null);
        if (worst.Harm >= Harm.Least)
            return worst;
        if (AssetRule.HarmOf(visitor, isAssetServiceLate) is >= Harm.Least and var wait)
            return new Verdict(visitor, Cause.Simulator, wait, SimulatorPart.Assets);
        cause ??= isByHost ? Cause.Host : null;
        return new Verdict(visitor, cause, 0, cause == Cause.Simulator ? part : null);
    }

    /// <summary>
    /// What a circuit shows, or what slows the whole region if that harms as much, or explains what the circuit does not. Of a circuit that
    /// a cut uplink silenced, it explains nothing.
    /// </summary>
    private static Verdict WorstOf(Verdict own, Cause ours, double harm, SimulatorPart? part)
    {
        bool isWorse = own.Cause == Cause.Uplink ? harm > own.Harm : harm >= own.Harm;
        bool isOpen = own.Cause is null || own.Cause == Cause.Unknown && harm >= Harm.Least;
        return isOpen ? new Verdict(own.Visitor, ours, Math.Max(harm, own.Harm), part)
            : isWorse ? new Verdict(own.Visitor, ours, harm, part)
            : own;
    }
}

/// <summary>What holds a visitor back.</summary>
/// <param name="Visitor">The evidence.</param>
/// <param name="Cause">The cause; null if nothing does.</param>
/// <param name="Harm">How much the visitor suffers, from 0 to 1.</param>
/// <param name="Part">What of the simulator is slow; null for other causes.</param>
public sealed record Verdict(VisitorEvidence Visitor, Cause? Cause, double Harm, SimulatorPart? Part = null)
{
    /// <summary>What the end of the cause would bring: a part, 0 to 1, of the rate that the viewer asks for.</summary>
    public double Missed { get; init; }

    /// <summary>Whether the visitor suffers.</summary>
    public bool IsHarmed => Harm > 0;

    /// <summary>What was measured of this visitor: a sentence without its full stop; null if nothing holds the visitor back.</summary>
    public string? Seen => Cause == Cause.Unknown && !Visitor.Region.IsShaping
        ? "Updates come late; where Mongoose does not send, what holds them back is not known"
        : Cause?.Seen(Visitor.Figures);
}
