using System.Globalization;
using System.Text.Json;
using System.Xml.Linq;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Reports.Pairs;
using Mongoose.Testbed.Reports.Plots;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;

namespace Mongoose.Testbed.Reports;

/// <summary>The report page of one or more testbed results: verdicts, figures, stats over the seeds, conditions.</summary>
internal static class TestbedReport
{
    private static readonly TableColumns<(TestbedResult Result, int Index), object> OverviewColumns = new(
        ("scenario", row => Html.Element("a", new XAttribute("href", "#" + Anchor(row.Index)), Title(row.Result))),
        ("clock", row => row.Result.Scenario.Clock),
        ("runs", row => Number(row.Result.Runs.Length)),
        ("in band", row => Verdicts(row.Result, BandVerdict.Pass)),
        ("out of band", row => Verdicts(row.Result, BandVerdict.Fail)),
        ("not measured", row => Verdicts(row.Result, BandVerdict.NotMeasured)));

    /// <param name="results">The results, in the order of the page.</param>
    /// <param name="comparisons">
    /// Figures across all results, in addition to the scenarios' figures whose patterns name scenarios: <c>scenario:series</c>.
    /// </param>
    public static string Write(IReadOnlyList<TestbedResult> results, IReadOnlyList<FigureSpec>? comparisons = null) => Html.Document(
        results.Count == 1 ? Title(results[0]) : "Mongoose testbed report",
        Head(results),
        CircuitPair.FindAll(results) is { Length: > 0 } pairs ? PairView.Overview(PairSummary.Table(pairs)) : null,
        results.Count > 1 && results.Any(result => result.Bands.Length > 0) ? Overview(results) : null,
        Drawn([.. comparisons ?? [], .. results.SelectMany(result => result.Figures).Where(IsComparison)], new FigureData(results)),
        results.Select((result, index) => Section(result, index, results.Count > 1, IsFirstOfScenario(results, index))));

    private static IEnumerable<XElement> Head(IReadOnlyList<TestbedResult> results)
    {
        BandResult[] bands = results.SelectMany(result => result.Bands).ToArray();
        yield return Html.Element("p", Html.Class("eyebrow"), "Mongoose for OpenSimulator · testbed report");
        yield return Html.Element("h1", CircuitPair.FindAll(results) is { Length: > 0 } pairs && bands.Length == 0
            ? Html.Prose(PairSummary.Sentence(pairs))
            : Html.Prose(Verdict(results, bands)));
        if (results.Any(result => result.Interrupted))
            yield return Html.Element("p", Html.Class("notice"),
                "Interrupted: runs are missing or shorter; no band of an incomplete result was judged.");
    }

    private static string Verdict(IReadOnlyList<TestbedResult> results, BandResult[] bands)
    {
        int good = bands.Count(band => band.Verdict == BandVerdict.Pass);
        if (bands.Length == 0 && results is [{ Runs.Length: 1 } only])
            return Title(only);
        return (results.Count == 1 ? Title(results[0]) + ": " : "") + (bands.Length == 0
            ? Count(results.Sum(result => result.Runs.Length), "run")
            + (results.Any(result => result.Interrupted) ? "" : ", no expectations")
            : $"{good} of {Count(bands.Length, "expected figure")} {(good == 1 ? "is" : "are")} in {(good == 1 ? "its" : "their")} band");
    }

    private static XElement Overview(IReadOnlyList<TestbedResult> results) => Html.Element("div", Html.Class("scroll"),
        Html.Table(OverviewColumns, results.Select((result, index) => (result, index))));

    private static XElement? Drawn(IReadOnlyList<FigureSpec> figures, FigureData data) => figures.Count == 0
        ? null
        : Html.Element("div", Html.Class("figures"), figures.Select(figure => FigureView.Draw(figure, data)));

    /// <summary>The scenario's description is only shown in the first section of its results.</summary>
    private static XElement Section(TestbedResult result, int index, bool titled, bool isFirst) => Html.Element("section",
        new XAttribute("id", Anchor(index)), titled ? Html.Element("h2", $"{Title(result)} ({result.Scenario.Clock})") : null,
        CircuitPair.Find(result) is { } pair ? PairView.Draw(pair) : null,
        result.Bands.Length > 0 ? BandTable.Draw(result.Bands) : null,
        Drawn(result.Figures.Where(figure => !IsComparison(figure)).ToArray(), new FigureData([result])),
        result.Summary.Count > 0 ? Stats(result) : null,
        Html.Element("h2", "Conditions"),
        isFirst && About(result) is { } about ? Html.Element("p", Html.Prose(about)) : null,
        Html.Element("div", Html.Class("facts"), Run(result), result.Host is { } host ? HostFacts.Draw(host) : null),
        result.Command is { } command ? Html.Element("pre", command) : null);

    /// <summary>
    /// If circuits are compared, the table of all stats is collapsed, because the comparison above already shows the important ones.
    /// </summary>
    private static XElement Stats(TestbedResult result) => Html.Element("details",
        result.Pair is null ? new XAttribute("open", "open") : null,
        Html.Element("summary", Html.Element("h2", "All stats")),
        StatTable.Draw(result.Summary.Select(stat => (stat.Key, stat.Value)).ToArray()));

    /// <summary>The scenario's description; null if it has none.</summary>
    private static string? About(TestbedResult result) =>
        result.Scenario.Source is { ValueKind: JsonValueKind.Object } source && source.TryGetProperty("about", out JsonElement about)
            ? about.GetString()
            : null;

    private static bool IsFirstOfScenario(IReadOnlyList<TestbedResult> results, int index) =>
        results.Take(index).All(before => before.Scenario.Name != results[index].Scenario.Name);

    private static bool IsComparison(FigureSpec figure) => figure.Series.Any(pattern => pattern.Contains(':'));

    private static XElement Run(TestbedResult result)
    {
        ScenarioInfo scenario = result.Scenario;
        return Html.Facts(
        [
            ("Scenario", scenario.Name),
            ("Clock", scenario.Clock == "sim" ? "simulated" : scenario.Clock),
            ("Length of a run", $"{Figures.Short(scenario.Seconds)} s, "
                + $"of which {Figures.Short(scenario.WarmUpSeconds)} s are warm-up, excluded from all stats"),
            ("Seeds", string.Join(", ", result.Runs.Select(run => Number(run.Seed)))),
            .. result.OpenSim is { } openSim ? [("Regions", $"OpenSimulator {openSim}")] : Array.Empty<(string, string)>(),
            .. result.Version is { } version ? [("Mongoose", HostFacts.ShortVersion(version))] : Array.Empty<(string, string)>(),
            .. result.Started is { } started
                ? [("Started", started.ToString("d MMMM yyyy, HH:mm zzz", CultureInfo.InvariantCulture))]
                : Array.Empty<(string, string)>(),
        ]);
    }

    private static string Title(TestbedResult result)
    {
        string title = result.Scenario.Title.Length > 0 ? result.Scenario.Title : result.Scenario.Name;
        return result.Scenario.Cell is { } cell ? $"{title}: {cell}" : title;
    }

    private static string Anchor(int index) => "result-" + Number(index + 1);

    private static string Verdicts(TestbedResult result, BandVerdict verdict) =>
        Number(result.Bands.Count(band => band.Verdict == verdict));

    private static string Count(int number, string what) => $"{Number(number)} {what}{(number == 1 ? "" : "s")}";

    private static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);
}
