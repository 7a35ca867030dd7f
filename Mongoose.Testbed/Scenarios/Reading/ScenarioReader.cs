using System.Text.Json;
using Mongoose.Core.Units;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Turns a scenario's JSON into a scenario, or says all that is wrong with it.</summary>
internal static class ScenarioReader
{
    private const double LongestSeconds = 24 * 3600;

    /// <param name="json">The file's text; comments and trailing commas are allowed.</param>
    /// <param name="file">The file's name, for messages, for the scenario's name and for the place of files that it names.</param>
    /// <exception cref="ScenarioException">It is not a valid scenario.</exception>
    public static Scenario Read(string json, string file)
    {
        List<JsonProblem> problems = [];
        JsonDocument document;
        try
        {
            document = JsonDocument.Parse(json, LenientJson.Options);
        }
        catch (JsonException exception)
        {
            JsonProblem problem = new($"line {exception.LineNumber + 1}", null, "is not JSON: " + FirstSentence(exception.Message));
            throw new ScenarioException(file, [problem]);
        }
        using (document)
        {
            Scenario scenario = Read(new JsonSection(document.RootElement, "$", problems), json, file);
            return problems.Count == 0 ? scenario : throw new ScenarioException(file, problems);
        }
    }

    private static Scenario Read(JsonSection root, string json, string file)
    {
        string folder = Path.GetDirectoryName(Path.GetFullPath(file))!;
        Duration length = Duration.FromSeconds(root.RequiredNumber("seconds", 0.1, LongestSeconds, "s"));
        root.Require("links");
        root.Require("flows");
        DuplexLink[] links = LinkReader.ReadAll(root.Section("links"), folder);
        Duration warmUp = Duration.FromSeconds(root.Number("warmUpSeconds", 0, 0, length.Seconds, "s, no longer than the scenario"));
        FlowGroup[] flows = FlowReader.ReadAll(root, links, warmUp, length);
        Scenario scenario = new()
        {
            Name = Path.GetFileNameWithoutExtension(file),
            Title = root.RequiredText("title"),
            About = root.OptionalText("about") ?? "",
            Clocks = ReadClocks(root),
            Seed = root.WholeOrNull("seed", 0, int.MaxValue) ?? 1,
            Seeds = root.Whole("seeds", 1, 1, 1000),
            RealRuns = root.Whole("realRuns", 1, 1, 100),
            Length = length,
            WarmUp = warmUp,
            Bin = Duration.FromMilliseconds(root.Number("binMs", 250, 1, 60_000, "ms")),
            Regions = ReadRegions(root),
            Links = links,
            Flows = flows,
            Milestones = MilestoneReader.ReadAll(root, flows, length),
            Bands = root.Sections("bands").Select(ReadBand).ToArray(),
            Figures = ReadFigures(root),
            Pair = ReadPair(root, flows),
            Matrix = root.Section("matrix") is { } matrix ? MatrixReader.Read(matrix) : null,
            Json = json,
        };
        root.End();
        PlaceCheck.Check(root, scenario);
        return scenario;
    }

    private static RegionKind ReadRegions(JsonSection root) =>
        root.Choice("regions", "embedded", "embedded", "openSim") == "openSim" ? RegionKind.OpenSim : RegionKind.Embedded;

    private static ClockKind[] ReadClocks(JsonSection root)
    {
        string[] names = root.Texts("clocks");
        if (names.Any(name => name is not ("sim" or "real")))
            root.Problem("clocks", "allowed are sim and real");
        return names.Length == 0
            ? [ClockKind.Sim]
            : names.Select(name => name == "real" ? ClockKind.Real : ClockKind.Sim).Distinct().ToArray();
    }

    private static string[]? ReadPair(JsonSection root, FlowGroup[] flows)
    {
        if (!root.Has("pair"))
            return null;
        string[] pair = root.Texts("pair");
        if (pair.Length != 2 || pair[0] == pair[1] || pair.Any(name => flows.Any(flow => flow.Name == name && flow.Kind is not CircuitOptions { Details: true })))
            root.Problem("pair", "allowed are the names of two flows that are circuits with details");
        return pair;
    }

    private static Band ReadBand(JsonSection section)
    {
        Band band = new(section.RequiredText("stat"), section.OptionalNumber("min", double.MinValue, double.MaxValue),
            section.OptionalNumber("max", double.MinValue, double.MaxValue), section.OptionalText("claim") ?? "");
        if (band.Least is null && band.Most is null)
            section.Problem(null, "a band needs min, max or both");
        else if (band.Least > band.Most)
            section.Problem("max", $"allowed is no less than min, {band.Least}");
        section.End();
        return band;
    }

    private static FigureSpec[] ReadFigures(JsonSection root)
    {
        if (root.Element("figures") is not { ValueKind: JsonValueKind.Array } list)
            return [];
        return list.EnumerateArray()
            .Select(figure => root.Make("figures", () => TestbedJson.ParseFigure(figure)))
            .OfType<FigureSpec>().ToArray();
    }

    private static string FirstSentence(string text) => text.Split(". ")[0].TrimEnd('.');
}
