using Mongoose.Core.Units;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Flows;

namespace Mongoose.Tests.Testbed.Scenarios.Flows;

public sealed class UnackedFlowTests
{
    private static readonly Duration RestsFrom = Duration.FromSeconds(4);

    private static readonly Scenario Scenario = ScenarioTexts.Read("""
        {
          "title": "t", "seconds": 5,
          "links": { "line": { "down": { "delayMs": 5 }, "up": { "delayMs": 5 } } },
          "flows": [ { "name": "circuit", "circuit": {} } ]
        }
        """);

    [Test]
    public void A_region_at_rest_is_asked_until_everything_is_acked()
    {
        Queue<double?> answers = new([18, 18, 0]);
        Assert.That(Finish(Duration.FromSeconds(5), answers.Dequeue), Is.Zero);
        Assert.That(answers, Is.Empty);
    }

    [Test]
    public void A_region_that_never_comes_to_rest_is_asked_a_limited_number_of_times()
    {
        int questions = 0;
        Assert.That(Finish(Duration.FromSeconds(5), () => ++questions), Is.EqualTo(10));
    }

    [Test]
    public void In_a_run_that_was_cut_short_the_region_is_asked_once()
    {
        Queue<double?> answers = new([500, 0]);
        Assert.That(Finish(Duration.FromSeconds(3), answers.Dequeue), Is.EqualTo(500));
        Assert.That(answers, Has.Count.EqualTo(1));
    }

    private static double Finish(Duration end, Func<double?> unackedBytes)
    {
        FlowRecord record = new(Scenario, Scenario.Flows[0], "circuit");
        record.EndAt(end);
        new UnackedFlow(new NoFlow(), unackedBytes, RestsFrom).Finish(record);
        return record.Extra.Single(figure => figure.Name == "unackedBytes").Value;
    }

    private sealed class NoFlow : IFlow
    {
        public void Start()
        {
        }

        public void Stop()
        {
        }

        public void Finish(FlowRecord record)
        {
        }
    }
}
