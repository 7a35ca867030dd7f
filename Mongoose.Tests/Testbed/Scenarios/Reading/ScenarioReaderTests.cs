using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Tests.Testbed.Scenarios.Reading;

public sealed class ScenarioReaderTests
{
    private const string Valid = """
        {
          "title": "One circuit", "seconds": 20, "warmUpSeconds": 5, // comments are allowed
          "links": { "access": { "down": { "rateKbps": 4000, "delayMs": 30 }, "up": { "delayMs": 20 } } },
          "flows": [ { "name": "circuit", "count": 2, "circuit": { "server": "stock", "throttleKbps": 500, "activity": "flying" } } ],
          "bands": [ { "stat": "circuit.goodputKbps", "min": 100 } ],
        }
        """;

    [Test]
    public void A_scenario_is_read_from_its_file_and_other_values_are_defaults()
    {
        Scenario scenario = ScenarioReader.Read(Valid, "folder/one-circuit.json");
        FlowGroup group = scenario.Flows.Single();
        CircuitOptions circuit = (CircuitOptions)group.Kind;
        Assert.Multiple(() =>
        {
            Assert.That(scenario.Name, Is.EqualTo("one-circuit"));
            Assert.That(scenario.Clocks, Is.EqualTo(new[] { ClockKind.Sim }));
            Assert.That(scenario.Links.Single().RoundTrip, Is.EqualTo(Duration.FromMilliseconds(50)));
            Assert.That(group.Members, Is.EqualTo(new[] { "circuit.1", "circuit.2" }));
            Assert.That(group.Path, Is.EqualTo(new[] { "access" }), "the only link");
            Assert.That((circuit.Server, circuit.Throttle.KilobitsPerSecond, circuit.Activity),
                Is.EqualTo(("stock", 500.0, Activity.Flying)));
            Assert.That(scenario.Bands.Single(), Is.EqualTo(new Band("circuit.goodputKbps", 100, null)));
        });
    }

    [TestCase("\"seconds\": 20", "\"secondz\": 20", "$.seconds: is missing")]
    [TestCase("\"seconds\": 20", "\"seconds\": 20, \"lenght\": 3", "$.lenght: unknown key; allowed are $schema, about, bands,")]
    [TestCase("\"seconds\": 20", "\"seconds\": -1", "$.seconds: -1: allowed are 0.1 to 86400 s")]
    [TestCase("\"seconds\": 20", "\"seconds\": \"20s\"", "$.seconds: \"20s\": allowed are 0.1 to 86400 s")]
    [TestCase("\"warmUpSeconds\": 5", "\"warmUpSeconds\": 25", "$.warmUpSeconds: 25: allowed are 0 to 20 s, no longer than the scenario")]
    [TestCase("\"seconds\": 20", "\"seconds\": 20, \"seconds\": 30", "$.seconds: occurs more than once")]
    [TestCase("\"seconds\": 20", "\"seconds\": 20, \"regions\": \"sl\"", "$.regions: \"sl\": allowed are embedded, openSim")]
    [TestCase("\"rateKbps\": 4000", "\"rateKbps\": 0", "$.links.access.down.rateKbps: 0: allowed are 1 to 100000000 kbit/s")]
    [TestCase("\"rateKbps\": 4000", "\"rateMbps\": 4", "$.links.access.down.rateMbps: unknown key")]
    [TestCase("\"up\": { \"delayMs\": 20 }", "\"sideways\": {}", "$.links.access.up: is missing")]
    [TestCase("\"count\": 2", "\"count\": 1.5", "$.flows[0].count: 1.5: allowed are 0 to 1000, whole numbers; write 1 or 2")]
    [TestCase("\"count\": 2", "\"path\": [\"nowhere\"]", "$.flows[0].path: [\"nowhere\"]: there is no link nowhere; the links are access")]
    [TestCase("\"count\": 2", "\"path\": [\"access\", \"access\"]",
        "$.flows[0].path: [\"access\", \"access\"]: a flow can cross a link only once")]
    [TestCase("\"count\": 2", "\"startSeconds\": 9, \"stopSeconds\": 8", "$.flows[0].stopSeconds: 8: allowed is a time after startSeconds")]
    [TestCase("\"count\": 2", "\"stopSeconds\": 4",
        "$.flows[0].stopSeconds: 4: allowed is a time after startSeconds + startSpreadSeconds and after warmUpSeconds")]
    [TestCase("\"warmUpSeconds\": 5", "\"warmUpSeconds\": 20",
        "$.flows[0]: the latest start and the warm-up must end before the scenario does")]
    [TestCase("\"name\": \"circuit\"", "\"name\": \"a.b\"",
        "$.flows[0].name: \"a.b\": allowed are letters, digits and hyphens, starting with a letter")]
    [TestCase("\"server\": \"stock\"", "\"server\": \"apache\"", "$.flows[0].circuit.server: \"apache\": allowed are stock, mongoose")]
    [TestCase("\"activity\": \"flying\"", "\"activity\": \"swimming\"",
        "$.flows[0].circuit.activity: \"swimming\": allowed are none, standing")]
    [TestCase("\"seconds\": 20", "\"seconds\": 20, \"together\": [{ \"name\": \"circuit\", \"flows\": [] }]",
        "$.together[0].name: \"circuit\": a flow or another union has that name")]
    [TestCase("\"seconds\": 20", "\"seconds\": 20, \"together\": [{ \"name\": \"a\", \"flows\": [\"missing\"] }]",
        "$.together[0].flows: [\"missing\"]: there is no flow missing")]
    [TestCase("\"seconds\": 20", "\"seconds\": 20, \"together\": [{ \"name\": \"a\", \"flows\": [\"circuit\"] }]",
        "$.together[0].flows: [\"circuit\"]: allowed are at least two names of flows")]
    [TestCase("\"min\": 100", "\"min\": 100, \"max\": 50", "$.bands[0].max: 50: allowed is at least min, 100")]
    [TestCase("\"min\": 100", "\"claim\": \"none\"", "$.bands[0]: a band needs min, max or both")]
    [TestCase("\"min\": 100", "\"min\": 100, \"of\": \"a\", \"minus\": \"b\"", "$.bands[0].minus: \"b\": not allowed together with of")]
    public void An_error_is_reported_with_place_value_and_allowed_values(string text, string mistake, string message)
    {
        Assert.That(Valid.Contains(text, StringComparison.Ordinal), "the valid file has the text");
        ScenarioException error = Assert.Throws<ScenarioException>(() => ScenarioReader.Read(Valid.Replace(text, mistake), "x.json"))!;
        Assert.That(error.Message.Split('\n'), Has.Some.StartsWith($"x.json: {message}"));
    }

    [Test]
    public void All_errors_are_reported_at_once()
    {
        ScenarioException error =
            Assert.Throws<ScenarioException>(() => ScenarioReader.Read("""{ "clocks": ["moon"], "flows": [] }""", "x.json"))!;
        Assert.That(error.Problems.Select(problem => problem.Path),
            Is.EquivalentTo(new[] { "$.seconds", "$.links", "$.title", "$.clocks", "$.flows" }));
    }

    [TestCase("", "line 1, column 1")]
    [TestCase("{\n\"seconds\": }", "line 2, column 12")]
    public void Invalid_JSON_is_reported_with_its_line_and_column(string text, string line) =>
        Assert.That(Assert.Throws<ScenarioException>(() => ScenarioReader.Read(text, "x.json"))!.Message,
            Does.StartWith($"x.json: {line}: is not JSON"));

    [Test]
    public void A_list_instead_of_the_scenario_is_one_error_among_others() =>
        Assert.That(Assert.Throws<ScenarioException>(() => ScenarioReader.Read("[]", "x.json"))!.Message,
            Does.Contain("x.json: $: []: an object is allowed here"));
}
