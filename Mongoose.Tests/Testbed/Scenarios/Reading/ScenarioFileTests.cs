using System.Text.Json.Nodes;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Tests.Testbed.Scenarios.Reading;

public sealed class ScenarioFileTests
{
    [Test]
    public void Values_can_be_replaced_in_objects_and_lists_and_added()
    {
        Scenario scenario =
            Read(("seconds", 9), ("flows[1].count", 3), ("links.access.down.delayMs", 70), ("flows[0].circuit.server", "stock"));
        Assert.Multiple(() =>
        {
            Assert.That(scenario.Length.Seconds, Is.EqualTo(9));
            Assert.That(scenario.Flows[1].Count, Is.EqualTo(3));
            Assert.That(scenario.Links[0].Down.Delay.Milliseconds, Is.EqualTo(70));
            Assert.That(((CircuitOptions)scenario.Flows[0].Kind).Server, Is.EqualTo("stock"), "the file does not have that key");
        });
    }

    [Test]
    public void The_file_is_not_modified()
    {
        using SavedScenario saved = new(ScenarioTexts.Small);
        ScenarioFile file = new(saved.Path);
        file.Read([("seconds", 9)]);
        Assert.That(file.Read().Length.Seconds, Is.EqualTo(4));
        Assert.That(File.ReadAllText(saved.Path), Is.EqualTo(ScenarioTexts.Small));
    }

    [Test]
    public void Replaced_values_are_validated_like_others() =>
        Assert.That(ScenarioTexts.ProblemsOf(() => Read(("seconds", -1))), Has.Some.EqualTo("$.seconds: -1: allowed are 0.1 to 86400 s"));

    [TestCase("")]
    [TestCase("flows[2].count")]
    [TestCase("flows.count")]
    [TestCase("links.nowhere.down.rateKbps")]
    [TestCase("flows[0][1]")]
    [TestCase("flows[x].count")]
    public void A_path_that_does_not_exist_is_reported(string place) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => Read((place, 1))).Single(),
            Is.EqualTo($"$.{place}: the scenario has no such path, so no value can be set there"));

    [Test]
    public void A_missing_file_is_reported() =>
        Assert.That(Assert.Throws<ScenarioException>(() => _ = new ScenarioFile("none/such.json"))!.Message,
            Does.StartWith("none/such.json: $: "));

    private static Scenario Read(params (string, JsonNode?)[] changes)
    {
        using SavedScenario saved = new(ScenarioTexts.Small);
        return new ScenarioFile(saved.Path).Read(changes);
    }
}
