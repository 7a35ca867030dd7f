using System.Globalization;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>
/// The scene of SAP-LAW, shortened: downloads with round trips of 30, 50 and 100 ms over a line of 19 Mbit/s, and from 45 s on a game with one of 20 ms.
/// The line's delay varies by 1 ms, because drop-tail queues and constant delays lock flows to each other.
/// </summary>
[Parallelizable(ParallelScope.All)]
public sealed class ClampedSceneTests
{
    private const double GamePropagationMs = 11; // With the whole jitter.

    /// <summary>The game's delay should exceed its propagation by no more than 3 ms; behind 250 packets it exceeds it by 3.13 ms.</summary>
    [TestCase(50, 3)]
    [TestCase(250, 3.5)]
    public void Flows_share_equally_and_fill_the_line_without_a_queue(int fifoPackets, double gameQueueMs)
    {
        TestbedRun clamped = Run(fifoPackets, """ "clamp": { "rateKbps": 19000, "margin": 1 }, """), plain = Run(fifoPackets, "");
        Assert.Multiple(() =>
        {
            Assert.That(Fairness.JainsIndex(Rates(clamped)), Is.GreaterThan(0.99));
            Assert.That(Fairness.JainsIndex(Rates(plain)), Is.LessThan(0.96), "without the clamp they do not share equally");
            Assert.That(Rates(clamped).Sum(), Is.GreaterThan(0.95 * Rates(plain).Sum()));
            Assert.That(clamped.Stats["game.downDelayMs.p99"], Is.LessThan(GamePropagationMs + gameQueueMs));
            Assert.That(plain.Stats["game.downDelayMs.p99"], Is.GreaterThan(GamePropagationMs + 20));
            Assert.That(clamped.Stats["game.interArrivalMs.p5"], Is.GreaterThan(47));
            Assert.That(clamped.Stats["game.interArrivalMs.p95"], Is.LessThan(53));
            Assert.That(clamped.Stats["line.down.measuredDrops"], Is.Zero);
            Assert.That(plain.Stats["line.down.measuredDrops"], Is.Positive);
        });
    }

    [TestCase("reno", 0.99)]
    [TestCase("cubic", 0.99)]
    public void Any_congestion_control_is_limited_at_any_scale_that_can_say_the_windows(string congestionControl, double jain)
    {
        TestbedRun run = Run(50, """ "clamp": { "rateKbps": 19000, "margin": 1 }, """, $"\"congestionControl\": \"{congestionControl}\", \"windowScale\": 7");
        Assert.That(Fairness.JainsIndex(Rates(run)), Is.GreaterThan(jain));
        Assert.That(run.Stats["line.down.measuredDrops"], Is.Zero);
    }

    [Test]
    public void The_run_reports_what_the_clamp_does()
    {
        TestbedRun run = Run(50, """ "clamp": { "rateKbps": 19000, "margin": 1 }, """);
        Assert.That(run.Stats["line.down.clamp.capacityKbps"], Is.EqualTo(19_000));
        Assert.That(run.Stats["line.down.clamp.releasedPercent"], Is.Zero);
        Assert.That(run.Stats["line.down.clamp.rewrittenPercent"], Is.GreaterThan(95));
        TimeSeries capacity = Series(run, "line.down.clampCapacityKbps"), queue = Series(run, "line.down.queueOverTimeMs");
        Assert.That(capacity.Values, Has.Length.EqualTo(240).And.All.EqualTo(19_000));
        Assert.That(queue.Values, Has.Length.EqualTo(240));
        Assert.That(queue.Values.Take(4).Max(), Is.GreaterThan(queue.Values.Skip(4).Max()), "slow start is over in the first second");
    }

    [Test]
    public void An_opaque_flow_is_not_limited()
    {
        TestbedRun run = Run(50, """ "clamp": { "rateKbps": 19000, "margin": 1 }, """, "\"opaque\": true");
        Assert.That(run.Stats["line.down.clamp.rewrittenPercent"], Is.Zero);
        Assert.That(run.Stats["line.down.measuredDrops"], Is.Positive);
    }

    private static double[] Rates(TestbedRun run) => [.. new[] { 30, 50, 100 }.Select(rtt => run.Stats[$"rtt{rtt}.goodputKbps"])];

    private static TimeSeries Series(TestbedRun run, string name) => run.Series.OfType<TimeSeries>().Single(series => series.Name == name);

    /// <param name="fifoPackets">The length of the line's queue.</param>
    /// <param name="clamp">The key of the line's clamp; empty: there is none.</param>
    /// <param name="tcp">Keys of the downloads.</param>
    private static TestbedRun Run(int fifoPackets, string clamp, string tcp = "") => SimulatedRun.Execute(ScenarioTexts.Read($$"""
        {
          "title": "The scene of SAP-LAW", "seconds": 60, "warmUpSeconds": 1,
          "links": {
            "line": {
              "down": { "rateKbps": 19000, "delayMs": 1, "jitterMs": 1, {{clamp}} "queue": { "limitPackets": {{fifoPackets}} } },
              "up": { "delayMs": 1 }
            }
          },
          "flows": [
            {{string.Join(",\n    ", new[] { 30, 50, 100 }.Select(rtt => Download(rtt, tcp)))}},
            { "name": "game", "extraDelayMs": 9, "startSeconds": 45,
              "game": { "down": { "intervalMs": 50, "payloadBytes": 200 }, "up": { "intervalMs": 60, "payloadBytes": 42 } } }
          ]
        }
        """), 1, default);

    private static string Download(int rtt, string tcp) =>
        string.Create(CultureInfo.InvariantCulture, $"{{ \"name\": \"rtt{rtt}\", \"extraDelayMs\": {rtt / 2 - 1}, \"tcp\": {{ {tcp} }} }}");
}
