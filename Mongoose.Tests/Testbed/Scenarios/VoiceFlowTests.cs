using Mongoose.Core.Units;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Running;
using Mongoose.Testbed.Voices;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Mixing.Monitoring;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Tests.Testbed.Scenarios;

public sealed class VoiceFlowTests
{
    private const string ThreeOfFive = """ "rule": "fixed", "fixedStreams": 3, "sources": 5 """;

    [Test]
    public void The_defaults_are_the_packets_and_reports_of_the_paper_and_of_the_facts()
    {
        VoiceProfile plain = Profile(""), trunk = Profile(""" "form": "trunk" """),
            paper = Profile(""" "rule": "paper", "repeatMs": 100 """);
        Assert.Multiple(() =>
        {
            Assert.That((plain.Mixing.Packets, plain.Timing, plain.Sources), Is.EqualTo((StreamPackets.Paper, ReportTiming.Default, 8)));
            Assert.That(trunk.Mixing.Packets, Is.EqualTo(StreamPackets.Trunk));
            Assert.That(paper.Timing, Is.EqualTo(new ReportTiming(Duration.Zero, Duration.FromMilliseconds(100))));
            Assert.That(Profile(""" "lossUnit": "ownPackets" """).Mixing.LossUnit, Is.EqualTo(LossUnit.OwnPackets));
        });
    }

    [TestCase("plain", 3 * 78.4, 3 * 78.4 * 168 / 196)]
    [TestCase("trunk", 217.6, 206.4)]
    public void Packets_have_their_size_on_the_line(string form, double kbps, double payloadKbps)
    {
        // A trunk of three streams has 3 x 168 + 40 = 544 bytes.
        TestbedRun run = Run($$""" {{ThreeOfFive}}, "form": "{{form}}" """);
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["flow.sentKbps"], Is.EqualTo(kbps).Within(1e-6));
            Assert.That(run.Stats["flow.lineKbps"], Is.EqualTo(kbps).Within(1e-6));
            Assert.That(run.Stats["flow.goodputKbps"], Is.EqualTo(payloadKbps).Within(1e-6));
            Assert.That(run.Stats["link.down.utilisation"], Is.EqualTo(kbps / 2000).Within(1e-6));
        });
    }

    [Test]
    public void A_fixed_number_of_streams_has_no_changes()
    {
        TestbedRun run = Run(ThreeOfFive);
        (string Name, double Value)[] expected =
        [
            ("streams.mean", 3), ("streams.sd", 0), ("streams.min", 3), ("streams.max", 3), ("receivedStreams.mean", 3),
            ("changesPerMinute", 0),
            ("silentSeconds", 0), ("probingPercent", 0), ("competingPercent", 0), ("lossPercent", 0), ("lossEvents", 0),
        ];
        Assert.That(expected.Select(stat => (stat.Name, run.Stats[$"flow.{stat.Name}"])), Is.EqualTo(expected));
        Assert.That(run.Stats["flow.fairKbps"], Is.NaN, "there is no fair rate before the first loss");
    }

    [TestCase("down", 30.784)]
    [TestCase("up", 20)]
    public void Delay_and_round_trip_are_those_of_the_links(string direction, double delay)
    {
        TestbedRun run = Run($$""" {{ThreeOfFive}}, "direction": "{{direction}}" """);
        Assert.That(run.Stats["flow.delayMs.p50"], Is.EqualTo(delay).Within(0.01));
        Assert.That(run.Stats["flow.delayMs.max"], Is.EqualTo(delay).Within(0.01), "the streams are spread, and none waits for another");
        Assert.That(run.Stats["flow.rttMs.p50"], Is.InRange(50, 51.5));
    }

    [Test]
    public void Synchronous_streams_wait_for_each_other()
    {
        TestbedRun run = Run($$""" {{ThreeOfFive}}, "synchronous": true """);
        Assert.That(run.Stats["flow.delayMs.max"], Is.EqualTo(30 + 3 * 0.784).Within(0.01));
    }

    [Test]
    public void Lost_packets_are_counted_and_make_loss_events()
    {
        // 50 packets a second; number 50 is the first that is measured, 548 the last that arrives before the end.
        TestbedRun run = Run(""" "rule": "fixed", "fixedStreams": 1 """, """, "loss": { "model": "listed", "packets": [60, 61, 250] }""");
        Assert.That(run.Stats["flow.lossPercent"], Is.EqualTo(100 * 3 / 499.0).Within(1e-9));
        Assert.That(run.Stats["flow.lossEvents"], Is.EqualTo(2), "two of them within a round trip");
        Assert.That(run.Stats["flow.receivedStreams.mean"], Is.EqualTo(497 / 500.0).Within(1e-9));
        Assert.That(run.Stats["flow.fairKbps"], Is.Positive);
    }

    [Test]
    public void Duplicates_count_on_the_line_alone()
    {
        TestbedRun run = Run(ThreeOfFive, """, "duplicationPercent": 100""");
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["flow.receivedStreams.mean"], Is.EqualTo(3).Within(0.01));
            Assert.That(run.Stats["flow.goodputKbps"], Is.EqualTo(3 * 78.4 * 168 / 196).Within(1));
            Assert.That(run.Stats["flow.lineKbps"], Is.EqualTo(2 * 3 * 78.4).Within(2));
            Assert.That(run.Stats["flow.lossPercent"], Is.Zero);
            Assert.That(run.Series.OfType<SampleSeries>().Single(series => series.Name == "flow.delayMs").Count,
                Is.EqualTo(1500).Within(3));
        });
    }

    [Test]
    public void The_numbers_of_streams_are_weighted_by_time()
    {
        // The series has samples every 100 ms.
        TestbedRun run = Run(""" "rule": "fixed", "fixedStreams": 20, "sources": 20, "talkSeconds": 2, "pauseSeconds": 2 """);
        double[] streams = Series(run, "flow.streams").Values[10..];
        double mean = streams.Average(), sd = Math.Sqrt(streams.Average(value => (value - mean) * (value - mean)));
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["flow.streams.mean"], Is.EqualTo(mean).Within(0.1));
            Assert.That(run.Stats["flow.streams.sd"], Is.EqualTo(sd).Within(0.1));
            Assert.That(run.Stats["flow.streams.min"], Is.LessThanOrEqualTo(streams.Min()));
            Assert.That(run.Stats["flow.streams.max"], Is.GreaterThanOrEqualTo(streams.Max()));
            Assert.That(run.Stats["flow.changesPerMinute"], Is.EqualTo(20 * 60 / 2.0).Within(150),
                "20 sources change every 2 s in the mean");
            Assert.That(run.Stats["flow.sentKbps"], Is.EqualTo(78.4 * run.Stats["flow.streams.mean"]).Within(1));
        });
    }

    [Test]
    public void A_line_that_carries_nothing_silences_the_streams()
    {
        TestbedRun run = SimulatedRun.Execute(ScenarioTexts.Read(
            Text("", """, "lossSteps": [ { "atSeconds": 0, "percent": 0 }, { "atSeconds": 4, "percent": 100 } ]""", seconds: 31)), 1,
                default);
        double silent = run.Stats["flow.silentSeconds"];
        Assert.That(silent, Is.InRange(20, 27), "from two to seven seconds after the change on");
        Assert.That(run.Stats["flow.probingPercent"], Is.EqualTo(100 * silent / 30).Within(1e-9));
        Assert.That(run.Stats["flow.streams.min"], Is.Zero);
        double[] sent = Series(run, "flow.sentKbps").Values;
        Assert.That(run.Stats["flow.lossPercent"], Is.EqualTo(100 * sent[4..29].Sum() / sent[1..29].Sum()).Within(1),
            "what is sent in the last two seconds may be in flight");
        Assert.That(sent[20..30], Is.All.EqualTo(196 * 8 / 1000.0).Within(1e-9), "a probe a second");
    }

    [Test]
    public void Members_and_groups_have_packets_of_their_own()
    {
        TestbedRun run = SimulatedRun.Execute(ScenarioTexts.Read($$"""
            {
              "title": "t", "seconds": 11, "warmUpSeconds": 1,
              "links": { "link": { "down": { "delayMs": 30 }, "up": { "delayMs": 20 } } },
              "flows": [ { "name": "two", "count": 2, "voice": { {{ThreeOfFive}} } },
                { "name": "one", "voice": { "rule": "fixed", "fixedStreams": 1 } } ]
            }
            """), 1, default);
        Assert.That(new[] { "two.1", "two.2", "one" }.Select(name => run.Stats[$"{name}.receivedStreams.mean"]),
            Is.EqualTo(new[] { 3.0, 3, 1 }));
        Assert.That(run.Stats["two.lineKbps"], Is.EqualTo(3 * 78.4).Within(1e-6), "the mean of its flows");
    }

    [Test]
    public void The_same_sources_talk_in_each_group()
    {
        TestbedRun run = SimulatedRun.Execute(ScenarioTexts.Read("""
            {
              "title": "t", "seconds": 21, "warmUpSeconds": 1,
              "links": { "link": { "down": { "delayMs": 30 }, "up": { "delayMs": 20 } } },
              "flows": [
                { "name": "still", "count": 2, "voice": { "rule": "fixed", "fixedStreams": 8, "talkSeconds": 1, "pauseSeconds": 1 } },
                { "name": "shaken", "count": 2,
                  "voice": { "rule": "fixed", "fixedStreams": 8, "talkSeconds": 1, "pauseSeconds": 1, "jitterMs": 5, "form": "trunk" } }
              ]
            }
            """), 1, default);
        double[] Means(string group) => [.. new[] { 1, 2 }.Select(member => run.Stats[$"{group}.{member}.streams.mean"])];
        Assert.That(Means("shaken"), Is.EqualTo(Means("still")).Within(0.05));
        Assert.That(Means("still")[0], Is.Not.EqualTo(Means("still")[1]).Within(0.1), "each member has sources of its own");
    }

    [Test]
    public void The_clock_in_reports_may_drift()
    {
        TestbedRun Drifting(double ppm) => Run($$""" {{ThreeOfFive}}, "clockDriftPpm": {{ppm}} """);
        Assert.That(Drifting(300).Stats["flow.rttMs.p50"], Is.EqualTo(Drifting(0).Stats["flow.rttMs.p50"]).Within(0.2));
        Assert.That(Drifting(300).Stats["flow.streams.mean"], Is.EqualTo(3));
    }

    [TestCase(""" "sources": 0 """, ".sources: 0: allowed are 1 to 1000, whole numbers")]
    [TestCase(""" "sources": 1001 """, ".sources: 1001: allowed are 1 to 1000, whole numbers")]
    [TestCase(""" "form": "trunk", "sources": 9 """, ".sources: 9: allowed are 1 to 8 with form trunk: "
        + "all streams are in one packet of at most 1500 bytes; use fewer sources, a smaller streamBytes, or form plain")]
    [TestCase(""" "packetMs": 0.5 """, ".packetMs: 0.5: allowed are 1 to 200 ms")]
    [TestCase(""" "streamBytes": 0 """, ".streamBytes: 0: allowed are 4 to 1464 bytes, whole numbers")]
    [TestCase(""" "streamBytes": 1461, "headerBytes": 40 """, ".streamBytes: 1461: allowed are 4 to 1460 bytes with 40 bytes of headers")]
    [TestCase(""" "headerBytes": 35 """, ".headerBytes: 35: allowed are 36 to 1496 bytes, whole numbers")]
    [TestCase(""" "form": "trunk", "headerBytes": 40 """, ".headerBytes: 40: it needs form plain: a trunk packet has 40 bytes of headers")]
    [TestCase(""" "form": "trunk", "streamBytes": 1453 """, ".streamBytes: 1453: allowed are 4 to 1452 bytes with 40 bytes of headers")]
    [TestCase(""" "talkSeconds": 1 """, ".pauseSeconds: is missing; talkSeconds and pauseSeconds go together")]
    [TestCase(""" "talkSeconds": 0, "pauseSeconds": 1 """, ".talkSeconds: 0: allowed are 0.01 to 3600 s")]
    [TestCase(""" "jitterMs": 21 """, ".jitterMs: 21: allowed are 0 to 20 ms, no more than packetMs")]
    [TestCase(""" "reportMs": 5001 """, ".reportMs: 5001: allowed are 0 to 5000 ms")]
    [TestCase(""" "clockDriftPpm": 1001 """, ".clockDriftPpm: 1001: allowed are -1000 to 1000")]
    [TestCase(""" "rule": "fixed", "fixedStreams": 0 """, ".fixedStreams: 0: allowed are 1 to 1000, whole numbers")]
    [TestCase(""" "maxKbps": 7 """, ".maxKbps: 7: allowed are 8 to 1000000 kbit/s")]
    [TestCase(""" "fairSegmentBytes": 63 """, ".fairSegmentBytes: 63: allowed are 64 to 65535 bytes, whole numbers")]
    [TestCase(""" "rule": "loud" """, ".rule: \"loud\": allowed are steady, paper, fixed")]
    public void A_value_out_of_range_gives_one_line(string keys, string problem) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read(Text(keys))), Is.EqualTo(new[] { $"$.flows[0].voice{problem}" }));

    private static VoiceProfile Profile(string keys) => ((VoiceOptions)ScenarioTexts.Read(Text(keys)).Flows[0].Kind).Profile;

    private static TimeSeries Series(TestbedRun run, string name) => run.Series.OfType<TimeSeries>().Single(series => series.Name == name);

    private static TestbedRun Run(string keys, string down = "") => SimulatedRun.Execute(ScenarioTexts.Read(Text(keys, down)), 1, default);

    private static string Text(string keys, string down = "", int seconds = 11) => $$"""
        {
          "title": "t", "seconds": {{seconds}}, "warmUpSeconds": 1, "binMs": 1000,
          "links": { "link": { "down": { "rateKbps": 2000, "delayMs": 30 {{down}} }, "up": { "delayMs": 20 } } },
          "flows": [ { "name": "flow", "voice": { {{keys}} } } ]
        }
        """;
}
