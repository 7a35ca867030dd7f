using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;

namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Who suffers, and from what. A cause is named only with its evidence. Each visitor has the one cause that harms most, or the limit of
/// the circuit if nothing harms.
/// </summary>
public sealed class Diagnosis
{
    private Diagnosis(IReadOnlyList<Verdict> visitors, IReadOnlyList<Finding> findings, int roots) =>
        (Visitors, Findings, Harmed, Roots) = (visitors, findings, visitors.Count(IsHarmedRoot), roots);

    /// <summary>A diagnosis of nobody.</summary>
    public static Diagnosis Empty { get; } = new([], [], 0);

    /// <summary>What holds each circuit back, in the order of the evidence.</summary>
    public IReadOnlyList<Verdict> Visitors { get; }

    /// <summary>The causes, the one that harms most first; causes that limit and harm nobody come last.</summary>
    public IReadOnlyList<Finding> Findings { get; }

    /// <summary>The number of avatars that suffer.</summary>
    public int Harmed { get; }

    /// <summary>The number of avatars.</summary>
    public int Roots { get; }

    /// <summary>One line for the operator.</summary>
    public string Text
    {
        get
        {
            if (Harmed > 0)
                return $"{Harmed} of {FigureText.Count(Roots, "visitor suffers", "visitors suffer")}. {Findings[0].Sentence}";
            string all = Roots == 0 ? "Nobody is here." : $"Nobody suffers: {FigureText.Count(Roots, "visitor", "visitors")}.";
            return Findings.FirstOrDefault(finding => finding.Visitors.Count == 0) is { } finding0 ? $"{all} {finding0.Sentence}" : all;
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
        bool isStarved = ProcessorRule.IsStarved(process) && parts.Values.All(part => part is null);
        Cause?[] causes = [.. evidence.Visitors.Select(visitor => CircuitRule.CauseOf(visitor, process))];
        LineRule.Apply(evidence.Visitors, causes);
        Verdict[] verdicts =
            [.. evidence.Visitors.Select((visitor, i) => VerdictOf(visitor, causes[i], parts.GetValueOrDefault(visitor.Region), isStarved, process))];
        int roots = verdicts.Count(verdict => !verdict.Visitor.Figures.IsChild);
        return new Diagnosis(verdicts, [.. Grouping.Findings(evidence, verdicts, parts, isStarved)], roots);
    }

    private static bool IsHarmedRoot(Verdict verdict) => verdict.IsHarmed && !verdict.Visitor.Figures.IsChild;

    private static Verdict VerdictOf(VisitorEvidence visitor, Cause? cause, SimulatorPart? part, bool isStarved, in ProcessHealth process)
    {
        double harm = Harm.OfCircuit(visitor);
        (Cause? Cause, double Harm) worst = (cause, harm);
        if (part is { } slow && SimulatorRule.HarmOf(visitor.Region, process, slow) is var simulator && (simulator >= harm || cause is null))
            worst = (Cause.Simulator, Math.Max(simulator, cause is null ? harm : 0));
        if (isStarved && (ProcessorRule.HarmOf(process) is var host && host >= worst.Harm || worst.Cause is null))
            worst = (Cause.Host, Math.Max(ProcessorRule.HarmOf(process), worst.Cause is null ? harm : 0));
        return worst.Harm >= Harm.Least ? new Verdict(visitor, worst.Cause, worst.Harm) : new Verdict(visitor, cause, 0);
    }
}

/// <summary>What holds a visitor back.</summary>
/// <param name="Visitor">The evidence.</param>
/// <param name="Cause">The cause; null if nothing does.</param>
/// <param name="Harm">How much the visitor suffers, from 0 to 1.</param>
public sealed record Verdict(VisitorEvidence Visitor, Cause? Cause, double Harm)
{
    /// <summary>Whether the visitor suffers.</summary>
    public bool IsHarmed => Harm > 0;
}
