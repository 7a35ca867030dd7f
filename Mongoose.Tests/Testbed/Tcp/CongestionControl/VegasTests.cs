using Mongoose.Core.Units;
using Mongoose.Testbed.Tcp.CongestionControl;

namespace Mongoose.Tests.Testbed.Tcp.CongestionControl;

/// <summary>Brakmo and Peterson 1995: diff = cwnd (1 - baseRTT / RTT) against alpha, beta and gamma.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class VegasTests
{
    private static readonly Duration Base = Duration.FromMilliseconds(100);

    [Test]
    public void In_slow_start_the_window_doubles_every_other_round()
    {
        WindowRig rig = new(Vegas.Linux, 4);
        List<double> windows = [];
        for (int round = 0; round < 6; round++)
        {
            rig.Round(Base);
            windows.Add(rig.Cwnd);
        }
        // A round begins with its first acknowledgment here, so a change of pace shows one segment early or late.
        Assert.That(windows[1] / windows[0], Is.EqualTo(1).Within(0.3));
        Assert.That(windows[5], Is.EqualTo(4 * 8).Within(8));
    }

    [TestCase(20, 1)] // 20 (1 - 100 / 105) = 0.95 < 1
    [TestCase(42, 0)] // 42 (1 - 100 / 105) = 2, in between
    [TestCase(70, -1)] // 3.33 > 3
    public void In_avoidance_the_window_changes_by_one_a_round(int cwnd, int change)
    {
        WindowRig rig = new(Vegas.Ns2, 2 * cwnd);
        rig.Signal(CongestionSignal.Loss); // to cwnd, in avoidance
        rig.Ack(Base); // teaches the base RTT and ends a round of one sample: no decision but growth
        double before = rig.Cwnd;
        Duration rtt = Base * 1.05;
        rig.Round(rtt);
        rig.Round(rtt);
        double after = rig.Cwnd;
        rig.Round(rtt);
        Assert.That(rig.Cwnd - after, Is.EqualTo(change));
        Assert.That(Math.Abs(after - before), Is.LessThanOrEqualTo(2));
    }

    [Test]
    public void Slow_start_ends_when_more_than_gamma_is_queued()
    {
        WindowRig rig = new(Vegas.Linux, 30);
        rig.Round(Base);
        rig.Round(Base * 1.1); // 30 or more (1 - 1 / 1.1) = 2.7 > 1
        rig.Round(Base * 1.1);
        Assert.That(rig.Window.Ssthresh, Is.LessThanOrEqualTo(rig.Window.Cwnd));
    }

    [Test]
    public void The_two_known_settings_differ()
    {
        Assert.That((Vegas.Ns2.Alpha, Vegas.Ns2.Beta), Is.EqualTo((1, 3)));
        Assert.That((Vegas.Linux.Alpha, Vegas.Linux.Beta), Is.EqualTo((2, 4)));
    }
}
