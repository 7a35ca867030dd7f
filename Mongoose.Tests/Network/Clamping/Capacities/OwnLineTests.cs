using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Capacities;
using Mongoose.Network.Clamping.Options;

namespace Mongoose.Tests.Network.Clamping.Capacities;

/// <summary>The clamp's own queue at 12 Mbit/s: a packet of 1500 bytes per millisecond, with sojourn times as given.</summary>
public sealed class OwnLineTests
{
    private static readonly DataRate Rate = DataRate.FromMegabitsPerSecond(12);

    [Test]
    public void A_given_capacity_stays_and_is_never_let_go()
    {
        LineWatch watch = new(new ClampOptions { Rate = DataRate.FromMegabitsPerSecond(5) });
        Run(watch, 0, 20, 50);
        Assert.That((watch.Capacity, watch.IsCapacityKnown), Is.EqualTo((DataRate.FromMegabitsPerSecond(5), true)));
        Assert.That(watch.QueueDelay, Is.EqualTo(Duration.FromMilliseconds(50)));
        Assert.That(watch.Released, Is.False);
    }

    [Test]
    public void Before_the_first_measurement_the_capacity_is_not_known()
    {
        LineWatch watch = new(Auto());
        Assert.That((watch.Capacity, watch.IsCapacityKnown), Is.EqualTo((DataRate.Zero, false)));
        Run(watch, 0, 0.5, 1);
        Assert.That((watch.Capacity, watch.IsCapacityKnown), Is.EqualTo((Rate, true)));
    }

    [Test]
    public void The_delay_is_the_least_of_an_interval_and_zero_where_a_packet_did_not_wait()
    {
        LineWatch watch = new(Auto());
        Run(watch, 0, 1, 20, everyTenth: 7);
        Assert.That(watch.QueueDelay, Is.EqualTo(Duration.FromMilliseconds(7)));
        Run(watch, 1, 2, 20, everyTenth: 0);
        Assert.That(watch.QueueDelay, Is.EqualTo(Duration.Zero));
        Run(watch, 2, 3, 20);
        watch.Update(null, true, Instant.FromSeconds(10));
        Assert.That(watch.QueueDelay, Is.EqualTo(Duration.Zero), "next to no packets");
    }

    [TestCase(20, true)]
    [TestCase(4, false)]
    public void It_lets_go_of_a_queue_that_stands_above_the_target_for_3_s(double sojourn, bool expected)
    {
        LineWatch watch = new(Auto());
        Run(watch, 0, 2.9, sojourn);
        Assert.That(watch.Released, Is.False);
        Run(watch, 2.9, 3.5, sojourn);
        Assert.That(watch.Released, Is.EqualTo(expected));
    }

    [Test]
    public void A_queue_that_empties_once_in_3_s_is_no_reason_to_let_go()
    {
        LineWatch watch = new(Auto());
        for (int i = 0; i < 10; i++)
        {
            Run(watch, 2.9 * i, 2.9 * i + 2.7, 20);
            Run(watch, 2.9 * i + 2.7, 2.9 * (i + 1), 0);
            Assert.That(watch.Released, Is.False);
        }
    }

    // Each new flow narrows the windows of the others, and what they were promised before is in force for 500 ms.
    [Test]
    public void Windows_that_do_not_fit_now_and_then_only_delay_it()
    {
        LineWatch watch = new(Auto());
        Run(watch, 0, 3.5, 20, fits: Fits);
        Assert.That(watch.Released, Is.False, "1 s without fitting windows does not count");
        Run(watch, 3.5, 5, 20, fits: Fits);
        Assert.That(watch.Released);

        static bool Fits(long ms) => ms % 2000 < 1500;
    }

    [Test]
    public void While_the_windows_do_not_fit_a_queue_is_no_reason_to_let_go()
    {
        LineWatch watch = new(Auto());
        Run(watch, 0, 20, 20, fits: _ => false);
        Assert.That(watch.Released, Is.False);
    }

    [Test]
    public void It_tries_again_after_a_second_without_a_queue()
    {
        LineWatch watch = new(Auto());
        Run(watch, 0, 3.5, 20);
        Run(watch, 3.5, 4.2, 0);
        Assert.That(watch.Released);
        Run(watch, 4.2, 5, 0);
        Assert.That(watch.Released, Is.False);
    }

    [Test]
    public void It_tries_again_when_the_greedy_traffic_is_gone()
    {
        LineWatch watch = new(Auto());
        Run(watch, 0, 3.5, 20, isOther: true);
        Run(watch, 3.5, 10, 20, isOther: true);
        Assert.That(watch.Released);
        Run(watch, 10, 13.5, 20);
        Assert.That(watch.Released, Is.False);
    }

    // Tries of 3 s that fail: after 30, 60, 120, 240, 300 and 300 s.
    [Test]
    public void Each_failed_try_doubles_the_hold_time_up_to_five_minutes()
    {
        LineWatch watch = new(Auto());
        List<double> held = [];
        double since = 0;
        bool released = false;
        for (double t = 0; t < 1100; t += 0.1)
        {
            Run(watch, t, t + 0.1, 20);
            if (released && !watch.Released)
                held.Add(t - since);
            if (!released && watch.Released)
                since = t;
            released = watch.Released;
        }
        Assert.That(held, Is.EqualTo(new double[] { 30, 60, 120, 240, 300, 300 }).AsCollection.Within(0.3));
    }

    [Test]
    public void Packets_and_intervals_allocate_nothing()
    {
        LineWatch watch = new(Auto());
        double seconds = 0;
        Assert.That(Allocation.FewestBytes(() => Run(watch, seconds, ++seconds, 20, isOther: true)), Is.Zero);
    }

    private static ClampOptions Auto() => new() { Auto = true, Queue = ClampedQueue.Own };

    /// <summary>A packet per millisecond, and an update every 50 ms.</summary>
    private static void Run(LineWatch watch, double from, double to, double sojourn, double? everyTenth = null, bool isOther = false,
        Func<long, bool>? fits = null)
    {
        for (long ms = (long)Math.Round(from * 1000); ms < (long)Math.Round(to * 1000); ms++)
        {
            Instant now = Instant.FromMilliseconds(ms);
            watch.OnArrived(1500);
            if (isOther)
                watch.OnOther(OtherTrafficTests.Flow(1), 1500, now);
            watch.OnDequeued(1500, Duration.FromMilliseconds(ms % 10 == 0 ? everyTenth ?? sojourn : sojourn), now);
            if (ms % 50 == 49)
                watch.Update(null, fits?.Invoke(ms) ?? true, now);
        }
    }
}
