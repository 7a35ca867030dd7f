using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>The scene of SAP-LAW, shortened, with a given capacity; the game starts at 45 s.</summary>
public sealed class ClampedSceneTests
{
    private const string Clamp = """{ "rateKbps": 19000 }""";

    [TestCase(50)]
    [TestCase(250)]
    public void Flows_share_equally_and_fill_the_line_without_a_queue(int fifoPackets)
    {
        TestbedRun clamped = Run(fifoPackets, Clamp), plain = Run(fifoPackets, "");
        Assert.Multiple(() =>
        {
            Assert.That(Fairness.JainsIndex(ClampScene.Rates(clamped)), Is.GreaterThan(0.99));
            Assert.That(Fairness.JainsIndex(ClampScene.Rates(plain)), Is.LessThan(0.98),
                "without the clamp, a shorter round trip has a larger share");
            Assert.That(ClampScene.Rates(clamped).Sum(), Is.GreaterThan(0.95 * ClampScene.Rates(plain).Sum()));
            Assert.That(clamped.Stats["game.downDelayMs.p99"], Is.LessThan(ClampScene.GamePropagationMs + ClampScene.CollisionMs));
            Assert.That(plain.Stats["game.downDelayMs.p99"], Is.GreaterThan(ClampScene.GamePropagationMs + 20));
            Assert.That(clamped.Stats["game.interArrivalMs.p5"], Is.GreaterThan(47));
            Assert.That(clamped.Stats["game.interArrivalMs.p95"], Is.LessThan(53));
            Assert.That(clamped.Stats["line.down.measuredDrops"], Is.Zero);
            Assert.That(plain.Stats["line.down.measuredDrops"], Is.Positive);
        });
    }

    [Test]
    public void Any_congestion_control_is_limited_at_any_scale_that_can_say_the_windows(
        [Values("reno", "cubic")] string congestionControl, [Values(null, 7, 10)] int? scale)
    {
        TestbedRun run =
            Run(50, Clamp, $"\"congestionControl\": \"{congestionControl}\" {(scale is null ? "" : $", \"windowScale\": {scale}")}");
        Assert.That(Fairness.JainsIndex(ClampScene.Rates(run)), Is.GreaterThan(0.99));
        Assert.That(run.Stats["line.down.measuredDrops"], Is.Zero);
    }

    [Test]
    public void The_run_reports_what_the_clamp_does()
    {
        TestbedRun run = Run(50, Clamp);
        Assert.That(run.Stats["line.down.clamp.capacityKbps"], Is.EqualTo(19_000));
        Assert.That(run.Stats["line.down.clamp.releasedPercent"], Is.Zero);
        Assert.That(run.Stats["line.down.clamp.rewrittenPercent"], Is.GreaterThan(95));
        TimeSeries capacity = ClampScene.Series(run, "line.down.clampCapacityKbps"),
            queue = ClampScene.Series(run, "line.down.queueOverTimeMs");
        Assert.That(capacity.Values, Has.Length.EqualTo(240).And.All.EqualTo(19_000));
        Assert.That(queue.Values, Has.Length.EqualTo(240));
        Assert.That(queue.Values.Take(8).Max(), Is.GreaterThan(queue.Values.Skip(8).Max()),
            "slow start begins at 1 s and is over within a second");
    }

    [Test]
    public void A_capacity_that_is_not_known_is_no_figure()
    {
        TestbedRun run = ClampScene.Run(5, 1, Line("""{ "auto": true }"""), ClampScene.Game("\"line\"", 0));
        Assert.That(run.Stats["line.down.clamp.capacityKbps"], Is.NaN, "no packet of the game waits for another");
        Assert.That(ClampScene.Series(run, "line.down.clampCapacityKbps").Values, Is.Empty);
        Assert.That(run.Stats["line.down.clamp.releasedPercent"], Is.Zero);
    }

    [Test]
    public void The_mean_capacity_is_of_the_time_in_which_it_is_known()
    {
        TestbedRun run =
            ClampScene.Run(10, 1, Line("""{ "auto": true }"""), ClampScene.Download("late", "\"line\"", 50, keys: "\"startSeconds\": 5"));
        TimeSeries capacity = ClampScene.Series(run, "line.down.clampCapacityKbps");
        Assert.That(capacity.At, Is.Not.Empty.And.All.GreaterThan(5));
        Assert.That(capacity.Values, Has.Length.EqualTo(capacity.At!.Length));
        Assert.That(run.Stats["line.down.clamp.capacityKbps"],
            Is.EqualTo(capacity.Values.Average()).Within(1e-6).And.GreaterThan(0.9 * ClampScene.LineKbps));
    }

    [Test]
    public void An_opaque_flow_is_not_limited()
    {
        TestbedRun run = Run(50, Clamp, "\"opaque\": true");
        Assert.That(run.Stats["line.down.clamp.rewrittenPercent"], Is.Zero);
        Assert.That(run.Stats["line.down.measuredDrops"], Is.Positive);
    }

    private static string Line(string clamp) => ClampScene.Line(ClampScene.Rate, 50, clamp);

    /// <param name="fifoPackets">The length of the line's queue.</param>
    /// <param name="clamp">The line's clamp; empty: there is none.</param>
    /// <param name="tcp">Keys of the downloads.</param>
    private static TestbedRun Run(int fifoPackets, string clamp, string tcp = "") => ClampScene.Run(60, 2,
        ClampScene.Line(ClampScene.Rate, fifoPackets, clamp),
        $"{ClampScene.Downloads("\"line\"", tcp)}, {ClampScene.Game("\"line\"", 45)}");
}
