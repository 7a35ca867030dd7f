using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>The clamp in a closed loop with simulated TCP, on a line whose capacity, load or other traffic it has to find out.</summary>
public sealed class ClampedLineTests
{
    private const string OnLine = "\"line\"", ToHome = """["line", "home"]""";
    private const string Own = """{ "auto": true }""", Upstream = """{ "rateKbps": 19000, "queue": "upstream", "auto": true }""";

    [Test]
    public void The_capacity_of_the_own_queue_is_found_from_the_start()
    {
        TestbedRun run = ClampScene.Run(30, 5, ClampScene.Line(ClampScene.Rate, 250, Own), Flows(OnLine));
        Assert.That(run.Stats["line.down.clamp.releasedPercent"], Is.Zero);
        Assert.That(run.Stats["game.downDelayMs.p99"], Is.LessThan(ClampScene.GamePropagationMs + ClampScene.CollisionMs));
        Assert.That(run.Stats["line.down.utilisation"], Is.GreaterThan(0.95));
    }

    /// <summary>
    /// At both steps a queue may stand for 3 s: when the capacity comes back, senders fill the larger windows in one burst.
    /// </summary>
    [TestCase(true)]
    [TestCase(false)]
    public void A_capacity_that_is_halved_and_comes_back_is_followed(bool isOwn)
    {
        string line = ClampScene.Line(ClampScene.Halved, 250, isOwn ? Own : "");
        TestbedRun run = ClampScene.Run(60, 5, isOwn ? line : $"{line}, {ClampScene.Home(Upstream)}", Flows(isOwn ? OnLine : ToHome));
        Assert.That(ClampScene.Values(run, "line.down.queueOverTimeMs", 20, 21).Max(), Is.GreaterThan(12),
            "the windows were too large for it");
        Assert.That(ClampScene.Values(run, "line.down.queueOverTimeMs", 23, 40).Max(), Is.LessThan(12));
        Assert.That(ClampScene.Values(run, "line.down.queueOverTimeMs", 43, 60).Max(), Is.LessThan(12));
        Assert.That(UseBetween(run, 45, 46), Is.GreaterThanOrEqualTo(0.9));
    }

    /// <summary>By count, two flows have a third each, and the third one uses 1 of 19 Mbit/s.</summary>
    [TestCase("need", 0.95, 1)]
    [TestCase("count", 0.72, 0.73)]
    public void What_a_flow_leaves_is_lent_by_need_and_not_by_count(string sharing, double least, double most)
    {
        string limited = ClampScene.Download("limited", OnLine, 50, "\"application\": { \"kind\": \"paced\", \"rateKbps\": 1000 }");
        string flows = $"{ClampScene.Download("a", OnLine, 50)}, {ClampScene.Download("b", OnLine, 50)}, {limited}";
        TestbedRun run =
            ClampScene.Run(25, 5, ClampScene.Line(ClampScene.Rate, 100, $$"""{ "rateKbps": 19000, "sharing": "{{sharing}}" }"""), flows);
        Assert.That(run.Stats["line.down.utilisation"], Is.InRange(least, most));
        Assert.That(run.Stats["limited.goodputKbps"], Is.EqualTo(1000).Within(20));
    }

    /// <summary>
    /// The flow starts at 10 s; figures are of the time from 15 s on, within the hold time. In the first 20 s after it the clamped flows
    /// grow again, so they have less than without a clamp.
    /// </summary>
    [Test]
    public void A_greedy_flow_that_cannot_be_clamped_makes_it_let_go()
    {
        string quic = ClampScene.Download("quic", ToHome, 50, "\"congestionControl\": \"cubic\", \"opaque\": true", "\"startSeconds\": 10");
        TestbedRun automatic = Run("""{ "rateKbps": 19000, "queue": "upstream", "auto": true, "holdSeconds": 60 }""");
        double plain = ClampScene.Rates(Run("")).Sum(),
            given = ClampScene.Rates(Run("""{ "rateKbps": 19000, "queue": "upstream" }""")).Sum();
        Assert.That(automatic.Stats["home.down.clamp.releasedPercent"], Is.EqualTo(100), "released within 5 s");
        Assert.That(ClampScene.Rates(automatic).Sum(), Is.GreaterThanOrEqualTo(0.8 * plain));
        Assert.That(given, Is.LessThan(0.8 * plain), "a clamp that holds on leaves the line to the greedy flow");

        TestbedRun Run(string clamp) =>
            ClampScene.Run(70, 15, $"{ClampScene.Line(ClampScene.Rate, 250, "")}, {ClampScene.Home(clamp)}",
                $"{ClampScene.Downloads(ToHome)}, {quic}");
    }

    /// <summary>
    /// A margin makes a queue that never empties. It must not become part of the round trips from which the windows follow.
    /// </summary>
    [Test]
    public void A_margin_makes_the_own_queue_no_longer_with_time()
    {
        TestbedRun run =
            ClampScene.Run(60, 5, ClampScene.Line(ClampScene.Rate, 250, """{ "rateKbps": 19000, "margin": 1.05 }"""), Flows(OnLine));
        double early = ClampScene.Values(run, "line.down.queueOverTimeMs", 15, 30).Max();
        double late = ClampScene.Values(run, "line.down.queueOverTimeMs", 45, 60).Max();
        Assert.That(late, Is.LessThan(early + 1));
    }

    private static string Flows(string path) => $"{ClampScene.Downloads(path)}, {ClampScene.Game(path, 5)}";

    /// <summary>The part of the full line that the downloads use, headers included.</summary>
    private static double UseBetween(TestbedRun run, double from, double to) => new[] { 30, 50, 100 }
        .Sum(rtt => ClampScene.Values(run, $"rtt{rtt}.goodputKbps", from, to).Average()) * ClampScene.PacketBytes / ClampScene.SegmentBytes
        / ClampScene.LineKbps;
}
