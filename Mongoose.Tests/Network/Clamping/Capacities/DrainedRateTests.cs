using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Capacities;

namespace Mongoose.Tests.Network.Clamping.Capacities;

/// <summary>Bins of 200 ms; the maximum of three of them and the one just finished.</summary>
public sealed class DrainedRateTests
{
    // The transmitter was busy for 1 ms with the 1500 bytes that left before: 12 Mbit/s. The 40 bytes that waited have nothing to do with
    // it.
    [Test]
    public void The_bytes_of_a_busy_time_are_those_of_the_packet_before()
    {
        DrainedRate drained = new();
        for (int i = 0; i <= 20; i++)
        {
            Assert.That(drained.Value, Is.Null);
            drained.OnDequeued(1500, Duration.Zero, Instant.FromMilliseconds(5 * i));
            drained.OnDequeued(40, Duration.FromMicroseconds(1), Instant.FromMilliseconds(5 * i + 1));
        }
        drained.Advance(Instant.FromMilliseconds(199));
        Assert.That(drained.Value, Is.EqualTo(DataRate.FromMegabitsPerSecond(12)));
    }

    // Opportunities every 2 ms with two packets each, as on a trace: the time until the next is for both.
    [Test]
    public void Packets_that_leave_at_one_time_share_the_busy_time()
    {
        DrainedRate drained = new();
        for (int i = 0; i < 200; i++)
            drained.OnDequeued(1500, Duration.FromMilliseconds(3), Instant.FromMilliseconds(2 * (i / 2)));
        drained.Advance(Instant.FromMilliseconds(200));
        Assert.That(drained.Value, Is.EqualTo(DataRate.FromMegabitsPerSecond(12)));
    }

    [TestCase(1)]
    [TestCase(0.6)]
    public void Packets_of_any_size_at_any_load_give_the_rate_of_the_line(double load)
    {
        DrainedLine line = new(_ => 19);
        line.Send(19 * load, 3, 1, 1500, 52, 300, 1400, 40);
        Assert.That(line.Megabits, Is.EqualTo(19).Within(0.001));
    }

    [Test]
    public void Until_a_packet_waits_the_capacity_is_twice_what_has_passed()
    {
        DrainedRate drained = new();
        for (int i = 0; i < 100; i++)
            drained.OnDequeued(1500, Duration.Zero, Instant.FromMilliseconds(10 * i));
        Assert.That((drained.Value, drained.IsMeasured), Is.EqualTo((DataRate.FromMegabitsPerSecond(2.4), false)));
        for (int i = 0; i < 30; i++)
            drained.OnDequeued(1500, Duration.FromMilliseconds(Math.Min(i, 1)), Instant.FromMilliseconds(1000 + i));
        Assert.That((drained.Value, drained.IsMeasured), Is.EqualTo((DataRate.FromMegabitsPerSecond(12), true)));
    }

    [Test]
    public void A_rate_that_halves_is_followed_within_a_second_and_back_within_half_a_second()
    {
        DrainedLine line = new(t => t is >= 2 and < 4 ? 9.5 : 19);
        line.Send(19, 2, 2, 1500);
        Assert.That(line.Megabits, Is.EqualTo(19).Within(0.01));
        line.Send(9.5, 2, 3, 1500);
        Assert.That(line.Megabits, Is.EqualTo(9.5).Within(0.01));
        line.Send(9.5, 2, 4, 1500);
        line.Send(10, 2, 4.45, 1500);
        Assert.That(line.Megabits, Is.EqualTo(19).Within(0.01));
    }

    [Test]
    public void Fading_within_a_bin_is_averaged_and_a_longer_dip_costs_nothing()
    {
        DrainedLine fast = new(t => (int)(t * 40) % 2 == 0 ? 10 : 20), slow = new(t => t is > 2 and < 2.4 ? 5 : 20);
        fast.Send(15, 50, 5, 1500);
        Assert.That(fast.Megabits, Is.InRange(13, 17));
        slow.Send(19, 2, 2, 1500);
        slow.Send(4, 2, 2.5, 1500);
        Assert.That(slow.Megabits, Is.EqualTo(20).Within(0.01));
    }

    // Each bin then has departures that are reported after its end.
    [Test]
    public void Late_wake_ups_change_neither_the_rate_nor_how_long_it_counts()
    {
        DrainedLine line = new(t => t is > 2 and < 2.4 ? 5 : 20) { Lateness = Duration.FromMilliseconds(7) };
        line.Send(19, 2, 2, 1500);
        Assert.That(line.Megabits, Is.EqualTo(20).Within(0.01));
        line.Send(4, 2, 2.5, 1500);
        Assert.That(line.Megabits, Is.EqualTo(20).Within(0.01));
    }

    [Test]
    public void The_last_value_stays_while_nothing_waits_and_the_line_is_not_used()
    {
        DrainedLine line = new(t => t < 1 ? 10 : 20);
        line.Send(10, 2, 1, 1500);
        line.Send(7, 1, 20, 1500);
        Assert.That(line.Megabits, Is.EqualTo(10).Within(0.01));
    }

    // Evenly spaced packets do not wait on a line that has become faster: arrivals follow the capacity, as windows do.
    [Test]
    public void Flows_that_use_a_line_without_waiting_find_its_rate_within_a_second()
    {
        DrainedLine line = new(t => t < 1 ? 10 : 20);
        line.Send(10, 2, 1, 1500);
        while (line.Seconds < 2)
            line.Send(1.05 * line.Megabits, 1, line.Seconds + 0.01, 1500);
        Assert.That(line.Megabits, Is.InRange(18.5, 25));
        while (line.Seconds < 3)
            line.Send(1.05 * line.Megabits, 1, line.Seconds + 0.01, 1500);
        Assert.That(line.Megabits, Is.InRange(19.5, 21));
    }

    [Test]
    public void Departures_allocate_nothing()
    {
        DrainedLine line = new(_ => 19);
        Assert.That(Allocation.FewestBytes(() => line.Send(19, 2, line.Seconds + 1, Sizes)), Is.Zero);
    }

    private static readonly int[] Sizes = [1500];
}
