using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Clamping.Capacities;

/// <summary>The capacity of a line with its queue upstream, in a closed loop with a fluid model of windows and queue.</summary>
public sealed class UpstreamLineTests
{
    private static readonly FlowKey Quic = new(new UdpAddress(1, 443), new UdpAddress(2, 5000), FlowKey.Udp);

    private static readonly int[][] RoundTrips = [[30, 50, 100], [20], [150, 150], [20, 200], [60, 60, 60, 60, 60]];

    [Test]
    public void An_error_of_the_users_figure_leaves_no_queue_and_the_line_is_used(
        [Values(-0.5, -0.2, -0.05, 0, 0.05, 0.2, 0.5, 1)] double error,
        [Values(8, 19, 100)] double megabits,
        [Values(0, 1, 2, 3, 4)] int roundTrips)
    {
        FluidLine line = Create(megabits, megabits * (1 + error), RoundTrips[roundTrips]);
        line.RunUntil(3);
        FluidRun settling = line.RunUntil(5), settled = line.RunUntil(60);
        double usable = Math.Min(1, 1 + error);
        Assert.That(settling.WorstDelay, Is.LessThan(10));
        Assert.That(settled.WorstDelay, Is.LessThan(10));
        Assert.That(settled.Utilisation, Is.GreaterThan(0.9 * usable));
    }

    [Test]
    public void A_rate_that_halves_and_comes_back_is_followed([Values(8, 19, 100)] double megabits, [Values(0, 1, 2, 3, 4)] int roundTrips)
    {
        FluidLine line = Create(megabits, megabits, RoundTrips[roundTrips]);
        line.RunUntil(20);
        line.Megabits = megabits / 2;
        FluidRun falling = line.RunUntil(23), low = line.RunUntil(40);
        line.Megabits = megabits;
        FluidRun rising = line.RunUntil(45), risen = line.RunUntil(46), high = line.RunUntil(60);
        Assert.That(falling.Utilisation, Is.GreaterThan(0.9));
        Assert.That(low.WorstDelay, Is.LessThan(10));
        Assert.That(low.Utilisation, Is.GreaterThan(0.9));
        Assert.That(rising.WorstDelay, Is.LessThan(20));
        Assert.That(risen.Utilisation, Is.GreaterThan(0.9));
        Assert.That(high.WorstDelay, Is.LessThan(10));
        Assert.That(high.Utilisation, Is.GreaterThan(0.9));
    }

    private static FluidLine Create(double megabits, double ceiling, int[] roundTrips)
    {
        FluidLine line = new(Options(ceiling), megabits);
        foreach (int rtt in roundTrips)
            line.Add(rtt);
        return line;
    }

    [Test]
    public void The_clamp_lets_go_while_a_greedy_flow_that_cannot_be_clamped_keeps_a_queue_and_returns_when_it_is_gone(
        [Values(0, 1, 3)] int roundTrips)
    {
        FluidLine line = Create(19, 19, RoundTrips[roundTrips]);
        line.RunUntil(20);
        FluidFlow greedy = line.Add(60, Quic);
        line.RunUntil(25);
        Assert.That(line.Watch.Released);

        line.RunUntil(49);
        Assert.That(line.Watch.Released, "until the hold time is over");
        double limited = SecondsWithoutRelease(line, 200);
        Assert.That(limited, Is.InRange(1, 20), "seconds of tries that fail");

        line.Remove(greedy);
        line.RunUntil(206);
        Assert.That(line.Watch.Released, Is.False);
        FluidRun after = line.RunUntil(216);
        Assert.That(after.WorstDelay, Is.LessThan(10));
        Assert.That(after.Utilisation, Is.GreaterThan(0.9));
    }

    // The handshake of each new flow has the queue in its minimum, so that flow shows none.
    [Test]
    public void Flows_that_begin_under_a_queue_do_not_hide_it([Values(0, 1, 3)] int roundTrips)
    {
        FluidLine line = Create(19, 19, RoundTrips[roundTrips]);
        line.RunUntil(20);
        line.Add(60, Quic);
        Queue<FluidFlow> begun = new();
        for (double seconds = 20.5; seconds < 26; seconds++)
        {
            line.RunUntil(seconds);
            begun.Enqueue(line.Add(40));
            if (begun.Count > 2)
                line.Remove(begun.Dequeue());
        }
        Assert.That(line.Watch.Released);
    }

    // Its queue is not that of the clamped flows, but it is below the capacity, so the clamp makes room for it.
    [Test]
    public void Other_traffic_below_the_capacity_does_not_make_the_clamp_let_go()
    {
        FluidLine line = Create(19, 19, RoundTrips[0]);
        line.RunUntil(20);
        line.Add(60, Quic).OwnLimit = 9e6 / 8 / 1000;
        Assert.That(SecondsWithoutRelease(line, 60), Is.EqualTo(40).Within(0.01));
        Assert.That(line.Watch.Greedy[0].MegabitsPerSecond, Is.EqualTo(9).Within(1));
        FluidRun run = line.RunUntil(90);
        Assert.That(run.WorstDelay, Is.LessThan(10));
        Assert.That(run.Utilisation, Is.GreaterThan(0.9));
    }

    private static double SecondsWithoutRelease(FluidLine line, double end)
    {
        double limited = 0;
        while (line.Seconds < end - 0.01)
        {
            line.RunUntil(line.Seconds + 0.1);
            limited += line.Watch.Released ? 0 : 0.1;
        }
        return limited;
    }

    private static ClampOptions Options(double ceiling) =>
        new() { Rate = DataRate.FromMegabitsPerSecond(ceiling), Auto = true, Queue = ClampedQueue.Upstream };
}
