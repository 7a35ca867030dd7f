using System.Text.Json.Nodes;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Updates;
using Mongoose.Testbed.Commands;
using Mongoose.Testbed.Reports.Pairs;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>The demo's options and its scenario.</summary>
public sealed class DemoScenarioTests
{
    [Test]
    public void Without_options_the_demo_is_the_built_in_scenario()
    {
        ScenarioFile file = new(ScenarioCatalogue.BuiltIn.Find("demo").Single());
        Scenario[] plain = file.ReadRuns().ToArray(), demo = new DemoScenario().File().ReadRuns().ToArray();
        Assert.That(demo.Select(run => run.Cell), Is.EqualTo(plain.Select(run => run.Cell)));
        Assert.That(plain.Select(run => run.Cell), Is.EqualTo(new[] { "1.5 Mbit/s", "8 Mbit/s", "line of 1 Mbit/s" }));
        for (int i = 0; i < plain.Length; i++)
            Assert.That(WithoutDefaults(demo[i]), Is.EqualTo(WithoutDefaults(plain[i])));
    }

    [Test]
    public void Both_servers_get_the_same_workload()
    {
        foreach (Scenario scenario in new DemoScenario { LossPercent = 1, Seed = 4 }.File().ReadRuns())
        {
            CircuitOptions stock = Circuit(scenario, 0), mongoose = Circuit(scenario, 1);
            Assert.That((stock.Server, mongoose.Server), Is.EqualTo(("stock", "mongoose")));
            Assert.That(stock with { Server = "mongoose", TexturePacketBytes = mongoose.TexturePacketBytes }, Is.EqualTo(mongoose));
            Assert.That(scenario.Links[0] with { Name = "mongoose-line" }, Is.EqualTo(scenario.Links[1]).Using<DuplexLink>(AreAlike));
        }
    }

    [Test]
    public void Each_throttle_is_a_pair_and_the_line_another()
    {
        DemoScenario demo = new() { ThrottlesKbps = [500, 1500], LineKbps = 2000 };
        Scenario[] runs = demo.File().ReadRuns().ToArray();
        Assert.That(runs.Select(run => run.Cell), Is.EqualTo(new[] { "500 kbit/s", "1.5 Mbit/s", "line of 2 Mbit/s" }));
        Assert.That(runs.Select(run => Circuit(run, 1).Throttle.KilobitsPerSecond), Is.EqualTo(new[] { 500.0, 1500, 6000 }));
        Assert.That(runs.Select(run => run.LineRateOf(run.Flows[1])!.Value.KilobitsPerSecond),
            Is.EqualTo(new[] { 20_000.0, 20_000, 2000 }));
        Assert.That((demo with { LineKbps = 0 }).File().ReadRuns().Count(), Is.EqualTo(2));
        Assert.That(demo.Arguments, Does.StartWith("--throttle 500,1500 ").And.EndsWith(" --line 2000"));
    }

    [Test]
    public void Options_change_links_seeds_times_and_ports()
    {
        Scenario scenario = new DemoScenario { RoundTripMs = 200, LossPercent = 1.5, Seconds = 4, Seed = 9, Port = 9000 }.File()
            .ReadRuns().First();
        Assert.That((scenario.Length.Seconds, scenario.Seed), Is.EqualTo((4.0, 9L)));
        Assert.That(scenario.Links.Select(link => link.RoundTrip.Milliseconds), Has.All.EqualTo(200));
        Assert.That(scenario.Links.SelectMany(link => new[] { link.Down.Loss, link.Up.Loss }).Select(loss => loss.ToString()).Distinct()
            .Count(), Is.EqualTo(1));
        Assert.That(new[] { Circuit(scenario, 0).Port, Circuit(scenario, 1).Port }, Is.EqualTo(new[] { 9000, 9001 }));
    }

    [TestCase(3)]
    [TestCase(2500)]
    public void The_limits_of_the_line_rate_give_valid_scenarios(double kbps) =>
        Assert.That(new DemoScenario { ThrottlesKbps = [64, 8000], LineKbps = kbps, RoundTripMs = 0, LossPercent = 20, Seconds = 2 }.File()
            .ReadRuns().Count(), Is.EqualTo(3));

    [Test]
    public void Real_regions_get_the_requested_number_of_viewers()
    {
        Scenario scenario = new DemoScenario { ThrottlesKbps = [1500], LineKbps = 0, OpenSimClients = 3 }.File().ReadRuns().Single();
        Assert.That(scenario.PlaceOn(ClockKind.Real), Is.EqualTo(PlaceKind.OpenSim));
        Assert.That(scenario.Flows.Select(flow => flow.Count), Is.EqualTo(new[] { 3, 3 }));
    }

    [Test]
    public void Without_the_module_stock_runs_alone()
    {
        DemoScenario demo = new() { ThrottlesKbps = [1500], LineKbps = 0, OpenSimClients = 1, HasMongoose = false };
        Assert.That(demo.File().ReadRuns().Single().Flows.Select(flow => flow.Name), Is.EqualTo(new[] { "stock" }));
    }

    [TestCase(1.5, 12)]
    [TestCase(8, 12)]
    [TestCase(1.5, 4)]
    [TestCase(8, 4)]
    public void In_simulation_both_servers_finish_the_timed_download_and_Mongoose_fills_the_circuit(double megabits, double seconds)
    {
        (PairedCircuit stock, PairedCircuit mongoose) =
            Simulate(new DemoScenario { ThrottlesKbps = [megabits * 1000], LineKbps = 0, Seconds = seconds });
        TestContext.Out.WriteLine($"{megabits} Mbit/s, {seconds} s: stock {stock.UsedPercent:f1} % in {stock.FirstTexturesSeconds:f2} s, "
            + $"Mongoose {mongoose.UsedPercent:f1} % in {mongoose.FirstTexturesSeconds:f2} s");
        Assert.That(mongoose.UsedPercent, Is.InRange(95, 103));
        Assert.That(stock.UsedPercent, Is.InRange(20, 80));
        Assert.That(mongoose.FirstTexturesSeconds, Is.InRange(0.1, seconds));
        Assert.That(stock.FirstTexturesSeconds, Is.InRange(mongoose.FirstTexturesSeconds, seconds));
        Assert.That(mongoose.TaskDelayMs.P99, Is.InRange(25, stock.TaskDelayMs.P99));
        Assert.That((mongoose.LossPercent, stock.LossPercent), Is.EqualTo((0.0, 0.0)));
    }

    [Test]
    public void In_simulation_path_control_fits_a_circuit_to_its_line([Values(1, 2, 3)] int seed)
    {
        (PairedCircuit stock, PairedCircuit mongoose) = Simulate(new DemoScenario { ThrottlesKbps = [], Seed = seed });
        TestContext.Out.WriteLine($"stock {stock.UsedPercent:f1} %, lost {stock.LossPercent:f1} %, Task {stock.TaskDelayMs}; "
            + $"Mongoose {mongoose.UsedPercent:f1} %, lost {mongoose.LossPercent:f1} %, Task {mongoose.TaskDelayMs}");
        Assert.That((stock.ThrottleKbps, stock.LimitKbps, mongoose.ThrottleKbps, mongoose.LimitKbps), Is.EqualTo((3000, 1000, 3000, 1000)));
        Assert.That(mongoose.UsedPercent, Is.InRange(stock.UsedPercent - 5, 98));
        Assert.That(mongoose.LossPercent, Is.LessThan(stock.LossPercent / 2));
        Assert.That(mongoose.TaskDelayMs.P50, Is.LessThan(stock.TaskDelayMs.P50 / 2));
        Assert.That(mongoose.TaskDelayMs.P99, Is.LessThan(stock.TaskDelayMs.P99 * 0.75));
        Assert.That(mongoose.FirstTexturesSeconds, Is.Not.NaN);
    }

    [Test]
    public void Mongoose_sends_as_shipped_but_resends_as_stock() => Assert.That(Circuit(new DemoScenario().File().ReadRuns().First(), 1)
        .Sending,
        Is.EqualTo(
            SendingOptions.Default with { PathControl = PathControlOptions.Default, FastResend = true, ResendRule = ResendRule.Off }));

    private static (PairedCircuit Stock, PairedCircuit Mongoose) Simulate(DemoScenario demo)
    {
        Scenario scenario = demo.File().ReadRuns().Single();
        TestbedRun run = SimulatedRun.Execute(scenario, scenario.Seed, CancellationToken.None);
        CircuitPair pair = CircuitPair.Find(
            new TestbedResult { Scenario = scenario.Info(ClockKind.Sim, [scenario.Seed]), Pair = [.. scenario.Pair], Runs = [run] })!;
        return (pair.Base!, pair.Other!);
    }

    private static CircuitOptions Circuit(Scenario scenario, int flow) => (CircuitOptions)scenario.Flows[flow].Kind;

    private static bool AreAlike(DuplexLink a, DuplexLink b) =>
        a.Name == b.Name && a.RoundTrip == b.RoundTrip && $"{a.Down.Bandwidth}{a.Down.Queue}" == $"{b.Down.Bandwidth}{b.Down.Queue}";

    /// <summary>The scenario's text without keys that have their default value.</summary>
    private static string WithoutDefaults(Scenario scenario)
    {
        JsonObject root = JsonNode.Parse(scenario.Json)!.AsObject();
        root.Remove("seed");
        foreach (JsonNode? flow in root["flows"]!.AsArray())
            flow!["circuit"]!.AsObject().Remove("port");
        foreach ((_, JsonNode? link) in root["links"]!.AsObject())
        {
            link!["down"]!.AsObject().Remove("loss");
            link["up"]!.AsObject().Remove("loss");
        }
        return root.ToJsonString();
    }
}
