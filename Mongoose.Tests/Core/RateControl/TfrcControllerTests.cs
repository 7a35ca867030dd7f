using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

public sealed class TfrcControllerTests
{
    private static Script Tfrc(string name = TfrcController.ControllerName) =>
        new(name) { Pace = Duration.FromMilliseconds(5) };

    private static Script WithLossEvery(Script script, int packets, int times)
    {
        script.Ping(100);
        for (int i = 0; i < times; i++)
            script.Receive(packets - 1).Lose(1);
        return script.Receive(3);
    }

    [Test]
    public void Before_a_loss_it_doubles_each_round_trip_up_to_twice_the_received_rate()
    {
        Script script = Tfrc().Ping(100);
        Assert.That(script.Kilobits, Is.EqualTo(120), "1500 bytes in a round trip");
        Assert.That(script.Receive(21).Kilobits, Is.EqualTo(240).Within(0.001));
        // 375 bytes in 5 ms are 600 kbit/s.
        Assert.That(script.Receive(200).Kilobits, Is.EqualTo(1200).Within(5).Percent);
    }

    [Test]
    public void Its_limit_is_twice_the_larger_rate_received_in_the_last_two_round_trips()
    {
        Script script = Tfrc().Ping(100).Receive(200);
        Assert.That(script.Kilobits, Is.EqualTo(1200).Within(5).Percent, "600 kbit/s arrive");
        script.Pace = Duration.FromMilliseconds(10);
        Assert.That(script.Receive(10).Kilobits, Is.EqualTo(1200).Within(5).Percent, "300 in the last round trip");
        Assert.That(script.Receive(10).Kilobits, Is.EqualTo(600).Within(5).Percent);
    }

    [Test]
    public void The_rate_that_it_doubles_is_the_clamped_rate()
    {
        Script script = new(TfrcController.ControllerName, Script.Wide with { MinRate = DataRate.FromKilobitsPerSecond(400) })
        {
            Pace = Duration.FromMilliseconds(5),
        };
        Assert.That(script.Ping(100).Kilobits, Is.EqualTo(400), "not 120, a window of 1500 bytes in a round trip");
        Assert.That(script.Receive(21).Kilobits, Is.EqualTo(800));
    }

    [Test]
    public void The_round_trip_is_smoothed_with_a_weight_of_nine_tenths()
    {
        Script script = Tfrc().Ping(100).Ping(200);
        Assert.That(script.State.RoundTrip.Milliseconds, Is.EqualTo(110).Within(1e-6));
        Assert.That(script.Ping(110).State.RoundTrip.Milliseconds, Is.EqualTo(110).Within(1e-6));
    }

    [Test]
    public void With_even_losses_it_asks_for_the_rate_of_the_equation()
    {
        Script script = WithLossEvery(Tfrc(), 100, 20);
        Assert.That(script.State.LossEventRate, Is.EqualTo(0.01).Within(0.01).Percent);
        DataRate expected = TcpEquations.Padhye(375, Duration.FromMilliseconds(100), 0.01);
        Assert.That(script.Kilobits, Is.EqualTo(expected.KilobitsPerSecond).Within(0.1).Percent);
    }

    [Test]
    public void In_the_paper_s_form_it_uses_equation_1()
    {
        Script script = WithLossEvery(Tfrc(TfrcController.PaperName), 100, 20);
        Assert.That(script.Kilobits, Is.EqualTo(300).Within(0.1).Percent, "375 * 8 / (0.1 * sqrt(0.01))");
    }

    [Test]
    public void The_first_interval_yields_the_received_rate()
    {
        Script script = Tfrc().Ping(100).Receive(400).LoseKnown(1);
        Assert.That(script.State.LossEvents, Is.EqualTo(1));
        // 600 kbit/s arrived, 630 in the round trip that began with the ping.
        Assert.That(script.Kilobits, Is.EqualTo(600).Within(6).Percent);
    }

    [Test]
    public void Losses_within_a_round_trip_of_the_first_are_one_event()
    {
        Script script = WithLossEvery(Tfrc(), 100, 20);
        long events = script.State.LossEvents;
        script.Receive(50).Lose(1).Receive(2).Lose(1).Receive(2).Lose(1).Receive(3);
        Assert.That(script.State.LossEvents, Is.EqualTo(events + 1));
    }

    [Test]
    public void A_gap_longer_than_a_round_trip_whose_packets_arrive_late_is_one_event_for_the_one_that_is_lost()
    {
        Script script = Tfrc();
        script.Pace = Duration.FromMilliseconds(10);
        script.Ping(20).Receive(100).LoseTheLastOf(11).Receive(30);
        long events = script.State.LossEvents;
        script.LoseTheLastOf(11).Receive(30);
        Assert.That(script.State.LossEvents - events, Is.EqualTo(1));
    }

    [Test]
    public void In_the_paper_s_form_the_open_interval_does_not_count()
    {
        Script rfc = WithLossEvery(Tfrc(), 100, 20), paper = WithLossEvery(Tfrc(TfrcController.PaperName), 100, 20);
        double before = paper.Kilobits;
        Assert.That(paper.Receive(2000).Kilobits, Is.EqualTo(before).Within(1e-9));
        Assert.That(rfc.Receive(2000).State.LossEventRate, Is.LessThan(0.005));
    }

    [Test]
    public void Without_discounting_a_long_interval_without_loss_counts_only_by_its_weight()
    {
        Script discounting = WithLossEvery(Tfrc(), 100, 20), plain = WithLossEvery(Tfrc(TfrcController.WithoutDiscountingName), 100, 20);
        Assert.That(plain.Kilobits, Is.EqualTo(discounting.Kilobits).Within(1e-9), "equal while losses are even");
        // Weights 1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2 add up to 6: an open interval of 600 and seven intervals of 100.
        Assert.That(plain.Receive(600 - 3).State.LossEventRate, Is.EqualTo(6 / (600 + 5.0 * 100)).Within(1).Percent);
        Assert.That(discounting.Receive(600 - 3).State.LossEventRate, Is.LessThan(0.7 * plain.State.LossEventRate));
    }

    [Test]
    public void In_another_region_it_keeps_the_rate_as_a_loss_history_for_the_new_round_trip()
    {
        Script script = WithLossEvery(Tfrc(), 100, 20);
        double kilobits = script.Kilobits;
        script.NewCircuit().Ping(200).Receive(42);
        Assert.That(script.Kilobits, Is.EqualTo(kilobits).Within(0.1).Percent);
    }

    [Test]
    public void A_rate_without_a_loss_so_far_is_carried_over_and_a_loss_on_arrival_counts_as_one_loss()
    {
        Script script = Tfrc().Ping(100).Receive(2000);
        double kilobits = script.Kilobits;
        script.NewCircuit().Ping(100).Receive(10).LoseKnown(1);
        Assert.That(script.Kilobits, Is.InRange(0.4 * kilobits, kilobits));
    }

    [Test]
    public void The_rate_received_in_another_region_does_not_count_in_this_one()
    {
        Script script = Tfrc().Ping(100).Receive(2000);
        script.NewCircuit().Ping(100);
        script.Pace = Duration.FromMilliseconds(20);
        script.Receive(200).LoseKnown(1).Receive(20);
        Assert.That(script.Kilobits, Is.LessThan(2 * 150 * 1.1), "twice the 150 kbit/s that arrive here");
    }
}
