using Mongoose.Core.Units;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

public sealed class MilestoneTests
{
    /// <summary>Falls from 1000 to 100 at 3 s, and reaches 500 at 6 s.</summary>
    private static readonly TimeSeries Requested =
        TimeSeries.Moments("f.requestedKbps", "kbit/s", [0, 1, 2, 3, 4, 5, 6], [1000, 1000, 1000, 100, 200, 400, 500]);

    [TestCase("up", 2, 400, 0.0, TestName = "A rate that is already requested is reached at once")]
    [TestCase("up", 3, 400, 2.0, TestName = "The time is counted from the milestone")]
    [TestCase("up", 2.5, 350, 2.5, TestName = "From below, the first rate that is not lower counts")]
    [TestCase("down", 1, 150, 2.0, TestName = "From above, the first rate that is not higher counts")]
    [TestCase("up", 3, 600, 7.0, TestName = "A rate that is never reached takes the rest of the run")]
    public void Times(string direction, double atSeconds, double kbps, double seconds)
    {
        Milestone milestone = new("m", Duration.FromSeconds(atSeconds), DataRate.FromKilobitsPerSecond(kbps), direction == "up", []);
        Assert.That(milestone.SecondsUntil(Requested, Duration.FromSeconds(10)), Is.EqualTo(seconds));
    }

    [Test]
    public void Every_circuit_with_a_controller_has_the_stat_and_its_group_the_mean()
    {
        Scenario scenario = ScenarioTexts.Read("""
            {
              "title": "t", "seconds": 6, "links": { "path": { "down": { "delayMs": 20 }, "up": { "delayMs": 20 } } },
              "flows": [ { "name": "tracking", "count": 2, "circuit": { "controller": "windowTracking" } },
                { "name": "fixed", "circuit": {} }, { "name": "reno", "tcp": {} } ],
              "milestones": [ { "name": "start", "atSeconds": 1, "kbps": 500 }, { "name": "never", "atSeconds": 1, "kbps": 900000 },
                { "name": "other", "atSeconds": 1, "kbps": 5, "flows": "fixed" } ]
            }
            """);
        OrderedMap<double> stats = SimulatedRun.Execute(scenario, 1, default).Stats;
        Assert.That(stats.Names.Where(name => name.EndsWith(".startSeconds", StringComparison.Ordinal)),
            Is.EquivalentTo(new[] { "tracking.1.startSeconds", "tracking.2.startSeconds", "tracking.startSeconds" }));
        Assert.That(stats["tracking.startSeconds"], Is.EqualTo((stats["tracking.1.startSeconds"] + stats["tracking.2.startSeconds"]) / 2)
            .And.LessThan(5));
        Assert.That(stats.Names, Has.None.EndsWith("otherSeconds"));
        Assert.That(stats["tracking.neverSeconds"], Is.EqualTo(5));
    }

    [TestCase("up", 2, 300, 4.0, TestName = "A rate on the line is reached when the mean of two seconds is")]
    [TestCase("down", 1.5, 100, 2.5, TestName = "Bins before the milestone do not count")]
    [TestCase("down", 1, 100, 3.0, TestName = "From above, the mean of two seconds counts too")]
    [TestCase("up", 2, 600, 8.0, TestName = "A mean that is never reached takes the rest of the run")]
    public void Times_on_the_line(string direction, double atSeconds, double kbps, double seconds)
    {
        TimeSeries line = TimeSeries.Binned("f.lineKbps", "kbit/s", Duration.FromSeconds(1), [1000, 1000, 100, 100, 200, 400, 500]);
        Milestone milestone = new("m", Duration.FromSeconds(atSeconds), null, direction == "up", [],
            LineRate: DataRate.FromKilobitsPerSecond(kbps));
        Assert.That(milestone.SecondsUntil(line, Duration.FromSeconds(10)), Is.EqualTo(seconds));
    }

    [Test]
    public void A_number_of_streams_is_timed_for_flows_of_voice()
    {
        Scenario scenario = ScenarioTexts.Read("""
            {
              "title": "t", "seconds": 6, "links": { "path": { "down": { "delayMs": 20 }, "up": { "delayMs": 20 } } },
              "flows": [ { "name": "mixer", "voice": { "rule": "fixed", "fixedStreams": 3 } }, { "name": "reno", "tcp": {} } ],
              "milestones": [ { "name": "three", "atSeconds": 1, "streams": 3 },
                { "name": "few", "atSeconds": 1, "streams": 2, "direction": "down" }, { "name": "rate", "atSeconds": 1, "kbps": 5 } ]
            }
            """);
        OrderedMap<double> stats = SimulatedRun.Execute(scenario, 1, default).Stats;
        Assert.That((stats["mixer.threeSeconds"], stats["mixer.fewSeconds"]), Is.EqualTo((0.0, 5.0)));
        Assert.That(stats.Names, Has.None.EndsWith("rateSeconds").And.None.StartsWith("reno.three"));
    }

    [TestCase(""" "atSeconds": 11, "kbps": 5 """, ".name: is missing")]
    [TestCase(""" "name": "a", "atSeconds": 1 """, ": a milestone needs one of kbps, streams and lineKbps")]
    [TestCase(""" "name": "a", "atSeconds": 1, "kbps": 5, "streams": 4 """, ": a milestone needs one of kbps, streams and lineKbps")]
    [TestCase(""" "name": "a", "atSeconds": 1, "streams": 1001 """, ".streams: 1001: allowed are 0 to 1000")]
    [TestCase(""" "name": "a b", "atSeconds": 1, "kbps": 5 """, ".name: \"a b\": allowed are letters and digits, starting with a letter")]
    [TestCase(""" "name": "a", "atSeconds": 11, "kbps": 5 """, ".atSeconds: 11: allowed are 0 to 10 s, within the scenario")]
    [TestCase(""" "name": "a", "atSeconds": 1, "kbps": 0 """, ".kbps: 0: allowed are 0.001 to 1000000 kbit/s")]
    [TestCase(""" "name": "a", "atSeconds": 1, "kbps": 5, "direction": "sideways" """, ".direction: \"sideways\": allowed are down, up")]
    [TestCase(""" "name": "a", "atSeconds": 1, "kbps": 5, "flows": ["f", "g"] """, ".flows: [\"f\", \"g\"]: there is no flow g")]
    [TestCase(""" "name": "a", "atSeconds": 1, "streams": 5, "flows": "f" """, ".streams: 5: f is no voice; use kbps")]
    [TestCase(""" "name": "a", "atSeconds": 1, "kbps": 5, "flows": ["f", "v"] """, ".kbps: 5: v is voice; use streams")]
    [TestCase(""" "name": "a", "atSeconds": 1, "kbps": 5 }, { "name": "a", "atSeconds": 1, "kbps": 5 """,
        ".name: \"a\": another milestone has that name")]
    public void An_error_is_reported_with_place_value_and_allowed_values(string milestone, string problem) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read($$"""
            {
              "title": "t", "seconds": 10, "links": { "a": { "down": {}, "up": {} } },
                "flows": [ { "name": "f", "tcp": {} }, { "name": "v", "voice": {} } ],
              "milestones": [ { {{milestone}} } ]
            }
            """)), Has.Some.Match(@"^\$\.milestones\[\d\]" + System.Text.RegularExpressions.Regex.Escape(problem)));
}
