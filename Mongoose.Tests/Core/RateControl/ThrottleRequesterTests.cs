using Mongoose.Core.Channels;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

public sealed class ThrottleRequesterTests
{
    private static readonly Duration RoundTrip = Duration.FromMilliseconds(100);
    private static readonly DataRate Setting = DataRate.FromKilobitsPerSecond(300);

    private static Instant At(double seconds) => Instant.FromSeconds(seconds);

    private static ThrottleRequester With(string controller) =>
        new(RateControllers.Create(controller, Script.Wide with { UserSetting = Setting }), Instant.Zero);

    private static ThrottleRequester Fixed() => With(FixedController.ControllerName);

    /// <summary>
    /// Times of requests on a stream of one packet per 5 ms, with one ping per round trip, where all requests are acknowledged.
    /// </summary>
    private static List<Instant> Requests(ThrottleRequester requester, int packets, Func<int, bool> loses)
    {
        var times = new List<Instant>();
        for (int i = 0; i < packets; i++)
        {
            Instant now = At(i * 0.005);
            if (i % 20 == 0)
                requester.OnPing(RoundTrip, now);
            if (!loses(i))
                requester.OnPacket((uint)i, isResent: false, 375, now);
            if (!requester.TryTake(now, out ThrottleRequest request))
                continue;
            times.Add(now);
            requester.OnAcknowledged(request.Generation);
        }
        return times;
    }

    [Test]
    public void The_first_request_is_sent_with_the_first_ping_reply()
    {
        ThrottleRequester requester = Fixed();
        Assert.That(requester.TryTake(At(0.1), out _), Is.False);
        requester.OnPing(RoundTrip, At(0.2));
        Assert.That(requester.TryTake(At(0.2), out ThrottleRequest request));
        Assert.That((request.Rate, request.Generation), Is.EqualTo((Setting, 1u)));
    }

    [Test]
    public void Without_a_ping_reply_it_is_sent_after_a_second()
    {
        ThrottleRequester requester = Fixed();
        Assert.That(requester.NextWakeAt, Is.EqualTo(At(1)));
        Assert.That(requester.TryTake(At(0.999), out _), Is.False);
        Assert.That(requester.TryTake(At(1), out _));
    }

    [Test]
    public void A_request_carries_the_rate_split_as_in_viewers()
    {
        ThrottleRequester requester = Fixed();
        requester.TryTake(At(1), out ThrottleRequest request);
        Span<byte> payload = stackalloc byte[AgentThrottle.PayloadBytes];
        AgentThrottle.Encode(request.Channels, payload);
        Assert.That(AgentThrottle.TryDecode(payload, out ChannelRates rates), Is.EqualTo(AgentThrottleError.None));
        Assert.That(rates, Is.EqualTo(ViewerSplit.Of(Setting)));
        Assert.That(rates.Total.BitsPerSecond, Is.EqualTo(Setting.BitsPerSecond).Within(4));
    }

    [Test]
    public void A_rate_above_that_of_current_viewers_is_split_along_their_last_segment()
    {
        var requester = new ThrottleRequester(
            new FixedController(Script.Wide with { UserSetting = DataRate.FromMegabitsPerSecond(50) }), Instant.Zero);
        requester.TryTake(At(1), out ThrottleRequest request);
        Assert.That(request.Channels.Total.MegabitsPerSecond, Is.EqualTo(50).Within(0.001));
    }

    [Test]
    public void An_acknowledged_request_is_not_repeated_while_the_rate_is_unchanged()
    {
        ThrottleRequester requester = Fixed();
        requester.TryTake(At(1), out ThrottleRequest request);
        requester.OnAcknowledged(request.Generation);
        Assert.That(requester.TryTake(At(100), out _), Is.False);
        Assert.That(requester.NextWakeAt, Is.EqualTo(Instant.Never));
    }

    [Test]
    public void A_lost_request_is_repeated_until_the_latest_is_acknowledged()
    {
        ThrottleRequester requester = Fixed();
        requester.TryTake(At(1), out ThrottleRequest first);
        Assert.That(requester.NextWakeAt, Is.EqualTo(At(2)));
        Assert.That(requester.TryTake(At(2), out ThrottleRequest second));
        Assert.That(second, Is.EqualTo(first with { Generation = 2 }));
        requester.OnAcknowledged(first.Generation);
        Assert.That(requester.TryTake(At(3), out ThrottleRequest third),
            "the first request's acknowledgement does not acknowledge the second");
        requester.OnAcknowledged(third.Generation);
        Assert.That(requester.TryTake(At(100), out _), Is.False);
    }

    private static (ThrottleRequester Requester, SettableController Controller) Asked()
    {
        var controller = new SettableController { Rate = DataRate.FromKilobitsPerSecond(1000) };
        var requester = new ThrottleRequester(controller, Instant.Zero);
        requester.OnPing(RoundTrip, At(0));
        Assert.That(requester.TryTake(At(0), out ThrottleRequest request));
        requester.OnAcknowledged(request.Generation);
        return (requester, controller);
    }

    [TestCase(951, ExpectedResult = 5)]
    [TestCase(949, ExpectedResult = 0.1)]
    [TestCase(1000.001, ExpectedResult = 5)]
    [TestCase(1050, ExpectedResult = 5)]
    [TestCase(1050.001, ExpectedResult = 0.1)]
    public double A_rate_that_differs_little_waits_five_seconds(double kilobits)
    {
        (ThrottleRequester requester, SettableController controller) = Asked();
        controller.Rate = DataRate.FromKilobitsPerSecond(kilobits);
        Instant due = requester.NextWakeAt;
        Assert.That(requester.TryTake(due - new Duration(1), out _), Is.False);
        Assert.That(requester.TryTake(due, out ThrottleRequest request));
        Assert.That(request.Rate, Is.EqualTo(controller.Rate));
        return due.Seconds;
    }

    [TestCase(960, ExpectedResult = false)]
    [TestCase(500, ExpectedResult = true)]
    public bool A_cut_goes_at_once_if_it_is_worth_it(double kilobits)
    {
        (ThrottleRequester requester, SettableController controller) = Asked();
        foreach (uint sequence in (uint[])[1, 3, 4, 5])
            requester.OnPacket(sequence, isResent: false, 375, At(0.01));
        controller.Rate = DataRate.FromKilobitsPerSecond(kilobits);
        controller.State = controller.State with { LossEvents = 1 };
        return requester.TryTake(At(0.01), out _);
    }

    [Test]
    public void A_small_difference_lets_its_turn_pass()
    {
        (ThrottleRequester requester, SettableController controller) = Asked();
        controller.Rate = DataRate.FromKilobitsPerSecond(1020);
        Assert.That(requester.TryTake(At(0.12), out _), Is.False);
        controller.Rate = DataRate.FromKilobitsPerSecond(1100);
        Assert.That(requester.NextWakeAt, Is.EqualTo(At(0.22)));
        Assert.That(requester.TryTake(At(0.21), out _), Is.False);
        Assert.That(requester.TryTake(At(0.22), out _));
    }

    [Test]
    public void A_rate_that_has_returned_is_not_requested()
    {
        (ThrottleRequester requester, SettableController controller) = Asked();
        controller.Rate = DataRate.FromKilobitsPerSecond(990);
        Assert.That(requester.NextWakeAt, Is.EqualTo(At(5)));
        controller.Rate = DataRate.FromKilobitsPerSecond(1000);
        Assert.That(requester.NextWakeAt, Is.EqualTo(Instant.Never));
        Assert.That(requester.TryTake(At(100), out _), Is.False);
    }

    [Test]
    public void Significant_rises_are_sent_once_per_round_trip()
    {
        // An early loss, so that the window then opens slowly and the rate rises for seconds.
        List<Instant> times = Requests(With(WindowTrackingController.ControllerName), 600, i => i == 15);
        times.RemoveAll(time => time < At(0.3));
        Duration[] intervals = times.Zip(times.Skip(1), (a, b) => b - a).ToArray();
        Assert.That(intervals.Take(7), Is.All.EqualTo(RoundTrip));
        Assert.That(intervals.Skip(7), Is.All.GreaterThan(RoundTrip), "a window of more than twenty segments");
        Assert.That(times, Has.Count.InRange(15, 20), "2.7 s of rises");
    }

    [Test]
    public void When_the_round_trip_falls_the_next_request_does_not_wait_for_the_longer_interval()
    {
        ThrottleRequester requester = With(WindowTrackingController.ControllerName);
        requester.OnPing(Duration.FromMilliseconds(400), At(0));
        Assert.That(requester.TryTake(At(0), out _), "four segments in 400 ms");
        requester.OnPing(Duration.FromMilliseconds(100), At(0.09));
        Assert.That(requester.TryTake(At(0.09), out _), Is.False, "the queue has emptied, but 100 ms have not passed");
        Assert.That(requester.NextWakeAt, Is.EqualTo(At(0.1)));
        Assert.That(requester.TryTake(At(0.1), out _));
    }

    [Test]
    public void A_cut_is_sent_immediately_so_at_most_two_requests_are_sent_per_round_trip()
    {
        List<Instant> times = Requests(With(WindowTrackingController.ControllerName), 2000, i => i % 90 == 50);
        Assert.That(times, Does.Contain(At((50 + 3) * 0.005)), "the third packet after the first loss");
        Assert.That(times.Zip(times.Skip(2), (a, b) => b - a), Is.All.GreaterThanOrEqualTo(RoundTrip));
    }

    [Test]
    public void On_short_paths_where_rises_wait_many_round_trips_cuts_wait_too()
    {
        ThrottleRequester requester = With(WindowTrackingController.ControllerName);
        var times = new List<Instant>();
        for (int i = 0; i < 2000; i++)
        {
            Instant now = At(i * 0.005);
            requester.OnPing(Duration.FromMilliseconds(10), now);
            if (i % 20 != 5)
                requester.OnPacket((uint)i, isResent: false, 375, now);
            if (requester.TryTake(now, out _))
                times.Add(now);
        }
        Assert.That(times.Zip(times.Skip(1), (a, b) => b - a), Is.All.GreaterThanOrEqualTo(ThrottleRequester.MinInterval));
    }

    [Test]
    public void Another_region_is_asked_for_the_kept_rate()
    {
        ThrottleRequester requester = With(WindowTrackingController.ControllerName);
        Requests(requester, 400, i => i == 200);
        DataRate kept = requester.Controller.Rate;
        requester.OnNewCircuit(At(3));
        Assert.That(requester.TryTake(At(3.1), out _), Is.False, "its round trip is not known yet");
        requester.OnPing(Duration.FromMilliseconds(250), At(3.3));
        Assert.That(requester.TryTake(At(3.3), out ThrottleRequest request));
        Assert.That((request.Rate, request.Generation), Is.EqualTo((kept, 1u)));
    }

    [Test]
    public void It_pings_twice_per_round_trip_within_limits([Values(1, 300, 5000)] double milliseconds)
    {
        ThrottleRequester requester = Fixed();
        requester.OnPing(Duration.FromMilliseconds(milliseconds), At(0.1));
        Assert.That(requester.PingInterval.Milliseconds, Is.EqualTo(Math.Clamp(milliseconds / 2, 50, 1000)));
    }

    [Test]
    public void If_the_clock_steps_backwards_time_stands_still()
    {
        ThrottleRequester requester = Fixed();
        requester.TryTake(At(100), out _);
        Assert.That(requester.TryTake(At(50), out _), Is.False);
        Assert.That(requester.TryTake(At(101), out _), "a second after 100");
    }

    [TestCaseSource(typeof(RateControllers), nameof(RateControllers.Names))]
    public void No_event_allocates(string controller)
    {
        ThrottleRequester requester = With(controller);
        int next = 0;
        Assert.That(Allocation.FewestBytes(() => Run(requester, next, next += 6000)), Is.Zero);
    }

    private static void Run(ThrottleRequester requester, int from, int to)
    {
        Span<byte> payload = stackalloc byte[AgentThrottle.PayloadBytes];
        for (int i = from; i < to; i++)
        {
            Instant now = At(i * 0.005);
            if (i % 20 == 0)
                requester.OnPing(RoundTrip, now);
            if (i % 50 != 7)
                requester.OnPacket((uint)i, isResent: i % 100 == 9, 375, now);
            if (requester.TryTake(now, out ThrottleRequest request))
                AgentThrottle.Encode(request.Channels, payload);
        }
    }

    /// <summary>Asks for the rate that the test has set.</summary>
    private sealed class SettableController : IRateController
    {
        public string Name => "settable";
        public DataRate Rate { get; set; }
        public ControllerState State { get; set; }
        public Instant NextTick => Instant.Never;

        public void OnPacket(in PacketEvent packet)
        {
        }

        public void OnPing(in PingEvent ping)
        {
        }

        public void OnTick(Instant now)
        {
        }

        public void OnNewCircuit(Instant now)
        {
        }
    }
}
