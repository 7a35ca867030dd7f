using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

public sealed class DatagramFlowTests
{
    [TestCase(196, 78.4)]
    [TestCase(1500, 1200)]
    [TestCase(56, 22.4)]
    public void The_rate_counts_ip_bytes_and_the_goodput_payload(int bytes, double kbps)
    {
        TestbedRun run = Run($$""" "rateKbps": {{kbps}}, "packetBytes": {{bytes}} """);
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["flow.sentKbps"], Is.EqualTo(kbps).Within(1e-9 + 1e-6 * kbps));
            Assert.That(run.Stats["flow.lineKbps"], Is.EqualTo(kbps).Within(1e-6 * kbps));
            Assert.That(run.Stats["flow.goodputKbps"], Is.EqualTo(kbps * (bytes - 28) / bytes).Within(1e-6 * kbps));
            Assert.That(run.Stats["link.down.utilisation"], Is.EqualTo(kbps / 2000).Within(1e-6), "on the line");
            Assert.That(run.Stats["flow.lossPercent"], Is.Zero);
        });
    }

    [TestCase("down", 30)]
    [TestCase("up", 20)]
    public void The_direction_decides_which_links_the_datagrams_cross(string direction, double delay)
    {
        TestbedRun run = Run($$""" "rateKbps": 100, "direction": "{{direction}}" """);
        Assert.That(run.Stats["flow.delayMs.max"], Is.EqualTo(delay + (direction == "down" ? 196 * 8 / 2000.0 : 0)).Within(0.001));
    }

    [Test]
    public void Losses_are_counted_where_they_happened()
    {
        TestbedRun run = Run(""" "rateKbps": 78.4 """, """, "loss": { "model": "listed", "packets": [10, 60, 61, 120, 500] }""");
        TimeSeries loss = run.Series.OfType<TimeSeries>().Single(series => series.Name == "flow.lossPercent");
        // 50 packets a second; number 50 is the first that is measured, 548 the last that arrives before the end.
        Assert.That(run.Stats["flow.lossPercent"], Is.EqualTo(100 * 4 / 499.0).Within(1e-9));
        Assert.That(loss.Values[..11], Is.EqualTo(new[] { 2.0, 4, 2, 0, 0, 0, 0, 0, 0, 0, 100 / 49.0 }).Within(1e-9));
    }

    [Test]
    public void Duplicates_count_on_the_line_alone()
    {
        TestbedRun run = Run(""" "rateKbps": 78.4 """, """, "duplicationPercent": 100""");
        Assert.That(run.Stats["flow.goodputKbps"], Is.EqualTo(78.4 * 168 / 196).Within(0.5));
        Assert.That(run.Stats["flow.lineKbps"], Is.EqualTo(2 * 78.4).Within(1));
    }

    [Test]
    public void It_starts_and_stops_with_its_group()
    {
        TestbedRun run = SimulatedRun.Execute(
            ScenarioTexts.Read(Text(""" "rateKbps": 78.4 """, group: """ "startSeconds": 4, "stopSeconds": 6, """)), 1, default);
        TimeSeries sent = run.Series.OfType<TimeSeries>().Single(series => series.Name == "flow.sentKbps");
        Assert.That(sent.Values, Is.EqualTo(new[] { 0, 0, 0, 0, 78.4, 78.4, 0, 0, 0, 0, 0 }).Within(1e-6));
        Assert.That(run.Stats["flow.sentKbps"], Is.EqualTo(78.4).Within(1e-6), "within its window");
    }

    [Test]
    public void Jitter_changes_times_and_no_rate()
    {
        TestbedRun run = Run(""" "rateKbps": 78.4, "jitterMs": 20 """);
        Assert.That(run.Stats["flow.sentKbps"], Is.EqualTo(78.4).Within(0.3));
        Assert.That(run.Stats["flow.goodputCov"], Is.Positive);
    }

    [TestCase(""" "packetBytes": 100 """, ".rateKbps: is missing")]
    [TestCase(""" "rateKbps": 0 """, ".rateKbps: 0: allowed are 0.1 to 1000000 kbit/s")]
    [TestCase(""" "rateKbps": -3 """, ".rateKbps: -3: allowed are 0.1 to 1000000 kbit/s")]
    [TestCase(""" "rateKbps": 100, "packetBytes": 55 """, ".packetBytes: 55: allowed are 56 to 1500 bytes, whole numbers")]
    [TestCase(""" "rateKbps": 100, "packetBytes": 1501 """, ".packetBytes: 1501: allowed are 56 to 1500 bytes, whole numbers")]
    [TestCase(""" "rateKbps": 78.4, "jitterMs": 21 """, ".jitterMs: 21: allowed are 0 to 20 ms, the time between packets")]
    [TestCase(""" "rateKbps": 78.4, "direction": "sideways" """, ".direction: \"sideways\": allowed are down, up")]
    public void A_value_out_of_range_gives_one_line(string keys, string problem) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read(Text(keys))), Is.EqualTo(new[] { $"$.flows[0].datagrams{problem}" }));

    private static TestbedRun Run(string keys, string down = "") => SimulatedRun.Execute(ScenarioTexts.Read(Text(keys, down)), 1, default);

    private static string Text(string keys, string down = "", string group = "") => $$"""
        {
          "title": "t", "seconds": 11, "warmUpSeconds": 1, "binMs": 1000,
          "links": { "link": { "down": { "rateKbps": 2000, "delayMs": 30 {{down}} }, "up": { "delayMs": 20 } } },
          "flows": [ { "name": "flow", {{group}} "datagrams": { {{keys}} } } ]
        }
        """;
}
