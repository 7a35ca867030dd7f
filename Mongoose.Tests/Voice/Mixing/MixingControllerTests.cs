using Mongoose.Core.Units;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Mixing.Rules;
using Mongoose.Voice.Mixing.Streams;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Mixing;

/// <summary>Limits of every rule, and what a controller makes of bad reports and of silence.</summary>
public sealed class MixingControllerTests
{
    private static readonly StreamPackets Packets = StreamPackets.Paper;

    [TestCase(1000, null, 8)]
    [TestCase(3, null, 3)]
    [TestCase(1000, 313.6, 4)]
    [TestCase(1000, 313.5, 3)]
    [TestCase(3, 313.6, 3)]
    [TestCase(5, 392.0, 5)]
    [TestCase(1000, 10.0, 1)]
    public void Streams_reach_the_limit_and_never_exceed_it(int streams, double? kilobits, int most)
    {
        foreach (string rule in MixingRules.Names)
        {
            ScriptedPath path = new(new MixingOptions { Rule = rule, MaxStreams = streams, MaxRate = Rate(kilobits) });
            int largest = 0;
            for (int frame = 0; frame < 30 * 50; frame++)
            {
                path.Frame();
                largest = Math.Max(largest, path.Sent);
            }
            Assert.That(largest, Is.EqualTo(most), rule);
        }
    }

    [Test]
    public void In_a_trunk_the_headers_count_once()
    {
        // 40 + 4 * 168 bytes every 20 ms: 284.8 kbit/s.
        MixingOptions options = new() { Packets = StreamPackets.Trunk, Rule = MixingRules.Fixed, MaxRate = Rate(284.8) };
        Assert.That(new MixingController(options, Instant.Zero).Streams, Is.EqualTo(4));
        Assert.That(new MixingController(options with { MaxRate = Rate(284.7) }, Instant.Zero).Streams, Is.EqualTo(3));
    }

    [Test]
    public void Streams_that_nobody_sends_are_no_reason_for_more([Values(MixingRules.Steady, MixingRules.Paper)] string rule)
    {
        ScriptedPath path = new(new MixingOptions { Rule = rule }) { Active = 2 };
        path.Run(30);
        Assert.That(path.Controller.Streams, Is.InRange(2, 4), "at most twice what arrives");
    }

    [ForAll(MaxTest = 60, Replay = "20261123,13")]
    public void Never_more_than_twice_what_feedback_shows_to_arrive(int seed)
    {
        Random random = new(seed);
        string rule = seed % 2 == 0 ? MixingRules.Steady : MixingRules.Paper;
        ScriptedPath path = new(new MixingOptions { Rule = rule }) { Active = random.Next(1, 30) };
        FeedbackRecord record = new(Packets);
        double loss = 0;
        path.Arrives = _ => random.NextDouble() >= loss;
        path.Acknowledged = record.Acknowledged;
        bool wasLimited = false;
        for (int frame = 0; frame < 60 * 50; frame++)
        {
            if (random.Next(200) == 0)
                path.Active = random.Next(0, 30);
            if (random.Next(300) == 0)
                loss = random.Next(4) == 0 ? random.NextDouble() : 0.05 * random.NextDouble();
            path.Frame();
            record.Sent(path.Next);
            int most = Math.Max(1, Packets.WholeStreamsIn(record.LargestRate * 2));
            wasLimited |= path.Controller.Streams == most;
            Assert.That(path.Controller.Streams, Is.LessThanOrEqualTo(most), $"{rule}, frame {frame}");
        }
        Assert.That(wasLimited, Is.True);
    }

    [TestCase(MixingRules.Steady)]
    [TestCase(MixingRules.Paper)]
    public void After_a_time_with_one_source_the_streams_are_what_arrived_twice(string rule)
    {
        ScriptedPath path = new(new MixingOptions { Rule = rule });
        path.Run(20);
        Assert.That(path.Controller.Streams, Is.GreaterThanOrEqualTo(8));
        path.Active = 1;
        path.Run(5);
        Assert.That(path.Controller.Streams, Is.InRange(1, 2));
        path.Active = 8;
        path.Run(5);
        Assert.That(path.Controller.Streams, Is.GreaterThanOrEqualTo(8), "each doubling needs new reports, and no decision");
    }

    [Test]
    public void Numbers_may_wrap([ValueSource(typeof(MixingRules), nameof(MixingRules.Names))] string rule)
    {
        MixingState[] states = [.. new uint[] { 0, uint.MaxValue - 1000 }.Select(first =>
        {
            ScriptedPath path = new(new MixingOptions { Rule = rule, MaxStreams = 8 }, first);
            path.Arrives = number => (number - first) % 12 != 11; // Fewer losses without a queue would not be congestion.
            path.Run(30);
            return path.Controller.State;
        })];
        // Intervals are those of bytes, so the number of a packet does not matter for p either.
        Assert.That(states[1], Is.EqualTo(states[0]));
        Assert.That(states[0].LossEvents, Is.GreaterThan(5));
    }

    [Test]
    public void Reports_that_cannot_be_true_change_nothing([ValueSource(typeof(MixingRules), nameof(MixingRules.Names))] string rule)
    {
        ScriptedPath sane = new(new MixingOptions { Rule = rule, MaxStreams = 8 }),
            abused = new(new MixingOptions { Rule = rule, MaxStreams = 8 });
        for (int frame = 0; frame < 30 * 50; frame++)
        {
            sane.Frame();
            abused.Frame();
            abused.Report(abused.Next, Duration.Zero, abused.Now);
            abused.Report(abused.Next + 100_000, Duration.Zero, abused.Now);
            abused.Report(abused.Next - 1, Duration.Zero - new Duration(1), abused.Now);
            abused.Report(abused.Next - 2, new Duration(long.MinValue), Instant.Never);
            abused.Report(abused.Next - 1_000_000, Duration.Zero, abused.Now);
            Assert.That(abused.Controller.State, Is.EqualTo(sane.Controller.State), $"frame {frame}");
        }
    }

    [TestCase(0.0)]
    [TestCase(1e9)]
    [TestCase(-9e9)]
    [TestCase(9e9)]
    public void A_report_with_an_absurd_time_neither_silences_nor_frees_the_streams(double at)
    {
        ScriptedPath path = new(new MixingOptions { MaxStreams = 8 });
        path.Run(20);
        path.Report(path.Next - 1, Duration.FromSeconds(1e9), Instant.FromSeconds(at));
        path.Report(path.Next - 2, Duration.Zero, Instant.FromSeconds(at));
        path.Run(20);
        // After a round trip that was too short, all others look like a queue that stays, so it may be taken for that of others.
        Assert.That(path.Controller.Streams, Is.EqualTo(8));
        Assert.That(path.Controller.State.Mode, Is.Not.EqualTo(MixingMode.Probing));
        Assert.That(path.Controller.State.Delivered, Is.LessThan(Packets.RateOf(10)));
    }

    [Test]
    public void Silence_ends_in_a_probe_a_second([Values(MixingRules.Steady, MixingRules.Paper)] string rule)
    {
        ScriptedPath path = new(new MixingOptions { Rule = rule, MaxStreams = 8 });
        path.Run(20);
        Assert.That(path.Controller.NextProbe, Is.EqualTo(Instant.Never));
        path.Arrives = _ => false;
        Instant silent = path.Now;
        while (path.Controller.Streams > 0 && (path.Now - silent).Seconds < 60)
            path.Frame();
        // Four round trips of 140 ms are less than two seconds; the last reports were under way for one.
        Assert.That((path.Now - silent).Seconds, Is.EqualTo(2.14).Within(0.1));
        Assert.That(ProbesIn(path, 20), Is.EqualTo(20).Within(1));
    }

    [Test]
    public void The_fixed_rule_never_probes()
    {
        ScriptedPath path = new(new MixingOptions { Rule = MixingRules.Fixed, FixedStreams = 3 }) { Arrives = _ => false };
        path.Run(60);
        Assert.That((path.Controller.Streams, path.Controller.NextProbe), Is.EqualTo((3, Instant.Never)));
    }

    [Test]
    public void After_a_pause_with_a_lost_last_packet_streams_go_on([Values(MixingRules.Steady, MixingRules.Paper)] string rule,
        [Values(1.0, 1.9, 5, 30)] double pause)
    {
        ScriptedPath path = new(new MixingOptions { Rule = rule, MaxStreams = 8 });
        path.Run(20);
        for (int spurt = 0; spurt < 20; spurt++)
        {
            path.Run(1);
            uint last = path.Next + (uint)path.Sent - 1;
            path.Arrives = number => number != last;
            path.Frame();
            path.Active = 0;
            for (double time = 0; time < pause; time += 0.02)
            {
                path.Frame();
                Assert.That(path.Controller.State.Mode, Is.Not.EqualTo(MixingMode.Probing), $"spurt {spurt}");
            }
            path.Active = 8;
        }
    }

    [Test]
    public void A_peer_that_goes_silent_between_talk_spurts_is_noticed([Values(MixingRules.Steady, MixingRules.Paper)] string rule)
    {
        ScriptedPath path = new(new MixingOptions { Rule = rule, MaxStreams = 8 });
        path.Run(20);
        path.Arrives = _ => false;
        for (int spurt = 0; spurt < 5; spurt++)
        {
            path.Run(1);
            path.Active = 0;
            path.Run(3);
            path.Active = 8;
        }
        Assert.That(path.Controller.State.Mode, Is.EqualTo(MixingMode.Probing), "five seconds of speech without an answer");
    }

    [Test]
    public void A_frame_allocates_nothing([ValueSource(typeof(MixingRules), nameof(MixingRules.Names))] string rule,
        [Values] PacketForm form)
    {
        MixingOptions options =
            new() { Rule = rule, MaxStreams = 8, Packets = form == PacketForm.Trunk ? StreamPackets.Trunk : StreamPackets.Paper };
        ScriptedPath path = new(options);
        path.Arrives = static number => number % 300 != 0;
        path.Run(60);
        Assert.That(Allocation.FewestBytes(() => path.Run(20)), Is.Zero);
        path.Arrives = static number => false;
        path.Run(30);
        Assert.That(Allocation.FewestBytes(() => path.Run(20)), Is.Zero, "probing");
    }

    private static int ProbesIn(ScriptedPath path, double seconds)
    {
        int probes = 0;
        for (double time = 0; time < seconds; time += 0.02)
        {
            path.Frame();
            probes += path.Sent;
        }
        return probes;
    }

    private static DataRate? Rate(double? kilobits) => kilobits is { } rate ? DataRate.FromKilobitsPerSecond(rate) : null;
}
