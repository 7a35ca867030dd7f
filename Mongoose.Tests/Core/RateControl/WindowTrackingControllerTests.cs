using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

public sealed class WindowTrackingControllerTests
{
    private const double S = 375;

    private static Script Window(RateControlOptions? options = null) => new(WindowTrackingController.ControllerName, options);

    [Test]
    public void It_starts_with_four_small_segments_per_round_trip()
    {
        Script script = Window().Ping(100);
        Assert.That(script.State.WindowBytes, Is.EqualTo(4 * S));
        Assert.That(script.Kilobits, Is.EqualTo(120), "1500 bytes in 100 ms");
    }

    [Test]
    public void Until_a_round_trip_is_known_it_asks_for_the_minimum()
    {
        Script script = Window().Receive(1000);
        Assert.That(script.Kilobits, Is.EqualTo(1));
        Assert.That(script.Ping(100).State.WindowBytes, Is.EqualTo(4 * S));
    }

    [Test]
    public void Below_the_threshold_each_packet_opens_the_window_by_one_packet() =>
        Assert.That(Window().Ping(100).Receive(100).State.WindowBytes, Is.EqualTo(104 * S).Within(1e-6));

    [Test]
    public void A_loss_halves_the_window_and_sets_the_threshold_to_it()
    {
        Script script = Window().Ping(100).Receive(100).LoseKnown(1);
        // 104, and the two packets that arrived before the third confirmed the loss: the packet after the gap, which is not in sequence,
        // and a packet in sequence.
        Assert.That(script.State.WindowBytes, Is.EqualTo(105 * S / 2).Within(1e-6));
        Assert.That(script.State.ThresholdBytes, Is.EqualTo(script.State.WindowBytes));
        Assert.That(script.State.LossEvents, Is.EqualTo(1));
    }

    [Test]
    public void For_one_round_trip_after_a_cut_it_neither_grows_nor_cuts()
    {
        Script script = Window().Ping(100).Receive(100).LoseKnown(1);
        double window = script.State.WindowBytes;
        script.Receive(40).LoseKnown(5).Receive(40);
        Assert.That(script.State.WindowBytes, Is.EqualTo(window), "91 ms after the cut");
        script.Receive(20);
        Assert.That(script.State.WindowBytes, Is.GreaterThan(window), "111 ms after the cut");
        Assert.That(script.LoseKnown(1).State.LossEvents, Is.EqualTo(2));
    }

    [Test]
    public void Recovery_lasts_for_the_longest_round_trip_since_the_previous_cut()
    {
        Script script = Window().Ping(100).Receive(100).Ping(200).Ping(100).LoseKnown(1);
        Assert.That(script.Receive(150).LoseKnown(1).State.LossEvents, Is.EqualTo(1), "154 ms after the cut");
        Assert.That(script.Receive(60).LoseKnown(1).State.LossEvents, Is.EqualTo(2), "218 ms after it");
        Assert.That(script.Receive(105).LoseKnown(1).State.LossEvents, Is.EqualTo(3), "100 ms since then");
    }

    [Test]
    public void A_late_ping_reply_extends_recovery_to_at_most_four_round_trips()
    {
        Script script = Window().Ping(100).Receive(100).Ping(5000).Ping(100).LoseKnown(1);
        Assert.That(script.Receive(380).LoseKnown(1).State.LossEvents, Is.EqualTo(1), "384 ms after the cut");
        Assert.That(script.Receive(20).LoseKnown(1).State.LossEvents, Is.EqualTo(2), "408 ms after it");
    }

    [Test]
    public void Above_the_threshold_a_window_s_worth_of_packets_opens_it_by_one_packet()
    {
        Script script = Window().Ping(100).Receive(100).LoseKnown(1).Pass(0.1);
        double window = script.State.WindowBytes;
        int packets = (int)(window / S);
        script.Receive(packets);
        // The sum of S/W over W packets is a little under 1, since W grows meanwhile.
        Assert.That((script.State.WindowBytes - window) / S, Is.InRange(0.96, 1));
    }

    [Test]
    public void A_late_packet_opens_the_window_and_a_packet_after_a_gap_does_not()
    {
        Script swapped = Window().Ping(100).Receive(10);
        double window = swapped.State.WindowBytes;
        swapped.Lose(1).Receive(1);
        Assert.That(swapped.State.WindowBytes, Is.EqualTo(window));
    }

    [Test]
    public void Resent_packets_and_duplicates_do_not_open_the_window()
    {
        Script script = Window().Ping(100).Receive(100);
        double window = script.State.WindowBytes;
        Assert.That(script.Resend(50).Resend(51).State.WindowBytes, Is.EqualTo(window));
    }

    [Test]
    public void The_window_never_falls_below_a_segment_nor_the_threshold_below_two()
    {
        Script script = Window().Ping(100).Receive(10);
        for (int i = 0; i < 10; i++)
            script.Pass(0.2).LoseKnown(1);
        Assert.That(script.State.WindowBytes, Is.EqualTo(S).Within(1e-6));
        Assert.That(script.State.ThresholdBytes, Is.EqualTo(2 * S).Within(1e-6));
    }

    [Test]
    public void The_last_round_trip_divides_the_window()
    {
        Script script = Window().Ping(100).Receive(100);
        double window = script.State.WindowBytes;
        Assert.That(script.Ping(200).Kilobits, Is.EqualTo(window * 8 / 200).Within(0.001));
        Assert.That(script.Ping(50).Kilobits, Is.EqualTo(window * 8 / 50).Within(0.001));
    }

    [Test]
    public void A_round_trip_of_zero_counts_as_a_millisecond() =>
        Assert.That(Window().Ping(0).State.RoundTrip, Is.EqualTo(Duration.FromMilliseconds(1)));

    [Test]
    public void The_window_is_bounded_by_the_maximum_rate()
    {
        var options = new RateControlOptions { MaxRate = DataRate.FromKilobitsPerSecond(800) };
        Script script = Window(options).Ping(100).Receive(200);
        Assert.That(script.State.WindowBytes, Is.EqualTo(10_000), "800 kbit/s for 100 ms");
        script.LoseKnown(1);
        Assert.That(script.Kilobits, Is.EqualTo(400), "the first loss already affects the rate");
    }

    [Test]
    public void The_window_is_bounded_by_twice_the_received_rate()
    {
        Script script = Window().Ping(100);
        script.Pace = Duration.FromMilliseconds(10);
        script.Receive(6000);
        // 100 packets of 375 bytes a second are 300 kbit/s.
        Assert.That(script.Kilobits, Is.EqualTo(600).Within(1).Percent);
    }

    [Test]
    public void The_window_survives_a_time_of_lower_received_rate()
    {
        Script script = Window().Ping(100).Receive(100).LoseKnown(1).Pass(0.1).Receive(3000);
        double before = script.Kilobits;
        script.Pace = Duration.FromMilliseconds(10);
        script.Receive(1000);
        Assert.That(script.Kilobits, Is.EqualTo(600).Within(1).Percent, "twice the received rate");
        // The region sends the requested rate, which doubles with every second that the meter measures.
        for (int second = 0; second < 4; second++)
        {
            int packets = (int)(script.Kilobits * 1000 / 8 / S);
            script.Pace = Duration.FromSeconds(1.0 / packets);
            script.Receive(packets + packets / 3);
        }
        Assert.That(script.Kilobits, Is.InRange(before, 1.3 * before));
    }

    [Test]
    public void An_unused_window_does_not_grow()
    {
        // Without a loss it is in slow start: each of the 6000 packets would open the window by one packet.
        Script script = Window().Ping(100);
        script.Pace = Duration.FromMilliseconds(10);
        double window = script.Receive(6000).State.WindowBytes;
        // In a round trip of three seconds, thirty times as much would be usable. The window grew only before there was a received rate to
        // bound it.
        Assert.That(script.Ping(3000).State.WindowBytes, Is.InRange(window, 2 * window));
    }

    [Test]
    public void After_silence_the_window_recovers_as_the_received_rate_doubles()
    {
        Script script = Window().Ping(100).Receive(100).LoseKnown(1).Pass(0.1).Receive(3000);
        double before = script.State.WindowBytes;
        script.Pass(60);
        Assert.That(script.Receive(1).Ping(100).State.WindowBytes, Is.EqualTo(4 * S));
        script.Receive(3000);
        Assert.That(script.State.WindowBytes, Is.InRange(before, 1.3 * before));
    }

    [Test]
    public void A_round_trip_that_falls_and_rises_again_does_not_reduce_the_maximum_rate()
    {
        var options = new RateControlOptions { MaxRate = DataRate.FromKilobitsPerSecond(800) };
        Script script = Window(options).Ping(300).Receive(400);
        Assert.That(script.Kilobits, Is.EqualTo(800));
        Assert.That(script.Ping(50).Receive(50).Ping(300).Kilobits, Is.EqualTo(800));
    }

    [Test]
    public void Another_region_is_asked_for_at_most_the_rate_in_use()
    {
        Script script = Window().Ping(100).Receive(3000);
        script.Pace = Duration.FromMilliseconds(10);
        double used = script.Receive(1000).Kilobits;
        script.NewCircuit();
        Assert.That(script.Ping(250).Kilobits, Is.EqualTo(used).Within(0.1).Percent);
    }

    [Test]
    public void A_cut_halves_the_usable_window()
    {
        Script script = Window().Ping(100).Receive(3000);
        script.Pace = Duration.FromMilliseconds(10);
        double window = script.Receive(1000).State.WindowBytes;
        Assert.That(script.LoseKnown(1).State.WindowBytes, Is.EqualTo(window / 2).Within(1).Percent);
    }

    [Test]
    public void One_late_ping_reply_does_not_raise_the_rate_permanently()
    {
        Script script = Window().Ping(100);
        script.Pace = Duration.FromMilliseconds(10);
        script.Receive(3000).Ping(400).Receive(10).Ping(100).Receive(3000);
        Assert.That(script.Kilobits, Is.EqualTo(600).Within(1).Percent);
    }

    [Test]
    public void Silence_changes_nothing_and_afterwards_the_window_is_the_initial_window()
    {
        Script script = Window().Ping(100).Receive(3000).LoseKnown(1);
        (double kilobits, double threshold) = (script.Kilobits, script.State.ThresholdBytes);
        Assert.That(script.Pass(60).Kilobits, Is.EqualTo(kilobits));
        Assert.That(script.Ping(100).State.WindowBytes, Is.EqualTo(4 * S).Within(1e-6));
        Assert.That(script.State.ThresholdBytes, Is.EqualTo(threshold), "so that it opens quickly when data arrive");
    }

    [Test]
    public void In_another_region_the_rate_is_kept_and_the_window_is_new()
    {
        Script script = Window().Ping(100).Receive(200).LoseKnown(1);
        double kilobits = script.Kilobits;
        script.NewCircuit();
        Assert.That(script.Kilobits, Is.EqualTo(kilobits));
        script.Ping(300);
        Assert.That(script.Kilobits, Is.EqualTo(kilobits).Within(0.001));
        Assert.That(script.State.WindowBytes, Is.EqualTo(kilobits * 300 / 8).Within(0.1));
        Assert.That(script.State.ThresholdBytes, Is.EqualTo(script.State.WindowBytes).Within(0.1));
    }

    [Test]
    public void With_mixed_packet_sizes_it_opens_by_their_root_mean_square_per_round_trip()
    {
        Script script = Window().Ping(100);
        Mixed(100);
        script.LoseKnown(1).Pass(0.1);
        double before = script.State.WindowBytes;
        Mixed((int)(before / 500 / 3));
        double rootMeanSquare = Math.Sqrt((100 * 100 + 400 * 400 + 1000 * 1000) / 3.0);
        // The running mean moves by a hundredth within a turn.
        Assert.That((script.State.WindowBytes - before) / rootMeanSquare, Is.InRange(0.95, 1.02));

        void Mixed(int times)
        {
            for (int i = 0; i < times; i++)
            {
                foreach (int bytes in (int[])[100, 400, 1000])
                {
                    script.PacketBytes = bytes;
                    script.Receive(1);
                }
            }
        }
    }

    [Test]
    public void When_fair_to_larger_segments_it_opens_by_one_such_segment_per_round_trip()
    {
        Script script = Window(Script.Wide with { FairSegmentBytes = 1448 }).Ping(100);
        Assert.That(script.State.WindowBytes, Is.EqualTo(4380), "the RFC 3390 window for that size");
        script.Receive(200).LoseKnown(1).Pass(0.1);
        double window = script.State.WindowBytes;
        script.Receive((int)(window / S));
        Assert.That((script.State.WindowBytes - window) / 1448, Is.InRange(0.9, 1));
    }
}
