using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>
/// The rules of path control in docs/research/rate-control.md, on a scripted line. Rates are in kbit/s and queues in milliseconds.
/// </summary>
public sealed class PathControllerTests
{
    private static readonly double MaxDelay = PathControlOptions.Default.MaxDelay.Milliseconds;

    // ---- the line's rate ----

    [Test]
    public void It_finds_the_rate_of_the_line_and_keeps_its_queue_short(
        [Values(500, 2000, 8000)] double line, [Values(20, 60, 200)] double roundTrip, [Values(10, 33, 100)] double frame)
    {
        (double rate, double queue) = new PathScript(line, roundTrip) { Frame = frame }.Run(10).Measure(30);
        Assert.That(rate, Is.EqualTo(line).Within(7).Percent);
        Assert.That(queue, Is.LessThan(0.85 * MaxDelay));
    }

    [Test]
    public void It_finds_the_rate_of_a_line_below_the_minimum_rate()
    {
        (double rate, double queue) = new PathScript(150).Run(10).Measure(30);
        Assert.That(rate, Is.EqualTo(150).Within(12).Percent);
        Assert.That(queue, Is.LessThan(2 * MaxDelay), "a packet takes 53 ms");
    }

    [Test]
    public void A_lower_permitted_delay_gives_a_shorter_queue()
    {
        double[] queues = [.. new[] { 40, 80, 240 }.Select(static delay =>
            new PathScript(2000, options: new PathControlOptions { MaxDelay = Duration.FromMilliseconds(delay) })
                .Run(10).Measure(30).Queue)];
        Assert.That(queues, Is.Ordered);
        Assert.That(queues[2], Is.GreaterThan(1.5 * queues[0]));
    }

    [Test]
    public void It_finds_a_fast_line_in_a_few_seconds_without_a_long_queue([Values(2000, 8000)] double line)
    {
        PathScript script = new(line);
        double longest = 0;
        script.Run(3, () => longest = Math.Max(longest, script.Queue));
        Assert.That(script.Measure(1).Kilobits, Is.GreaterThan(0.85 * line));
        Assert.That(longest, Is.LessThan(3 * MaxDelay));
    }

    [Test]
    public void A_thread_that_ticks_seldom_ends_drains_and_probes_at_the_acks_that_show_their_results()
    {
        PathScript script = new(lineKilobits: 2000) { TickInterval = 3000 };
        Assert.That(script.Run(10).Measure(20).Kilobits, Is.GreaterThan(0.9 * 2000));
    }

    [Test]
    public void A_line_that_becomes_faster_is_found()
    {
        PathScript script = new PathScript(1000).Run(20);
        script.LineKilobits = 8000;
        Assert.That(script.Run(10).Measure(10).Kilobits, Is.EqualTo(8000).Within(10).Percent);
    }

    [TestCase(1000)]
    [TestCase(2000)]
    [TestCase(3000)]
    public void A_line_that_becomes_slower_is_followed_within_four_seconds(double line)
    {
        PathScript script = new PathScript(4000).Run(20);
        script.LineKilobits = line;
        script.Run(4);
        for (int second = 4; second < 10; second++)
        {
            (double rate, double queue) = script.Measure(1);
            Assert.That(rate, Is.InRange(0.6 * line, 1.4 * line), $"second {second}");
            Assert.That(queue, Is.LessThan(2 * MaxDelay), $"second {second}");
        }
    }

    // ---- the requested rate ----

    [Test]
    public void Before_the_first_round_trip_the_rate_is_cautious()
    {
        PathScript script = new(8000);
        Assert.That(script.Rate, Is.InRange(300, 1500));
        Assert.That(script.Controller.WindowAt(script.Controller.Rate), Is.InRange(10_000, 50_000));
    }

    [Test]
    public void A_line_that_carries_the_requested_rate_is_not_limited()
    {
        PathScript script = new PathScript(4000, askedKilobits: 2000).Run(5);
        script.Run(20, () => Assert.That((script.Rate, script.Controller.Mode), Is.EqualTo((2000.0, PathMode.Free))));
        Assert.That(script.Queue, Is.LessThan(10));
    }

    [Test]
    public void The_requested_rate_limits_the_rate_immediately()
    {
        PathScript script = new PathScript(4000).Run(10);
        script.Controller.SetAllowed(DataRate.FromKilobitsPerSecond(1200));
        Assert.That(script.Rate, Is.EqualTo(1200));
    }

    [Test]
    public void With_a_requested_rate_of_zero_it_permits_nothing_and_resumes_on_the_next_request()
    {
        PathScript script = new PathScript(4000).Run(10);
        script.Controller.SetAllowed(DataRate.Zero);
        script.Run(10, () => Assert.That(script.Rate, Is.Zero));
        script.Controller.SetAllowed(DataRate.FromKilobitsPerSecond(20_000));
        Assert.That(script.Run(20).Measure(5).Kilobits, Is.EqualTo(4000).Within(10).Percent);
    }

    [Test]
    public void A_rate_that_is_not_used_does_not_grow()
    {
        PathScript script = new(8000) { HasPackets = false };
        double first = script.Rate;
        script.Run(60);
        Assert.That(script.Rate, Is.EqualTo(first));
    }

    [Test]
    public void A_rate_that_is_hardly_used_does_not_grow()
    {
        PathScript script = new PathScript(8000, askedKilobits: 400).Run(5);
        script.HasPackets = false;
        script.Controller.SetAllowed(DataRate.FromKilobitsPerSecond(8000));
        double before = script.Rate;
        Assert.That(script.Run(20).Rate, Is.EqualTo(before));
    }

    [Test]
    public void A_rate_that_the_circuit_does_not_reach_grows_little_beyond_what_is_delivered()
    {
        PathScript script = new PathScript(1000).Run(20);
        (script.LineKilobits, script.OtherLimit) = (20_000, 900);
        Assert.That(script.Run(20).Rate, Is.InRange(900, 1800));
        script.OtherLimit = double.PositiveInfinity;
        Assert.That(script.Run(5).Rate, Is.GreaterThan(2500));
    }

    [Test]
    public void A_circuit_that_rests_keeps_its_rate_and_uses_it_at_once()
    {
        PathScript script = new PathScript(4000).Run(10);
        script.HasPackets = false;
        script.Run(120);
        script.HasPackets = true;
        Assert.That(script.Run(0.5).Measure(2).Kilobits, Is.EqualTo(4000).Within(10).Percent);
        Assert.That(script.Queue, Is.LessThan(MaxDelay));
    }

    // ---- routes and queues of others ----

    [Test]
    public void A_longer_route_is_not_taken_for_a_competitor_and_the_queue_stays_short([Values(30, 80, 200)] double longer)
    {
        PathScript script = new PathScript(2000).Run(20);
        script.RoundTrip += longer;
        script.Run(4, () => Assert.That(script.Controller.Mode, Is.Not.EqualTo(PathMode.Competing)));
        double queues = 0, rates = 0;
        const double Seconds = 40;
        script.Run(Seconds, () =>
        {
            Assert.That(script.Controller.Mode, Is.Not.EqualTo(PathMode.Competing));
            (queues, rates) = (queues + script.Queue, rates + script.Rate);
        });
        Assert.That(queues / Seconds / 1000, Is.LessThan(0.85 * MaxDelay));
        Assert.That(rates / Seconds / 1000, Is.EqualTo(2000).Within(10).Percent);
    }

    [Test]
    public void After_a_shorter_route_the_queue_is_measured_from_it()
    {
        PathScript script = new PathScript(2000, roundTrip: 200).Run(20);
        script.RoundTrip = 60;
        (double rate, double queue) = script.Run(5).Measure(20);
        Assert.That(rate, Is.EqualTo(2000).Within(7).Percent);
        Assert.That(queue, Is.LessThan(0.85 * MaxDelay));
    }

    [Test]
    public void A_standing_queue_of_others_costs_no_rate()
    {
        PathScript script = new PathScript(4000).Run(10);
        script.Others = static () => 100;
        Assert.That(script.Run(5).Measure(30).Kilobits, Is.GreaterThan(0.8 * 4000));
        script.Others = static () => 0;
        (double rate, double queue) = script.Run(15).Measure(15);
        Assert.That(rate, Is.EqualTo(4000).Within(10).Percent);
        Assert.That(queue, Is.LessThan(0.85 * MaxDelay), "and is measured again without it");
    }

    [Test]
    public void Beside_a_queue_that_rises_and_falls_as_a_TCP_s_it_competes_until_the_queue_is_gone()
    {
        PathScript script = BesideATcp();
        bool competes = false;
        script.Run(40, () => competes |= script.Controller.Mode == PathMode.Competing);
        Assert.That(competes);
        Assert.That(script.Measure(20).Kilobits, Is.GreaterThan(0.5 * 4000));
        script.Others = static () => 0;
        script.Run(15);
        (double rate, double queue) = script.Measure(20);
        Assert.That(script.Controller.Mode, Is.EqualTo(PathMode.Delay));
        Assert.That(rate, Is.EqualTo(4000).Within(10).Percent);
        Assert.That(queue, Is.LessThan(0.85 * MaxDelay));
    }

    [Test]
    public void While_it_competes_only_losses_and_probes_lower_the_rate()
    {
        PathScript script = Competing();
        double kilobits = script.Measure(8).Kilobits;
        Assert.That(kilobits, Is.GreaterThan(0.6 * 4000));
        Assert.That(script.Queue, Is.GreaterThan(50), "although the queue is long");
    }

    [Test]
    public void Alone_on_its_line_it_never_competes([Values(300, 1000, 5000)] double line, [Values(20, 100, 300)] double roundTrip)
    {
        PathScript script = new(line, roundTrip);
        script.Run(120, () => Assert.That(script.Controller.Mode, Is.Not.EqualTo(PathMode.Competing)));
    }

    [Test]
    public void The_start_fills_a_line_within_seconds_with_a_short_queue(
        [Values(1000, 3000, 8000)] double line, [Values(20, 60, 150)] double roundTrip)
    {
        PathScript script = new(line, roundTrip);
        double longest = 0;
        script.Run(2.5, () => longest = Math.Max(longest, script.Queue));
        Assert.That(longest, Is.LessThan(120));
        Assert.That(script.Measure(1).Kilobits, Is.GreaterThan(0.6 * line));
    }

    // ---- losses ----

    [Test]
    public void Losses_at_random_hardly_lower_the_rate()
    {
        Random random = new(1);
        PathScript script = new(2000) { Loses = () => random.NextDouble() < 0.02 };
        Assert.That(script.Run(10).Measure(30).Kilobits, Is.EqualTo(2000).Within(15).Percent);
    }

    [Test]
    public void A_line_with_a_small_buffer_is_used_and_loses_little()
    {
        PathScript script = new PathScript(2000) { Buffer = 20 }.Run(10);
        (int sent, int lost) = (script.Sent, script.Lost);
        Assert.That(script.Measure(30).Kilobits, Is.EqualTo(2000).Within(10).Percent);
        Assert.That((script.Lost - lost) / (double)(script.Sent - sent), Is.LessThan(0.02));
    }

    [TestCase(0)]
    [TestCase(20)]
    public void A_policer_loses_few_packets(double secondsBefore)
    {
        PathScript script = new PathScript(10_000).Run(secondsBefore);
        script.Loses = Policer(script, kilobits: 1000);
        script.Run(20);
        (int sent, int lost) = (script.Sent, script.Lost);
        Assert.That(script.Measure(20).Kilobits, Is.GreaterThan(800));
        Assert.That((script.Lost - lost) / (double)(script.Sent - sent), Is.LessThan(0.03));
    }

    [Test]
    public void A_full_buffer_limits_by_loss_and_a_queue_by_delay()
    {
        PathScript script = new(2000);
        Assert.That(script.Controller.LimitKind, Is.EqualTo(PathLimitKind.Search));
        Assert.That(script.Run(20).Controller.LimitKind, Is.EqualTo(PathLimitKind.Delay));
        script.Buffer = 10;
        HashSet<PathLimitKind> kinds = [];
        script.Run(20, () => kinds.Add(script.Controller.LimitKind));
        Assert.That(kinds, Does.Contain(PathLimitKind.Loss));
    }

    [Test]
    public void The_losses_of_a_cut_that_prove_spurious_give_the_rate_back()
    {
        PathScript script = Settled();
        while (script.Controller.Queueing > Duration.FromMilliseconds(2))
            script.Run(0.01);
        (double before, int lost) = (script.Rate, script.Lost);
        bool losesNext = false;
        script.Loses = () => losesNext = !losesNext;
        while (script.Controller.LimitKind != PathLimitKind.Loss)
            script.Run(0.001);
        script.Loses = static () => false;
        Assert.That(script.Run(0.1).Rate, Is.LessThan(0.97 * before));
        script.ReportSpurious(script.Lost - lost);
        Assert.That(script.Run(0.02).Rate, Is.GreaterThanOrEqualTo(before));
    }

    // ---- silence ----

    [Test]
    public void Silence_halves_the_rate_repeatedly()
    {
        PathScript script = Settled();
        double before = script.Rate;
        script.HasAcks = false;
        script.Run(0.9);
        Assert.That(script.Rate, Is.GreaterThan(0.6 * before), "not before one second has passed");
        script.Run(0.3);
        Assert.That(script.Rate, Is.LessThanOrEqualTo(0.6 * before));
        script.Run(3);
        Assert.That(script.Rate, Is.LessThanOrEqualTo(before / 8));
        script.Run(120);
        Assert.That(script.Rate, Is.InRange(8, 100), "a packet now and then finds out whether the viewer is back");
    }

    [Test]
    public void On_a_long_path_silence_is_several_round_trips_without_an_ack()
    {
        PathScript script = new PathScript(2000, roundTrip: 400).Run(20);
        while (script.Rate < 1900 || script.Controller.Queueing > Duration.FromMilliseconds(20))
            script.Run(0.01);
        double before = script.Rate;
        script.HasAcks = false;
        script.Run(1.4);
        Assert.That(script.Rate, Is.GreaterThan(0.6 * before));
        Assert.That(script.Run(0.6).Rate, Is.LessThan(0.6 * before));
    }

    [Test]
    public void Silence_is_noticed_after_the_clock_has_stepped_back()
    {
        PathScript script = Settled();
        script.StepClock(-1e6);
        script.HasAcks = false;
        double before = script.Rate;
        Assert.That(script.Run(5).Rate, Is.LessThan(before / 4));
    }

    [Test]
    public void After_silence_it_recovers_in_seconds([Values(2, 10, 100)] double seconds)
    {
        PathScript script = Settled();
        script.HasAcks = false;
        script.Run(seconds);
        script.HasAcks = true;
        Assert.That(script.Run(5).Measure(5).Kilobits, Is.EqualTo(2000).Within(10).Percent);
    }

    /// <summary>A drain or a growth of the rate may be under way.</summary>
    [Test]
    public void After_silence_it_recovers_whenever_the_silence_began([Range(0, 2, 0.1)] double seconds)
    {
        PathScript script = Settled().Run(seconds);
        script.HasAcks = false;
        script.Run(10);
        script.HasAcks = true;
        Assert.That(script.Run(3).Measure(5).Kilobits, Is.EqualTo(2000).Within(10).Percent);
    }

    /// <summary>The acks of packets that were sent before the silence come in several datagrams.</summary>
    [Test]
    public void An_ack_time_that_includes_the_silence_shows_no_queue()
    {
        PathScript script = Settled();
        Instant sent = script.Now;
        script.HasAcks = false;
        script.Run(10);
        for (int datagram = 0; datagram < 4; datagram++)
        {
            script.Run(0.02);
            script.Controller.Acked(new AckReport
            {
                At = script.Now,
                Bytes = PathScript.Packet,
                Packets = 1,
                RoundTrip = script.Now - sent,
                NewestSent = sent,
            });
        }
        Assert.That(script.Controller.LimitKind, Is.EqualTo(PathLimitKind.Search));
    }

    [Test]
    public void Packets_that_a_silent_viewer_has_lost_are_no_policer_s()
    {
        PathScript script = Settled();
        while (script.Controller.Queueing > Duration.FromMilliseconds(5))
            script.Run(0.01);
        Instant sent = script.Now;
        script.HasAcks = false;
        script.Run(10);
        for (int datagram = 0; datagram < 4; datagram++)
        {
            script.Run(0.02);
            script.Controller.Acked(new AckReport
            {
                At = script.Now,
                Bytes = 10 * PathScript.Packet,
                Packets = 10,
                NewestSent = sent,
                LostPackets = 5,
                NewestLostSent = sent,
            });
        }
        Assert.That(script.Controller.LimitKind, Is.EqualTo(PathLimitKind.Search));
        script.HasAcks = true;
        Assert.That(script.Run(3).Measure(5).Kilobits, Is.EqualTo(2000).Within(10).Percent);
    }

    [Test]
    public void A_viewer_that_acks_one_resent_packet_per_second_counts_as_almost_silent()
    {
        PathScript script = Settled();
        double before = script.Rate;
        script.HasAcks = false;
        for (int second = 0; second < 8; second++)
        {
            script.Run(1);
            script.Controller.Acked(new AckReport { At = script.Now, Bytes = PathScript.Packet, Packets = 1 });
        }
        Assert.That(script.Run(0.1).Rate, Is.LessThan(before / 20));
        script.HasAcks = true;
        Assert.That(script.Run(10).Measure(5).Kilobits, Is.EqualTo(2000).Within(10).Percent, "acks of new packets");
    }

    [Test]
    public void A_circuit_that_has_nothing_in_flight_is_not_silent()
    {
        PathScript script = Settled();
        script.HasPackets = false;
        double before = script.Run(2).Rate;
        script.HasAcks = false;
        Assert.That(script.Run(60).Rate, Is.EqualTo(before));
    }

    [Test]
    public void A_viewer_that_never_acks_gets_a_packet_now_and_then()
    {
        PathScript script = new PathScript(4000) { HasAcks = false }.Run(60);
        Assert.That(script.Rate, Is.InRange(8, 100));
    }

    /// <summary>A circuit that has found the rate and waits for no ack and no drain.</summary>
    private static PathScript Settled()
    {
        PathScript script = new PathScript(2000).Run(20);
        while (script.Rate < 1900)
            script.Run(0.01);
        return script;
    }

    /// <summary>The queue of the TCP falls to 60 ms at a loss, and rises to 140 ms in four seconds.</summary>
    private static PathScript BesideATcp()
    {
        PathScript script = new PathScript(4000) { Buffer = 220 }.Run(10);
        script.Others = () => 60 + 80 * (script.Now.Seconds / 4 % 1);
        return script;
    }

    private static PathScript Competing()
    {
        PathScript script = BesideATcp();
        for (int i = 0; i < 4000 && script.Controller.Mode != PathMode.Competing; i++)
            script.Run(0.01);
        Assert.That(script.Controller.Mode, Is.EqualTo(PathMode.Competing));
        return script;
    }

    /// <summary>A bucket of five packets.</summary>
    private static Func<bool> Policer(PathScript script, double kilobits)
    {
        const double Bucket = 5 * PathScript.Packet;
        (double tokens, Instant at) = (Bucket, script.Now);
        return () =>
        {
            tokens = Math.Min(Bucket, tokens + (script.Now - at).Seconds * kilobits * 125);
            at = script.Now;
            if (tokens < PathScript.Packet)
                return true;
            tokens -= PathScript.Packet;
            return false;
        };
    }
}
