using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Sending;

public sealed class CircuitPathTests
{
    private static readonly SendingOptions Both = new() { PathControl = PathControlOptions.Default, FastResend = true };

    private static readonly Grant Resent = new(Channel.Resend, PathRig.Bytes, Borrowed: false);

    // ---- round trips ----

    [Test]
    public void The_newest_packet_of_a_datagram_yields_the_round_trip_and_the_oldest_the_resend_timeout()
    {
        PathRig rig = new PathRig(Both).Send(1).Pass(60).Send(2).Pass(100).Ack(1, 2);
        Assert.That(rig.RoundTrip, Is.EqualTo(100));
        AckTimes longest = new();
        longest.Add(Duration.FromMilliseconds(160));
        Assert.That(rig.Path.ResendTimeout, Is.EqualTo(longest.Timeout));
    }

    [Test]
    public void Round_trips_are_added_up_so_that_a_reader_knows_the_mean_since_it_last_read()
    {
        PathRig rig = Measured();
        (Duration sum, long count) = rig.Path.TotalRoundTrips;
        rig.Send(2).Pass(120).Ack(2).Send(3).Pass(140).Ack(3);
        Assert.That((rig.Path.TotalRoundTrips.Sum - sum, rig.Path.TotalRoundTrips.Count - count),
            Is.EqualTo((Duration.FromMilliseconds(260), 2L)));
    }

    [Test]
    public void An_ack_of_a_packet_that_was_sent_three_times_yields_no_sample() =>
        Assert.That(Measured().Send(2).Pass(100).Resend(2).Pass(10).Resend(2).Pass(95).Ack(2).RoundTrip, Is.EqualTo(100));

    [Test]
    public void An_ack_that_may_answer_the_second_transmission_yields_no_sample() =>
        Assert.That(Measured().Send(2).Pass(300).Resend(2).Pass(95).Ack(2).RoundTrip, Is.EqualTo(100));

    [Test]
    public void An_ack_that_arrives_too_early_to_answer_the_second_transmission_answers_the_first() =>
        Assert.That(Measured().Send(2).Pass(300).Resend(2).Pass(85).Ack(2).RoundTrip, Is.EqualTo(385));

    [Test]
    public void Before_the_first_round_trip_no_ack_of_a_resend_yields_a_sample() =>
        Assert.That(new PathRig(Both).Send(2).Pass(300).Resend(2).Pass(1).Ack(2).RoundTrip, Is.Zero);

    [Test]
    public void A_resend_without_an_observed_first_transmission_is_in_flight_and_yields_no_sample()
    {
        PathRig rig = Measured().Resend(2);
        Assert.That(rig.Path.InFlight.Packets, Is.EqualTo(1));
        Assert.That(rig.Pass(3).Ack(2).RoundTrip, Is.EqualTo(100));
        Assert.That(rig.Path.InFlight.Packets, Is.Zero);
    }

    [Test]
    public void Acks_of_unsent_packets_and_second_acks_yield_no_sample()
    {
        PathRig rig = Measured();
        InFlight before = rig.Path.InFlight;
        Assert.That(rig.Send(5).Pass(50).Ack(1, 4, 6, 77).RoundTrip, Is.EqualTo(100));
        Assert.That(rig.Path.InFlight, Is.EqualTo(before with { Packets = 1, Bytes = PathRig.Bytes }), "it is not progress");
    }

    [Test]
    public void Acks_of_a_datagram_that_is_taken_in_two_polls_are_one_sample()
    {
        PathRig rig = new PathRig(Both).Send(1).Pass(100).Send(2).Pass(100);
        rig.Path.Inbox.Datagram(7, rig.Now);
        rig.Path.Inbox.Acked(7, 2, rig.Now);
        rig.Poll();
        rig.Path.Inbox.Acked(7, 1, rig.Now);
        Assert.That(rig.Poll().RoundTrip, Is.EqualTo(100));
    }

    [Test]
    public void The_ack_of_a_late_packet_affects_the_resend_timeout_and_not_the_round_trip()
    {
        PathRig rig = Measured().Send(2).Pass(20).Send(3).Pass(100).Ack(3);
        Duration timeout = rig.Path.ResendTimeout;
        rig.Pass(200).Ack(2);
        Assert.That(rig.RoundTrip, Is.EqualTo(100));
        Assert.That(rig.Path.ResendTimeout, Is.GreaterThan(timeout));
    }

    [Test]
    public void The_queueing_delay_is_the_round_trip_above_the_minimum()
    {
        PathRig rig = Measured();
        for (uint number = 2; number < 20; number++)
            rig.Send(number).Pass(10);
        for (uint number = 20; number < 60; number++)
            rig.Send(number).Ack(number - 18).Pass(10);
        Assert.That(rig.Path.QueueingDelay.Milliseconds, Is.EqualTo(80));
    }

    [Test]
    public void An_ack_that_the_viewer_may_have_collected_because_nothing_followed_shows_no_queue()
    {
        PathRig rig = Measured();
        for (uint number = 2; number < 40; number++)
            rig.Send(number).Pass(180).Ack(number);
        Assert.That(rig.Path.QueueingDelay, Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void A_frame_of_half_a_second_affects_the_resend_timeout_and_not_the_round_trip()
    {
        PathRig rig = Steady();
        Duration timeout = rig.Path.ResendTimeout, queue = rig.Path.QueueingDelay;
        rig.Send(100).Pass(500).Ack(100);
        Assert.That(rig.RoundTrip, Is.EqualTo(60));
        Assert.That(rig.Path.QueueingDelay, Is.EqualTo(queue));
        Assert.That(rig.Path.ResendTimeout, Is.GreaterThan(timeout), "the timeout must exceed it");
        Assert.That(rig.Send(101).Pass(80).Ack(101).RoundTrip, Is.EqualTo(80), "the next datagram is a sample again");
    }

    [Test]
    public void After_a_pause_acks_yield_the_round_trip_immediately() =>
        Assert.That(Steady().Pass(10_000).Send(100).Pass(90).Ack(100).RoundTrip, Is.EqualTo(90));

    // ---- losses ----

    [Test]
    public void A_packet_overtaken_by_three_later_packets_is_lost_and_sent_again_once()
    {
        PathRig rig = new PathRig(Both).Send(1, 2, 3, 4, 5, 6).Pass(100).Ack(2, 3);
        Assert.That((rig.Path.Counts.Found, rig.Port.Resent.Count), Is.EqualTo((0, 0)));
        rig.Ack(4).Ack(5).Ack(6);
        Assert.That(rig.Port.Resent, Is.EqualTo(new[] { 1u }));
        Assert.That((rig.Path.Sent, rig.Path.Counts.Found), Is.EqualTo((6, 1)));
    }

    [Test]
    public void A_packet_that_was_already_resent_is_left_to_its_timer()
    {
        PathRig rig = new PathRig(Both).Send(1, 2, 3, 4).Pass(100).Resend(1).Ack(2, 3, 4);
        Assert.That(rig.Path.Counts.Found, Is.EqualTo(1));
        Assert.That(rig.Port.Resent, Is.Empty);
    }

    [Test]
    public void A_lost_packet_that_the_port_considers_obsolete_is_no_fast_resend()
    {
        PathRig rig = new PathRig(Both).Send(1, 2, 3, 4, 5).Pass(100);
        rig.Port.Obsolete.Add(1);
        rig.Ack(3, 4, 5);
        Assert.That((rig.Path.Counts.Found, rig.Path.FastResends), Is.EqualTo((2, 1)));
    }

    [Test]
    public void Without_fast_resend_a_loss_is_counted_and_the_timer_sends_again()
    {
        PathRig rig = new PathRig(Both with { FastResend = false }).Send(1, 2, 3, 4).Pass(100).Ack(2, 3, 4);
        Assert.That(rig.Path.Counts.Found, Is.EqualTo(1));
        Assert.That(rig.Port.Resent, Is.Empty);
    }

    [Test]
    public void A_packet_whose_ack_may_have_been_in_a_missing_datagram_is_not_lost()
    {
        PathRig rig = Measured().Send(2).Pass(30).Send(3, 4, 5).Pass(100);
        double window = rig.Path.Control!.Window;
        rig.LoseDatagrams(1).Ack(3, 4, 5);
        Assert.That(rig.Path.Counts.Found, Is.Zero);
        Assert.That(rig.Port.Resent, Is.Empty);
        Assert.That(rig.Path.Control.Window, Is.GreaterThanOrEqualTo(window));
    }

    [Test]
    public void A_packet_whose_ack_was_due_long_before_the_missing_datagram_is_lost()
    {
        PathRig rig = Measured().Send(2, 3).Pass(1000).Ack(3).Send(4, 5).Pass(100).LoseDatagrams(1).Ack(4, 5);
        Assert.That(rig.Port.Resent, Is.EqualTo(new[] { 2u }));
    }

    [Test]
    public void A_port_that_fails_to_resend_is_asked_for_the_remaining_packets_at_the_next_poll()
    {
        PathRig rig = new PathRig(Both).Send(1, 2, 3, 4, 5).Pass(100);
        rig.Port.Broken = nameof(FakePort.Resend);
        Assert.Throws<InvalidOperationException>(() => rig.Ack(3, 4, 5));
        rig.Port.Broken = null;
        rig.Poll();
        Assert.That(rig.Port.Resent, Does.Contain(2u));
        Assert.That(rig.Path.Counts.Found, Is.EqualTo(2));
        Assert.That(rig.Path.InFlight.Acked, Is.EqualTo(3 * PathRig.Bytes), "each ack counts once");
    }

    // ---- losses that prove spurious ----

    [Test]
    public void A_lost_packet_whose_ack_arrives_after_all_is_a_spurious_loss_once()
    {
        PathRig rig = Measured().Send(2, 3, 4, 5).Pass(100).Ack(3, 4, 5);
        Assert.That((rig.Path.Counts.Found, rig.Path.Spurious), Is.EqualTo((1, 0)));
        rig.Pass(10).Ack(2).Ack(2);
        Assert.That((rig.Path.Counts.Found, rig.Path.Spurious, rig.Path.Counts.Lost), Is.EqualTo((1, 1, 0)),
            "the number of packets found lost never falls");
    }

    [Test]
    public void An_ack_that_arrives_too_early_to_answer_the_fast_resend_shows_a_spurious_loss() =>
        Assert.That(Measured().Send(2, 3, 4, 5).Pass(100).Ack(3, 4, 5).Resend(2).Pass(85).Ack(2).Path.Spurious, Is.EqualTo(1));

    [Test]
    public void An_ack_that_may_answer_the_fast_resend_shows_nothing() =>
        Assert.That(Measured().Send(2, 3, 4, 5).Pass(100).Ack(3, 4, 5).Resend(2).Pass(95).Ack(2).Path.Spurious, Is.Zero);

    [Test]
    public void A_second_ack_after_the_ack_of_the_fast_resend_shows_that_the_first_transmission_was_later()
    {
        PathRig rig = Measured().Send(2, 3, 4, 5).Pass(100).Ack(3, 4, 5).Resend(2).Pass(105).Ack(2);
        Assert.That(rig.Path.Spurious, Is.Zero);
        rig.Pass(50).Ack(2).Ack(2);
        Assert.That(rig.Path.Spurious, Is.EqualTo(1));
    }

    [Test]
    public void A_second_ack_in_a_repeated_datagram_shows_nothing()
    {
        PathRig rig = Measured().Send(2, 3, 4, 5).Pass(100).Ack(3, 4, 5).Resend(2).Pass(105).Ack(2);
        Assert.That(rig.RepeatDatagram(2).Path.Spurious, Is.Zero);
    }

    [Test]
    public void The_second_acks_of_a_client_that_repeats_acks_show_nothing()
    {
        PathRig rig = Measured().Send(2, 3, 4, 5).Pass(100).Ack(3).Ack(3, 4, 5).Resend(2).Pass(105).Ack(2).Ack(2);
        Assert.That((rig.Path.Counts.Found, rig.Path.Spurious), Is.EqualTo((1, 0)));
    }

    [Test]
    public void A_packet_that_was_resent_by_its_timer_and_arrives_after_all_is_spurious_too() =>
        Assert.That(Measured().Send(2, 3, 4, 5).Pass(90).Resend(2).Pass(10).Ack(3, 4, 5).Pass(10).Ack(2).Path.Counts,
            Is.EqualTo(new PathCounts(5, 0, FoundByTimer: 1, Spurious: 1)));

    [Test]
    public void A_packet_whose_ack_may_have_been_lost_is_no_spurious_loss()
    {
        PathRig rig = Measured().Send(2).Pass(30).Send(3, 4, 5).Pass(100).LoseDatagrams(1).Ack(3, 4, 5).Ack(2);
        Assert.That((rig.Path.Counts.Found, rig.Path.Spurious), Is.EqualTo((0, 0)));
    }

    [Test]
    public void A_cut_whose_losses_all_prove_spurious_is_undone()
    {
        PathRig rig = Busy(out DataRate before).LoseTen();
        Assert.That(rig.Path.Control!.Rate, Is.LessThan(before));
        rig.Ack([.. Enumerable.Range(101, 9).Select(static number => (uint)number)]).Pass(6).Poll();
        Assert.That(rig.Path.Control.Rate, Is.LessThan(before), "110 is still lost");
        rig.Ack(110).Pass(6).Poll();
        Assert.That(rig.Path.Spurious, Is.EqualTo(10));
        Assert.That(rig.Path.Control.Rate, Is.GreaterThanOrEqualTo(before));
    }

    [Test]
    public void A_resent_packet_whose_first_transmission_proves_late_shows_how_late_packets_can_be()
    {
        PathRig early = ResendOfALatePacket().Pass(50).Ack(2), again = ResendOfALatePacket().Pass(105).Ack(2).Pass(10).Ack(2);
        foreach (PathRig rig in new[] { early, again })
        {
            Assert.That((rig.Path.Counts.Found, rig.Path.Spurious), Is.EqualTo((1, 1)));
            rig.Send(6).Pass(50).Send(7, 8, 9).Pass(100).Ack(7, 8, 9);
            Assert.That(rig.Path.Counts.Found, Is.EqualTo(1), "6 may be as late as 2 was");
        }
    }

    [Test]
    public void A_quarter_of_the_round_trip_is_no_loss_where_packets_are_reordered()
    {
        PathRig rig = Measured().Send(2, 3).Pass(100).Ack(3).Ack(2);
        rig.Send(4).Pass(24).Send(5, 6, 7).Pass(100).Ack(5, 6, 7);
        Assert.That(rig.Path.Counts.Found, Is.Zero, "24 ms");
        rig.Send(8).Pass(26).Send(9, 10, 11).Pass(100).Ack(9, 10, 11);
        Assert.That(rig.Path.Counts.Found, Is.EqualTo(2), "4 and 8");
    }

    [Test]
    public void A_cut_stands_if_silence_has_followed_it()
    {
        PathRig rig = Busy(out DataRate before).LoseTen().Send(200);
        for (int i = 0; i < 40; i++)
            rig.Pass(100).Poll();
        rig.Ack([.. Enumerable.Range(101, 10).Select(static number => (uint)number)]).Pass(6).Poll();
        Assert.That(rig.Path.Spurious, Is.EqualTo(10));
        Assert.That(rig.Path.Control!.Rate, Is.LessThan(before * 0.6));
    }

    [Test]
    public void A_client_that_acknowledges_the_newest_first_ten_a_datagram_keeps_its_rate()
    {
        PathRig rig = Measured();
        DataRate rate = rig.Path.Control!.Rate;
        for (uint batch = 0; batch < 20; batch++)
        {
            uint first = 40 * batch + 2;
            for (uint number = first; number < first + 40; number++)
                rig.Send(number).Pass(5);
            rig.Pass(50);
            for (uint datagram = 4; datagram-- > 0;)
                rig.Ack([.. Enumerable.Range(0, 10).Select(place => first + 10 * datagram + 9 - (uint)place)]);
        }
        Assert.That(rig.Path.Counts.Lost, Is.Zero);
        Assert.That(rig.Path.Counts.Found, Is.LessThanOrEqualTo(40), "of the first batch");
        Assert.That(rig.Path.Control.Rate, Is.GreaterThanOrEqualTo(rate));
    }

    [Test]
    public void A_restarted_path_reports_no_earlier_spurious_loss()
    {
        PathRig rig = Measured().Send(2, 3, 4, 5).Pass(100).Ack(3, 4, 5).Resend(2).Pass(105).Ack(2);
        rig.Path.Restart(rig.Now);
        Assert.That(rig.Ack(2).Path.Spurious, Is.Zero);
    }

    [Test]
    public void Silence_starts_with_the_first_packet_in_flight_however_long_ago_the_last_poll_was()
    {
        PathRig rig = Measured();
        double window = rig.Path.Control!.Window;
        rig.Pass(10_000).Send(2).Pass(50).Poll();
        Assert.That(rig.Path.Control.Window, Is.EqualTo(window));
    }

    // ---- age ----

    [Test]
    public void Age_is_no_ack()
    {
        PathRig rig = Measured().Send(2, 3);
        rig.Port.Unacked.UnionWith([2, 3]);
        rig.Pass(300_000).Poll();
        Assert.That((rig.Path.InFlight.Packets, rig.Path.InFlight.Bytes), Is.EqualTo((2, 2L * PathRig.Bytes)));
    }

    [Test]
    public void A_packet_whose_ack_the_port_alone_has_seen_is_in_flight_for_15_s()
    {
        PathRig rig = Measured().Send(2, 3);
        rig.Port.Unacked.Add(3);
        InFlight before = rig.Path.InFlight;
        rig.Pass(15_000).Poll();
        Assert.That(rig.Path.InFlight, Is.EqualTo(before));
        rig.Pass(1).Poll();
        Assert.That(rig.Path.InFlight, Is.EqualTo(before with { Packets = 1, Bytes = PathRig.Bytes }),
            "and it does not count as acknowledged");
        rig.Port.Unacked.Clear();
        rig.Poll();
        Assert.That(rig.Path.InFlight.Packets, Is.Zero);
    }

    // ---- restarts and clocks ----

    [Test]
    public void A_restarted_path_forgets_packets_in_flight_and_measures_from_later_packets()
    {
        PathRig rig = Measured().Send(2, 3).Pass(-50_000);
        rig.Path.Restart(rig.Now);
        Assert.That(rig.Path.InFlight.Packets, Is.Zero);
        rig.Ack(2).Pass(49_950 + 60).Ack(3);
        Assert.That(rig.RoundTrip, Is.Zero, "neither minus 50 s nor 60 ms");
        Assert.That(rig.Send(4).Pass(120).Ack(4).RoundTrip, Is.EqualTo(120));
        Assert.That(rig.Path.QueueingDelay, Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void A_sender_whose_clock_goes_back_restarts_its_paths()
    {
        SenderRig rig = new(Both);
        CircuitSender<FakePort> circuit = rig.Open();
        circuit.Port.Enqueue(Channel.Task);
        rig.Serve();
        rig.Pass(-60_000);
        rig.Serve();
        rig.Pass(60_010);
        circuit.Path!.Inbox.Datagram(1, rig.Now);
        circuit.Path.Inbox.Acked(1, (uint)circuit.Port.Log[0].Number, rig.Now);
        circuit.Notify(CircuitEvents.Acks);
        rig.Serve();
        Assert.That((circuit.Path.InFlight.Packets, circuit.Path.RoundTrip), Is.EqualTo((0, Duration.Zero)));
    }

    [Test]
    public void An_ack_from_before_its_packet_yields_no_round_trip() =>
        Assert.That(Measured().Send(2).Pass(-1).Ack(2).RoundTrip, Is.EqualTo(100));

    // ---- invariants ----

    [ForAll(MaxTest = 150, Replay = "20261122,23")]
    public void In_flight_packets_are_sent_and_unacknowledged_and_each_loss_is_resent_at_most_once(int seed)
    {
        Random random = new(seed);
        PathRig rig = new(Both);
        HashSet<uint> inFlight = [];
        uint next = 1;
        for (int step = 0; step < 800; step++)
        {
            rig.Pass(30 * random.NextDouble());
            if (random.Next(100) == 0)
                rig.LoseDatagrams((uint)random.Next(3));
            if (random.Next(100) == 0)
            {
                rig.Pass(-1000 * random.NextDouble());
                rig.Path.Restart(rig.Now);
                inFlight.Clear();
            }
            for (int i = random.Next(4); i > 0; i--)
            {
                next += (uint)random.Next(1, 3);
                inFlight.Add(next);
                rig.Send(next);
            }
            if (inFlight.Count > 0 && random.Next(10) == 0)
                rig.Resend(inFlight.ElementAt(random.Next(inFlight.Count)));
            uint[] acked = [.. Enumerable.Range(0, random.Next(4)).Select(_ => (uint)(next + 2 - random.Next(50)))];
            rig.Ack(acked);
            inFlight.ExceptWith(acked);
            Assert.That((rig.Path.InFlight.Packets, rig.Path.InFlight.Bytes),
                Is.EqualTo((inFlight.Count, (long)inFlight.Count * PathRig.Bytes)), $"step {step}");
            Assert.That(rig.Path.RoundTrip, Is.InRange(Duration.Zero, Duration.FromSeconds(60)));
        }
        Assert.That(rig.Port.Resent, Is.Unique);
        Assert.That(rig.Port.Resent, Has.Count.LessThanOrEqualTo((int)rig.Path.Counts.Found));
        Assert.That(rig.Path.Counts.Found, Is.LessThanOrEqualTo(rig.Path.Sent));
    }

    /// <summary>Packet 2 is 60 ms older than those that overtake it.</summary>
    private static PathRig ResendOfALatePacket() => Measured().Send(2).Pass(60).Send(3, 4, 5).Pass(100).Ack(3, 4, 5).Resend(2);

    /// <summary>A circuit that has sent a hundred packets without a loss.</summary>
    private static PathRig Busy(out DataRate rate)
    {
        uint[] numbers = [.. Enumerable.Range(1, 100).Select(static number => (uint)number)];
        PathRig rig = new PathRig(Both).Send(numbers).Pass(100).Ack(numbers).Pass(6).Poll();
        rate = rig.Path.Control!.Rate;
        return rig;
    }

    private static PathRig Measured() => new PathRig(Both).Send(1).Pass(100).Ack(1);

    /// <summary>One ack every 60 ms, for a packet that was sent 60 ms earlier.</summary>
    private static PathRig Steady()
    {
        PathRig rig = new(Both);
        for (uint number = 1; number <= 20; number++)
            rig.Send(number).Pass(60).Ack(number);
        return rig;
    }

    // ---- what showed that a packet was lost, and why it was sent again ----

    [Test]
    public void A_packet_that_three_later_acks_show_to_be_lost_is_sent_again_for_that_reason()
    {
        PathRig rig = Measured().Send(2, 3, 4, 5).Pass(100).Ack(3, 4, 5);
        Assert.That(rig.Path.PacketSent(2, Resent, rig.Now), Is.EqualTo(ResendReason.ThreeLater));
        Assert.That(rig.Path.PacketSent(2, Resent, rig.Now), Is.EqualTo(ResendReason.Timer), "only its timer sends it once more");
        Assert.That(rig.Path.Counts, Is.EqualTo(new PathCounts(5, 1, FoundByAcks: 1)));
    }

    [Test]
    public void A_packet_that_its_timer_shows_to_be_lost_counts_once()
    {
        PathRig rig = Measured().Send(2, 3, 4, 5).Pass(500);
        Assert.That(rig.Path.PacketSent(2, Resent, rig.Now), Is.EqualTo(ResendReason.Timer));
        Assert.That(rig.Path.PacketSent(2, Resent, rig.Now), Is.EqualTo(ResendReason.Timer));
        Assert.That(rig.Path.Counts, Is.EqualTo(new PathCounts(5, 0, FoundByTimer: 1)));
        Assert.That(rig.Ack(3, 4, 5).Path.Counts, Is.EqualTo(new PathCounts(5, 0, FoundByTimer: 1)), "acks show it afterwards");
    }

    [Test]
    public void Without_fast_resends_the_timer_sends_again_what_acks_show_to_be_lost()
    {
        PathRig rig = new PathRig(Both with { FastResend = false }).Send(1).Pass(100).Ack(1).Send(2, 3, 4, 5).Pass(100).Ack(3, 4, 5);
        Assert.That(rig.Path.PacketSent(2, Resent, rig.Now), Is.EqualTo(ResendReason.Timer));
        Assert.That(rig.Path.Counts, Is.EqualTo(new PathCounts(5, 0, FoundByAcks: 1)));
    }
}
