using Mongoose.Core.RateControl;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>The rules of path control in docs/RATE-CONTROL.md, case by case.</summary>
public sealed class PathControllerTests
{
    private const double RoundTrip = 100;
    private static readonly DataRate Line = DataRate.FromKilobitsPerSecond(2000);
    private static readonly PathControlOptions Options = PathControlOptions.Default;

    /// <summary>Round-trip time with a queue that is too long.</summary>
    private static readonly double Queued = RoundTrip + 2 * Options.MaxDelay.Milliseconds;

    // ---- the requested rate ----

    [Test]
    public void Before_the_first_round_trip_the_rate_is_cautious()
    {
        PathScript script = new();
        Assert.That(script.Controller.Rate, Is.InRange(Options.MinRate, DataRate.FromKilobitsPerSecond(1000)));
        Assert.That(script.Window, Is.EqualTo(PathController.InitialWindowBytes));
    }

    [Test]
    public void A_path_that_carries_the_requested_rate_is_not_limited()
    {
        PathScript script = new PathScript().DeliverAll(RoundTrip, seconds: 5);
        Assert.That((script.Controller.Rate.KilobitsPerSecond, script.Controller.Mode), Is.EqualTo((4500, PathMode.Free)));
    }

    [Test]
    public void A_circuit_with_a_requested_rate_below_the_minimum_gets_the_requested_rate()
    {
        PathScript script = new PathScript(Options.MinRate * 0.3).DeliverAll(RoundTrip, seconds: 5);
        Assert.That(script.Controller.Rate, Is.EqualTo(Options.MinRate * 0.3));
    }

    [Test]
    public void With_a_requested_rate_of_zero_a_circuit_sends_nothing_and_resumes_on_the_next_request()
    {
        PathScript script = new PathScript().DeliverAll(RoundTrip, seconds: 5);
        script.Controller.SetAsked(DataRate.Zero);
        Assert.That(script.Controller.Rate, Is.EqualTo(DataRate.Zero));
        script.DeliverAll(RoundTrip, seconds: 1).Deliver(Line, RoundTrip, seconds: 1).Wait(10);
        Assert.That(script.Controller.Rate, Is.EqualTo(DataRate.Zero));
        script.Controller.SetAsked(Line);
        Assert.That(script.Controller.Rate, Is.InRange(Options.MinRate, Line));
        Assert.That(script.DeliverAll(RoundTrip, seconds: 10).Controller.Rate, Is.EqualTo(Line));
    }

    [Test]
    public void The_requested_rate_limits_the_rate_immediately()
    {
        PathScript script = new PathScript().DeliverAll(RoundTrip, seconds: 5);
        script.Controller.SetAsked(Line);
        Assert.That(script.Controller.Rate, Is.EqualTo(Line));
    }

    [Test]
    public void An_unused_window_does_not_grow()
    {
        PathScript script = new PathScript().Deliver(DataRate.FromKilobitsPerSecond(80), RoundTrip, seconds: 60);
        Assert.That(script.Window, Is.LessThanOrEqualTo(PathController.InitialWindowBytes + PathController.SegmentBytes));
    }

    [Test]
    public void A_window_is_at_most_twice_what_is_delivered()
    {
        PathScript script = new PathScript().DeliverAll(RoundTrip, seconds: 5);
        DataRate little = DataRate.FromKilobitsPerSecond(400);
        script.Deliver(little, RoundTrip, seconds: 5);
        Assert.That(script.Window, Is.LessThanOrEqualTo(Math.Max(PathController.InitialWindowBytes, 2.2 * little.BytesPerSecond * RoundTrip / 1000)));
    }

    // ---- growth ----

    [Test]
    public void Initially_the_window_at_most_doubles_per_round_trip()
    {
        PathScript script = new();
        script.Deliver(Line, RoundTrip, 3 * PathScript.Pace.Seconds);
        for (int i = 0; i < 4; i++)
        {
            double before = script.Window;
            script.DeliverAll(RoundTrip, seconds: 0.1);
            Assert.That(script.Window, Is.InRange(before, 2.5 * before));
        }
        Assert.That(script.Window, Is.GreaterThan(2 * PathController.InitialWindowBytes));
    }

    [Test]
    public void After_a_loss_the_window_grows_by_one_or_two_segments_per_round_trip()
    {
        PathScript script = Settled();
        script.Lose(script.Sent, RoundTrip).DeliverAll(RoundTrip, seconds: 0.3);
        double before = script.Window;
        script.DeliverAll(RoundTrip, seconds: 1);
        Assert.That((script.Window - before) / PathController.SegmentBytes, Is.InRange(3, 16));
    }

    [Test]
    public void A_queue_near_the_permitted_delay_stops_growth()
    {
        PathScript script = Settled();
        script.Lose(script.Sent, RoundTrip).DeliverAll(RoundTrip, seconds: 1);
        script.DeliverAll(RoundTrip + Options.MaxDelay.Milliseconds, seconds: 1);
        double before = script.Window;
        script.DeliverAll(RoundTrip + Options.MaxDelay.Milliseconds, seconds: 1);
        Assert.That(script.Window, Is.EqualTo(before));
    }

    // ---- losses and silence ----

    [Test]
    public void A_loss_cuts_the_window()
    {
        PathScript script = Settled();
        double before = script.Window;
        script.Lose(script.Sent, RoundTrip);
        Assert.That(script.Window, Is.LessThanOrEqualTo(CubicGrowth.Beta * before).And.GreaterThan(before / 3));
    }

    [Test]
    public void Losses_cut_it_once_per_round_trip()
    {
        PathScript script = Settled();
        script.Lose(script.Sent, RoundTrip);
        double after = script.Window;
        for (int i = 0; i < 3; i++)
            script.Lose(script.Sent, RoundTrip);
        Assert.That(script.Window, Is.EqualTo(after));
    }

    [Test]
    public void A_loss_of_a_packet_sent_before_the_cut_belongs_to_the_cut_however_late_it_is_found()
    {
        PathScript script = Settled();
        uint before = script.Sent;
        script.Lose(before, RoundTrip).DeliverAll(RoundTrip, seconds: 0.3);
        double window = script.Window;
        script.Lose(before - 1, RoundTrip);
        Assert.That(script.Window, Is.GreaterThanOrEqualTo(window));
        script.Lose(script.Sent, RoundTrip);
        Assert.That(script.Window, Is.LessThan(window), "a loss of a packet sent after the cut is new");
    }

    [Test]
    public void The_minimum_rate_remains_through_all_losses()
    {
        PathScript script = Settled();
        for (int i = 0; i < 30; i++)
            script.Lose(script.Sent, RoundTrip).Deliver(Options.MinRate, RoundTrip, seconds: 0.2);
        Assert.That(script.Controller.Rate, Is.InRange(Options.MinRate, Options.MinRate * 1.2));
        Assert.That(script.Window, Is.GreaterThanOrEqualTo(2 * PathController.SegmentBytes));
    }

    [Test]
    public void Silence_halves_the_window_repeatedly()
    {
        PathScript script = Settled();
        double before = script.Window;
        script.Wait(0.9);
        Assert.That(script.Window, Is.EqualTo(before), "not before one second has passed");
        script.Wait(4);
        Assert.That(script.Window, Is.LessThanOrEqualTo(before / 2));
        script.Wait(120);
        Assert.That(script.Window, Is.EqualTo(2 * PathController.SegmentBytes));
        Assert.That(script.Controller.Rate, Is.EqualTo(Options.MinRate));
    }

    [Test]
    public void A_circuit_that_has_nothing_in_flight_is_not_silent()
    {
        PathScript script = Settled();
        double before = script.Window;
        Assert.That(script.Wait(60, inFlight: false).Window, Is.EqualTo(before));
    }

    [Test]
    public void A_viewer_that_never_acks_gets_the_minimum_rate()
    {
        PathScript script = new PathScript().Wait(60);
        Assert.That(script.Controller.Rate, Is.EqualTo(Options.MinRate));
    }

    // ---- queues ----

    [Test]
    public void A_queue_that_is_too_long_is_drained_without_a_loss()
    {
        PathScript script = Settled();
        double before = script.Window;
        script.Deliver(Line, Queued, seconds: 1);
        Assert.That(script.Window, Is.LessThan(0.9 * before));
        Assert.That(script.Controller.Mode, Is.EqualTo(PathMode.Delay));
    }

    [Test]
    public void A_queue_that_empties_after_a_drain_was_the_circuit_s_own_and_it_never_competes()
    {
        PathScript script = Settled();
        for (int i = 0; i < 10; i++)
        {
            script.Deliver(Line, Queued, seconds: 1, () => Assert.That(script.Controller.Mode, Is.Not.EqualTo(PathMode.Competing)));
            script.Deliver(Line, RoundTrip, seconds: 2, () => Assert.That(script.Controller.Mode, Is.Not.EqualTo(PathMode.Competing)));
        }
    }

    [Test]
    public void A_queue_that_stays_through_two_drains_is_caused_by_others_and_the_window_is_given_back()
    {
        PathScript script = Settled();
        double before = script.Window, min = before, atEntry = 0;
        script.Deliver(Line, Queued, seconds: 5, () =>
        {
            min = Math.Min(min, script.Window);
            if (script.Controller.Mode == PathMode.Competing && atEntry == 0)
                atEntry = script.Window;
        });
        Assert.That(min, Is.LessThan(0.7 * before), "after two drains");
        Assert.That(atEntry, Is.GreaterThanOrEqualTo(0.95 * before));
        Assert.That(script.Controller.Mode, Is.EqualTo(PathMode.Competing));
    }

    [Test]
    public void A_cut_by_a_loss_between_two_drains_is_not_given_back()
    {
        PathScript script = DrainedOnce();
        script.Lose(script.Sent, Queued);
        double left = script.Window;
        Assert.That(WindowWhenItCompetes(script), Is.LessThanOrEqualTo(left + PathController.SegmentBytes));
    }

    [Test]
    public void A_cut_by_silence_between_two_drains_is_not_given_back()
    {
        PathScript script = DrainedOnce().Wait(1.2);
        double left = script.Window;
        Assert.That(WindowWhenItCompetes(script), Is.LessThanOrEqualTo(left + PathController.SegmentBytes));
    }

    [Test]
    public void While_it_competes_only_losses_cut_the_window()
    {
        PathScript script = Competing();
        double before = script.Window;
        script.Deliver(Line, Queued, seconds: 3);
        Assert.That(script.Window, Is.GreaterThanOrEqualTo(before));
        script.Lose(script.Sent, Queued);
        Assert.That(script.Window, Is.LessThan(before));
        Assert.That(script.Controller.Mode, Is.EqualTo(PathMode.Competing));
    }

    [Test]
    public void It_stops_competing_when_the_queue_has_drained()
    {
        PathScript script = Competing();
        script.Deliver(Line, RoundTrip, seconds: 0.1);
        Assert.That(script.Controller.Mode, Is.Not.EqualTo(PathMode.Competing));
    }

    [Test]
    public void It_periodically_tests_again_whether_others_still_cause_the_queue()
    {
        PathScript script = Competing();
        bool hasTried = false;
        script.Deliver(Line, Queued, seconds: 60, () => hasTried |= script.Controller.Mode == PathMode.Delay);
        Assert.That(hasTried);
    }

    private static PathScript Settled() => new PathScript().DeliverAll(RoundTrip, seconds: 1).Deliver(Line, RoundTrip, seconds: 3);

    private static PathScript DrainedOnce()
    {
        PathScript script = Settled();
        double before = script.Window;
        while (script.Window > 0.9 * before)
            script.Deliver(Line, Queued, PathScript.Pace.Seconds);
        return script;
    }

    /// <summary>State at the first datagram; the queue stays.</summary>
    private static double WindowWhenItCompetes(PathScript script)
    {
        for (int i = 0; i < 500 && script.Controller.Mode != PathMode.Competing; i++)
            script.Deliver(Line, Queued, PathScript.Pace.Seconds);
        Assert.That(script.Controller.Mode, Is.EqualTo(PathMode.Competing));
        return script.Window;
    }

    private static PathScript Competing()
    {
        PathScript script = Settled().Deliver(Line, Queued, seconds: 5);
        Assert.That(script.Controller.Mode, Is.EqualTo(PathMode.Competing));
        return script;
    }

    // ---- what limits the window ----

    [Test]
    public void A_loss_limits_the_window_until_the_queue_does()
    {
        PathScript script = new PathScript().DeliverAll(RoundTrip, seconds: 5);
        script.Lose(script.Sent, RoundTrip);
        Assert.That(script.Deliver(Line, RoundTrip, seconds: 1).Controller.LimitKind, Is.EqualTo(PathLimitKind.Loss));
        Assert.That(script.Deliver(Line, Queued, seconds: 2).Controller.LimitKind, Is.EqualTo(PathLimitKind.Delay));
        script.Lose(script.Sent, RoundTrip);
        Assert.That(script.Controller.LimitKind, Is.EqualTo(PathLimitKind.Loss));
    }

    [Test]
    public void A_queue_that_slows_growth_limits_the_window_without_a_drain()
    {
        PathScript script = new PathScript().DeliverAll(RoundTrip, seconds: 5);
        script.Lose(script.Sent, RoundTrip);
        script.Deliver(Line, RoundTrip + 0.95 * Options.MaxDelay.Milliseconds, seconds: 3);
        Assert.That(script.Controller.LimitKind, Is.EqualTo(PathLimitKind.Delay));
    }
}
