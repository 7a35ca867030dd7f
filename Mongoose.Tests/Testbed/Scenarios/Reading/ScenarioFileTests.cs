using System.Text.Json.Nodes;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Tests.Testbed.Scenarios.Reading;

[Parallelizable(ParallelScope.All)]
public sealed class ScenarioFileTests
{
    [Test]
    public void Values_can_be_replaced_in_objects_and_lists_and_added()
    {
        Scenario scenario = Read(("seconds", 9), ("flows[1].count", 3), ("links.access.down.delayMs", 70), ("flows[0].circuit.server", "stock"));
        Assert.Multiple(() =>
        {
            Assert.That(scenario.Length.Seconds, Is.EqualTo(9));
            Assert.That(scenario.Flows[1].Count, Is.EqualTo(3));
            Assert.That(scenario.Links[0].Down.Delay.Milliseconds, Is.EqualTo(70));
            Assert.That(((CircuitOptions)scenario.Flows[0].Kind).Server, Is.EqualTo("stock"), "the file does not have that key");
        });
    }

    [Test]
    public void The_file_stays_as_it_is()
    {
        using SavedScenario saved = new(ScenarioTexts.Small);
        ScenarioFile file = new(saved.Path);
        file.Read([("seconds", 9)]);
        Assert.That(file.Read().Length.Seconds, Is.EqualTo(4));
        Assert.That(File.ReadAllText(saved.Path), Is.EqualTo(ScenarioTexts.Small));
    }

    [Test]
    public void What_was_replaced_is_judged_like_what_was_written() =>
        Assert.That(ScenarioTexts.ProblemsOf(() => Read(("seconds", -1))), Has.Some.EqualTo("$.seconds: -1: allowed are 0.1 to 86400 s"));

    [TestCase("flows[2].count")]
    [TestCase("flows.count")]
    [TestCase("links.nowhere.down.rateKbps")]
    [TestCase("flows[0][1]")]
    [TestCase("flows[x].count")]
    public void A_place_that_is_not_there_is_named(string place) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => Read((place, 1))).Single(), Is.EqualTo($"$.{place}: the scenario has no such path, so no value can be set there"));

    [Test]
    public void A_file_that_is_not_there_is_named() =>
        Assert.That(Assert.Throws<ScenarioException>(() => _ = new ScenarioFile("none/such.json"))!.Message, Does.StartWith("none/such.json: $: "));

    private static Scenario Read(params (string, JsonNode?)[] changes)
    {
        using SavedScenario saved = new(ScenarioTexts.Small);
        return new ScenarioFile(saved.Path).Read(changes);
    }
}
