using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios.Flows;

/// <summary>The additional figures of a circuit with details, in a simulated run.</summary>
public sealed class DetailsTests
{
    private static readonly TestbedRun Run =
        Execute("""{ "throttleKbps": 1500, "assets": 2, "details": true, "firstTexturesPercent": 10 }""");

    [Test]
    public void Channels_add_up_to_the_goodput_in_each_bin()
    {
        double[] goodput = Series("goodputKbps"), sum = new double[goodput.Length];
        foreach (TimeSeries channel in Run.Series.OfType<TimeSeries>()
            .Where(series => series.Name != "c.goodputKbps" && series.Name.EndsWith("Kbps")))
            sum = sum.Zip(channel.Values, (a, b) => a + b).ToArray();
        Assert.That(sum, Is.EqualTo(goodput).Within(1e-6));
        Assert.That(goodput.Average(), Is.GreaterThan(100));
    }

    [Test]
    public void Channels_that_carried_something_have_packets_and_delays()
    {
        Assert.That(Stat("texturePackets"), Is.GreaterThan(100));
        Assert.That(Stat("landDelayMs.p99"), Is.GreaterThanOrEqualTo(Stat("landDelayMs.p50")).And.GreaterThan(0));
        Assert.That((Stat("taskMissing"), Stat("taskResent")), Is.EqualTo((0.0, 0.0)));
    }

    [Test]
    public void The_maximum_update_age_is_at_least_the_99th_percentile() =>
        Assert.That(Stat("taskDelayMs.max"), Is.GreaterThanOrEqualTo(Stat("taskDelayMs.p99")));

    [Test]
    public void Usage_is_relative_to_the_limit()
    {
        Assert.That((Stat("throttleKbps"), Stat("limitKbps")), Is.EqualTo((1500.0, 1000.0)), "the line's rate is lower");
        Assert.That(Stat("usedPercent"), Is.EqualTo(100 * Stat("goodputKbps") / 1000).Within(1e-9));
    }

    [Test]
    public void With_a_controller_the_limit_is_its_maximum_request()
    {
        TestbedRun run = Execute("""{ "throttleKbps": 100, "controller": "windowTracking", "maxKbps": 800, "details": true }""");
        Assert.That((run.Stats["c.throttleKbps"], run.Stats["c.limitKbps"]), Is.EqualTo((800.0, 800.0)));
        Assert.That(run.Stats["c.usedPercent"], Is.InRange(10, 101));
    }

    [Test]
    public void The_first_textures_take_some_of_the_run() => Assert.That(Stat("firstTexturesSeconds"), Is.InRange(0.1, 8));

    [Test]
    public void Simulated_runs_have_the_servers_counters_but_no_processor_time()
    {
        Assert.That(Stat("resends"), Is.GreaterThanOrEqualTo(0));
        Assert.That(Stat("ackStalls"), Is.GreaterThanOrEqualTo(0));
        Assert.That(Stat("trimsResends"), Is.EqualTo(1));
        Assert.That(Run.Stats.Names, Does.Not.Contain("c.cpuPercent"));
    }

    [Test]
    public void Unfinished_first_textures_are_not_measured()
    {
        TestbedRun slow = Execute("""{ "throttleKbps": 1500, "details": true, "firstTexturesPercent": 100 }""");
        Assert.That(slow.Stats["c.firstTexturesSeconds"], Is.NaN);
    }

    [Test]
    public void Without_details_there_are_no_such_figures()
    {
        string[] names = Execute("""{ "throttleKbps": 1500 }""").Stats.Names.ToArray();
        Assert.That(names, Has.None.Contains("Packets").And.None.Contains("usedPercent").And.None.Contains("firstTextures"));
    }

    private static TestbedRun Execute(string circuit)
    {
        Scenario scenario = ScenarioTexts.Read($$"""
            {
              "title": "t", "seconds": 8, "warmUpSeconds": 1,
              "links": { "l": { "down": { "rateKbps": 1000, "delayMs": 20 }, "up": { "delayMs": 20 } } },
              "flows": [ { "name": "c", "circuit": {{circuit}} } ]
            }
            """);
        return SimulatedRun.Execute(scenario, 1, CancellationToken.None);
    }

    private static double Stat(string name) => Run.Stats[$"c.{name}"];

    private static double[] Series(string name) => Run.Series.OfType<TimeSeries>().Single(series => series.Name == $"c.{name}").Values;
}
