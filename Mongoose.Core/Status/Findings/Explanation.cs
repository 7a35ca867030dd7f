using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>Answers why it lags for one visitor, in four lines: the cause, what it is, the evidence, and what helps.</summary>
public static class Explanation
{
    /// <summary>Who walks or talks notices this time.</summary>
    private static readonly Duration LongTrip = Duration.FromMilliseconds(250);

    private static readonly string[] Evidence =
    [
        "requestedKbps", "allowedKbps", "pathKbps", "currentKbps", "usedKbps", "pathDelayMs", "regionDelayMs", "lostPercent",
        "downloadKbps",
    ];

    /// <summary>The four lines.</summary>
    /// <param name="verdict">What holds the visitor back.</param>
    /// <param name="diagnosis">The diagnosis of which it is.</param>
    public static IReadOnlyList<string> Of(Verdict verdict, Diagnosis diagnosis)
    {
        CircuitFigures figures = verdict.Visitor.Figures;
        string who = $"{figures.Name} in {figures.Region}";
        Finding? finding = FindingOf(verdict, diagnosis);
        string seen = $"Seen: {string.Join(", ", Seen(verdict, finding))}.";
        if (verdict.Cause is not { } cause)
            return verdict.Visitor.Region.IsShaping
                ?
                [
                    $"{who}: nothing holds this visitor back.",
                    $"All packets leave at once, and {TimeOf(verdict.Visitor.Region)}.",
                    seen,
                    RoundTripOf(verdict) >= LongTrip
                        ? "What helps: nothing here. The way to the visitor is long, so that all answers come late."
                        : "What helps: if it still lags, look at the visitor's own computer: the frames per second in the viewer's"
                            + " statistics.",
                ]
                :
                [
                    $"{who}: not known.",
                    $"Mongoose does not send here; {TimeOf(verdict.Visitor.Region)}.",
                    seen,
                    "What helps: run “mongoose enable”, and ask again while it lags.",
                ];
        string certainty = finding?.IsSure ?? true ? "" : ", probably";
        string harm = verdict.IsHarmed ? $"suffers, {FigureText.Percent(verdict.Harm)}" : "limited, but does not suffer";
        return
        [
            $"{who}: {finding?.Name ?? cause.Name}{certainty} ({harm}).",
            SentenceOf(verdict, finding),
            seen,
            $"What helps: {finding?.Advice ?? cause.Remedy}",
        ];
    }

    /// <summary>What it is and what helps, in a few sentences; null if nothing holds the visitor back.</summary>
    public static string? Advice(Verdict verdict, Diagnosis diagnosis)
    {
        if (verdict.Cause is not { } cause)
            return null;
        Finding? finding = FindingOf(verdict, diagnosis);
        return $"{SentenceOf(verdict, finding)} {finding?.Advice ?? cause.Remedy}";
    }

    /// <summary>What it is: of the simulator, or of this visitor.</summary>
    private static string SentenceOf(Verdict verdict, Finding? finding) =>
        finding is not null && IsOfAll(finding) ? finding.Sentence : $"{verdict.Seen}.";

    private static string TimeOf(RegionEvidence region) =>
        region.Health is null ? "whether the region is in time is not known" : "the region is in time";

    /// <summary>Whether a cause is of the simulator or its host, so that a circuit's own figures do not show it.</summary>
    private static bool IsOfAll(Finding finding) => finding.Part is not null || finding.Cause == Cause.Host;

    private static Finding? FindingOf(Verdict verdict, Diagnosis diagnosis) => diagnosis.Findings.FirstOrDefault(finding =>
        finding.Cause == verdict.Cause && finding.Part == verdict.Part
        && (finding.Region is null || finding.Region == verdict.Visitor.Figures.Region));

    /// <summary>The mean of the last second with acks; null if there was none.</summary>
    private static Duration? RoundTripOf(Verdict verdict) =>
        verdict.Visitor.RoundTrips is { Count: > 0 } trips ? Duration.FromMilliseconds(trips[^1]) : null;

    private static IEnumerable<string> Seen(Verdict verdict, Finding? finding)
    {
        if (finding is not null && IsOfAll(finding))
        {
            foreach (string line in finding.Seen)
                yield return line;
        }
        if (RoundTripOf(verdict) is { } trip)
            yield return $"round trip {FigureText.Of(trip)}";
        foreach (string key in Evidence)
        {
            Figure figure = Figure.Of(key);
            if (figure.Value(verdict.Visitor.Figures) is { } value)
                yield return figure.Range(value, value);
        }
    }
}
