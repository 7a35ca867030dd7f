using System.Runtime.InteropServices;
using Mongoose.Testbed.Mixers;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Running;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>Real mixers with real audio, in simulated time.</summary>
public sealed class MixerFlowTests
{
    private const string ThreeOfFive = """ "rule": "fixed", "maxStreams": 3, "sources": 5 """;

    /// <summary>Noise begins again after two seconds.</summary>
    private const int NoiseLoop = 16_000;

    private const int FrameSamples = 160;

    [TestCase("plain", 30, 3 * 280 * 8 / 30.0)]
    [TestCase("plain", 20, 3 * 200 * 8 / 20.0)]
    [TestCase("trunk", 20, (40 + 3 * 168) * 8 / 20.0)]
    public void Packets_have_the_sizes_of_RTP_and_RTCP_adds_little(string form, int frame, double kbps)
    {
        TestbedRun run = Run($$""" {{ThreeOfFive}}, "form": "{{form}}", "frameMs": {{frame}} """);
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["flow.sentKbps"], Is.InRange(kbps, 1.03 * kbps));
            Assert.That(run.Stats["flow.lineKbps"], Is.EqualTo(run.Stats["flow.sentKbps"]).Within(0.5));
            Assert.That(run.Stats["flow.streams.mean"], Is.EqualTo(3));
            Assert.That(run.Stats["flow.apart.mean"], Is.EqualTo(2).Within(1e-9), "the third stream is the mix of three");
            Assert.That(run.Stats["flow.receivedStreams.mean"], Is.EqualTo(3).Within(0.01));
        });
    }

    [TestCase("plain")]
    [TestCase("trunk")]
    public void Nothing_is_lost_or_changed_on_a_line_with_room(string form)
    {
        TestbedRun run = Run($$""" {{ThreeOfFive}}, "form": "{{form}}" """);
        string[] zero = ["streams.sd", "changesPerMinute", "silentSeconds", "probingPercent", "competingPercent", "lossPercent",
            "lossEvents", "missingMs", "stoppedSeconds"];
        Assert.That(zero.Select(stat => (stat, run.Stats[$"flow.{stat}"])), Is.EqualTo(zero.Select(stat => (stat, 0.0))));
    }

    [TestCase("down", "plain", 30)]
    [TestCase("up", "plain", 20)]
    [TestCase("down", "trunk", 30)]
    [TestCase("up", "trunk", 20)]
    public void Delay_and_round_trip_are_those_of_the_links(string direction, string form, double delay)
    {
        TestbedRun run = Run($$""" "rule": "fixed", "maxStreams": 1, "form": "{{form}}", "direction": "{{direction}}" """);
        Assert.That(run.Stats["flow.delayMs.p50"], Is.EqualTo(delay).Within(1));
        Assert.That(run.Stats["flow.rttMs.p50"], Is.InRange(50, 52));
        Assert.That(Series(run, "flow.delayOverTimeMs").Values[3..9], Is.All.EqualTo(delay).Within(1));
    }

    [Test]
    public void Lost_packets_are_missing_in_what_is_heard()
    {
        TestbedRun run = Run(""" "rule": "fixed", "maxStreams": 1, "sources": 1, "form": "plain" """, """, "loss": { "percent": 5 }""");
        Assert.That(run.Stats["flow.lossPercent"], Is.InRange(1, 10));
        Assert.That(run.Stats["flow.missingMs"], Is.InRange(100, 1000), "about a twentieth of ten seconds");
    }

    [TestCase("plain")]
    [TestCase("trunk")]
    public void Beside_traffic_at_a_fixed_rate_as_many_streams_are_sent_as_fit(string form)
    {
        // 250 kbit/s are left: three streams of 80 kbit/s, or in a trunk of 67 kbit/s and 16 for its headers.
        TestbedRun run = SimulatedRun.Execute(ScenarioTexts.Read($$"""
            {
              "title": "t", "seconds": 90, "warmUpSeconds": 45,
              "links": { "link": { "down": { "rateKbps": 400, "delayMs": 30, "queue": { "limitBytes": 20000 } },
                "up": { "delayMs": 20 } } },
              "flows": [ { "name": "flow", "mixer": { "form": "{{form}}" } },
                { "name": "cross", "datagrams": { "rateKbps": 150, "jitterMs": 2 } } ]
            }
            """), 1, default);
        Assert.That(run.Stats["flow.streams.mean"], Is.InRange(2.4, 3.2));
        Assert.That(run.Stats["flow.streams.max"], Is.InRange(3, 4));
        Assert.That(run.Stats["cross.lossPercent"], Is.LessThan(1));
    }

    [TestCase("plain", "separate")]
    [TestCase("trunk", "separate")]
    [TestCase("trunk", "stereo")]
    public void A_voice_is_heard_exactly_as_it_was_said(string form, string listener)
    {
        string heardBy = form == "trunk" ? $$""", "listener": "{{listener}}" """ : "";
        AudioSeries heard =
            Heard($$""" "rule": "fixed", "maxStreams": 1, "sources": 1, "form": "{{form}}", "recording": true {{heardBy}} """);
        short[] left = Left(heard);
        Assert.That((heard.Channels, heard.Seconds), Is.EqualTo((listener == "stereo" ? 2 : 1, 11.0)).Within(0.2));
        Assert.That(left[NoiseLoop..^NoiseLoop], Is.EqualTo(left[(2 * NoiseLoop)..]), "it is repeated without a change of a single sample");
        Assert.That(left[NoiseLoop..].Count(sample => Math.Abs((int)sample) > 100), Is.GreaterThan(0.9 * (left.Length - NoiseLoop)));
    }

    [Test]
    public void Voices_change_over_between_the_mix_and_streams_of_their_own_without_a_gap()
    {
        TestbedRun run = Run(""" "sources": 4, "listener": "mono", "recording": true """, seconds: 21);
        Assert.That(Series(run, "flow.streams").Values[^1], Is.EqualTo(4), "each voice has left the mix");
        Assert.That(Series(run, "flow.streams").Values[20], Is.LessThan(4));
        Assert.That(run.Stats["flow.missingMs"], Is.Zero);
        short[] heard = Left(run.Series.OfType<AudioSeries>().Single());
        double[] loudness = heard[NoiseLoop..^FrameSamples].Chunk(FrameSamples)
            .Select(frame => Math.Sqrt(frame.Average(sample => (double)sample * sample))).ToArray();
        Assert.That(loudness.Min(), Is.GreaterThan(0.6 * loudness.Average()));
    }

    [Test]
    public void Voices_are_placed_from_left_to_right()
    {
        short[][] channels =
            Channels(Heard(""" "rule": "fixed", "maxStreams": 2, "sources": 2, "listener": "stereo", "recording": true """));
        double Together() => channels[0].Zip(channels[1], (left, right) => (double)left * right).Sum();
        double Power(int channel) => channels[channel].Sum(sample => (double)sample * sample);
        Assert.That(Together() / Math.Sqrt(Power(0) * Power(1)), Is.LessThan(0.5), "what is on the left is hardly on the right");
        Assert.That(Power(0) / Power(1), Is.InRange(0.8, 1.25));
    }

    [Test]
    public void Sources_talk_and_pause()
    {
        TestbedRun run = Run(""" "rule": "fixed", "sources": 8, "talkSeconds": 1, "pauseSeconds": 1 """, seconds: 21);
        Assert.That(run.Stats["flow.streams.mean"], Is.InRange(3.5, 6.5), "half of them, and the time for which silence is still sent");
        Assert.That(run.Stats["flow.streams.sd"], Is.Positive);
    }

    [Test]
    public void The_same_seed_gives_the_same_run()
    {
        TestbedRun[] runs =
            [.. Enumerable.Range(0, 2).Select(_ => Run(""" "audio": "speech", "sources": 3, "recording": true, "listener": "stereo" """))];
        Assert.That(runs[0].Stats.ToArray(), Is.EqualTo(runs[1].Stats.ToArray()));
        Assert.That(runs[0].Series.OfType<AudioSeries>().Single().Wav, Is.EqualTo(runs[1].Series.OfType<AudioSeries>().Single().Wav));
    }

    [Test]
    public void The_defaults_are_a_trunk_of_PCMU_by_the_rule_steady()
    {
        MixerProfile profile = ((MixerOptions)ScenarioTexts.Read(Text("")).Flows[0].Kind).Profile;
        Assert.That((profile.Form, profile.Format, profile.Rule, profile.Frame.Milliseconds),
            Is.EqualTo((PacketForm.Trunk, AudioFormat.Pcmu, "steady", 20.0)));
    }

    [TestCase(""" "sources": 65 """, ".sources: 65: allowed are 1 to 64, whole numbers")]
    [TestCase(""" "frameMs": 25 """, ".frameMs: 25: allowed are 10, 20, 30, 40, 60 ms")]
    [TestCase(""" "codec": "mp3" """, ".codec: \"mp3\": allowed are PCMU, PCMA, "
        + "opus and L16/RATE with a RATE of 8000, 16000, 24000 or 48000")]
    [TestCase(""" "codec": "opus", "frameMs": 30 """,
        ".codec: \"opus\": Opus has no frames of 30 ms; allowed are 10, 20, 40 and 60, or another codec")]
    [TestCase(""" "codec": "L16/48000" """, ".codec: \"L16/48000\": a frame of L16/48000 and 20 ms does not fit into a packet of 1500 "
        + "bytes; use a shorter frame or another codec")]
    [TestCase(""" "talkSeconds": 1 """, ".pauseSeconds: is missing; talkSeconds and pauseSeconds go together")]
    [TestCase(""" "form": "plain", "listener": "mono" """,
        ".listener: \"mono\": it needs form trunk: with form plain the client hears the streams of the line")]
    public void A_value_out_of_range_gives_one_line(string keys, string problem) =>
        Assert.That(ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read(Text(keys))), Is.EqualTo(new[] { $"$.flows[0].mixer{problem}" }));

    private static TimeSeries Series(TestbedRun run, string name) => run.Series.OfType<TimeSeries>().Single(series => series.Name == name);

    private static AudioSeries Heard(string keys) => Run(keys).Series.OfType<AudioSeries>().Single();

    private static short[] Left(AudioSeries heard) => Channels(heard)[0];

    private static short[][] Channels(AudioSeries heard)
    {
        short[] samples = MemoryMarshal.Cast<byte, short>(heard.Wav.AsSpan(WavHeader.Length)).ToArray();
        return [.. Enumerable.Range(0, heard.Channels)
            .Select(channel => samples.Where((_, i) => i % heard.Channels == channel).ToArray())];
    }

    private static TestbedRun Run(string keys, string down = "", int seconds = 11) =>
        SimulatedRun.Execute(ScenarioTexts.Read(Text(keys, down, seconds)), 1, default);

    private static string Text(string keys, string down = "", int seconds = 11) => $$"""
        {
          "title": "t", "seconds": {{seconds}}, "warmUpSeconds": 2, "binMs": 1000,
          "links": { "link": { "down": { "rateKbps": 2000, "delayMs": 30 {{down}} }, "up": { "delayMs": 20 } } },
          "flows": [ { "name": "flow", "mixer": { {{keys}} } } ]
        }
        """;
}
