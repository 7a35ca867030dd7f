using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Series;
using PropertyAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Testbed.Results;

public sealed class TestbedJsonTests
{
    private static readonly TestbedResult Sample = SampleTestbedResult.Create(seeds: 2);

    private static string Keys(JsonNode? node) => string.Join(" ", node!.AsObject().Select(member => member.Key));

    [Test]
    public void Reading_and_writing_again_gives_the_same_bytes()
    {
        string json = TestbedJson.Serialise(Sample);
        Assert.That(TestbedJson.Serialise(TestbedJson.Parse(json)), Is.EqualTo(json));
    }

    [Property]
    public bool Every_finite_number_keeps_its_full_precision(double[] values)
    {
        double[] finite = values.Where(double.IsFinite).ToArray();
        TestbedRun run = new()
        {
            Seed = 1,
            Stats = new() { { "a.b", finite.FirstOrDefault() } },
            Series = [new PointSeries { Name = "p", X = finite, Y = finite }]
        };
        TestbedRun read = TestbedJson.Parse(TestbedJson.Serialise(Sample with { Runs = [run] })).Runs[0];
        return ((PointSeries)read.Series[0]).X.SequenceEqual(finite) && read.Stats["a.b"].Equals(finite.FirstOrDefault());
    }

    [Test]
    public void Keys_are_those_of_the_documented_schema()
    {
        JsonNode json = JsonNode.Parse(TestbedJson.Serialise(Sample))!;
        Assert.That(Keys(json), Is.EqualTo("schema version started command host interrupted scenario runs summary bands figures"));
        Assert.That(Keys(json["scenario"]), Is.EqualTo("name title clock seconds warmUpSeconds seeds source"));
        Assert.That(Keys(json["runs"]![0]), Is.EqualTo("seed stats series"));
        Assert.That(Keys(json["summary"]!["circuit.shareRatio"]), Is.EqualTo("n mean sd low95 high95"));
        Assert.That(Keys(json["bands"]![0]), Is.EqualTo("stat min max value verdict by claim"));
        Assert.That(Keys(json["figures"]![0]), Is.EqualTo("kind title caption series columns rows x y references ranges"));
        Dictionary<string, string> kinds = json["runs"]![0]!["series"]!.AsArray()
            .DistinctBy(series => (string?)series!["kind"] + series["at"])
            .GroupBy(series => (string)series!["kind"]!)
            .ToDictionary(group => group.Key, group => string.Join(" | ", group.Select(Keys).Distinct()));
        Assert.That(kinds["time"], Is.EqualTo("kind binSeconds values name unit | kind at values name unit"));
        Assert.That(kinds["samples"], Is.EqualTo("kind count quantiles name unit"));
        Assert.That(kinds["points"], Is.EqualTo("kind xName xUnit x y name unit"));
        Assert.That(kinds["grid"], Is.EqualTo("kind xName xUnit x yName yUnit y values name unit"));
    }

    [Test]
    public void Stats_keep_the_order_in_which_they_were_measured()
    {
        TestbedRun run = new() { Seed = 1, Stats = new() { { "z.last", 1 }, { "a.first", double.NaN } } };
        string json = TestbedJson.Serialise(Sample with { Runs = [run] });
        Assert.That(json.IndexOf("z.last", StringComparison.Ordinal), Is.LessThan(json.IndexOf("a.first", StringComparison.Ordinal)));
        Assert.That(json, Does.Contain("\"a.first\": null"));
        Assert.That(TestbedJson.Parse(json).Runs[0].Stats["a.first"], Is.NaN);
    }

    [Test]
    public void Without_its_circumstances_a_result_does_not_depend_on_time_and_host()
    {
        TestbedResult later = Sample with { Started = DateTimeOffset.UnixEpoch, Command = "other", Version = "2", Host = null };
        string json = TestbedJson.Serialise(Sample.WithoutCircumstances());
        Assert.That(TestbedJson.Serialise(later.WithoutCircumstances()), Is.EqualTo(json));
        Assert.That(Keys(JsonNode.Parse(json)), Is.EqualTo("schema interrupted scenario runs summary bands figures"));
    }

    [Test]
    public void The_scenario_is_repeated_without_its_comments() =>
        Assert.That(Sample.Scenario.Source!.Value.GetProperty("seconds").GetRawText(), Is.EqualTo("60.0"));

    [Test]
    public void An_interrupted_result_is_valid_and_marked()
    {
        TestbedResult read = TestbedJson.Parse(TestbedJson.Serialise(Sample with { Interrupted = true, Runs = Sample.Runs[..1] }));
        Assert.That((read.Interrupted, read.Runs.Length, read.Scenario.Seeds.Length), Is.EqualTo((true, 1, 2)));
    }

    [TestCase("""{ "schema": "mongoose-demo/1", "version": "0.1.0+abc" }""", "0.1.0+abc")]
    [TestCase("""{ "schema": "mongoose-demo/1" }""", "unknown")]
    public void A_result_of_the_old_demo_is_rejected_with_the_version_that_can_read_it(string json, string version) =>
        Assert.That(() => TestbedJson.Parse(json), Throws.InstanceOf<JsonException>().With.Message.Contain("mongoose-demo/1")
            .And.Message.Contain(version));

    [TestCase("{}", "found none")]
    [TestCase("[]", "found none")]
    [TestCase("""{ "schema": "mongoose-demo/1" }""", "found mongoose-demo/1")]
    public void A_result_of_another_schema_is_rejected_with_the_schemas_name(string json, string expected) =>
        Assert.That(() => TestbedJson.Parse(json), Throws.InstanceOf<JsonException>().With.Message.Contains(expected));

    [Test]
    public void A_figure_with_an_unknown_key_is_rejected_with_the_key()
    {
        using JsonDocument json = JsonDocument.Parse("""{ "kind": "boxPlot", "title": "t", "serie": [] }""");
        Assert.That(() => TestbedJson.ParseFigure(json.RootElement), Throws.InstanceOf<JsonException>().With.Message.Contains("serie"));
    }

    [Test]
    public void A_figure_is_read_as_a_scenario_writes_it()
    {
        using JsonDocument json = JsonDocument.Parse(
            """
            { "kind": "timeSeries", "title": "t", "series": ["*.goodputKbps"], "y": { "log": true },
              "references": [{ "value": 750, "label": "fair" }] }
            """);
        FigureSpec figure = TestbedJson.ParseFigure(json.RootElement);
        Assert.That((figure.Kind, figure.Series[0], figure.Y.Log, figure.References[0].Value),
            Is.EqualTo((FigureKind.TimeSeries, "*.goodputKbps", true, 750.0)));
    }

    [Test]
    public void Text_is_the_same_in_every_culture()
    {
        string expected = TestbedJson.Serialise(Sample);
        using CommaCulture commas = new();
        Assert.That(TestbedJson.Serialise(TestbedJson.Parse(expected)), Is.EqualTo(expected));
    }

    [Test]
    public void A_file_that_cannot_be_read_is_named()
    {
        using TemporaryDirectory directory = new();
        string path = Path.Combine(directory.Path, "none.json");
        Assert.That(() => TestbedJson.Read(path), Throws.TypeOf<ResultFormatException>().With.Message.StartsWith(path + ": "));
    }
}
