using Mongoose.Core.Units;
using Mongoose.Network.Tcp.CongestionControl;

namespace Mongoose.Tests.Network.Tcp.CongestionControl;

/// <summary>Brakmo and Peterson 1995: diff = cwnd (1 - baseRTT / RTT) against alpha, beta and gamma.</summary>
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
        for (int round = 1; round < 6; round += 2)
            Assert.That(windows[round] / windows[round - 1], Is.EqualTo(2).Within(0.3));
        for (int round = 2; round < 6; round += 2) // a round here and one of the window may differ by a segment
            Assert.That(windows[round] / windows[round - 1], Is.EqualTo(1).Within(0.3));
    }

    [TestCase(8, 8, 10)] // 8 (1 - 100 / 105) = 0.38 < 1, and so still 18
    [TestCase(42, -1, 1)] // 42 (1 - 100 / 105) = 2, in between
    [TestCase(100, -10, -8)] // 4.76 > 3, and so still 90
    public void In_avoidance_the_window_changes_by_one_segment_per_round(int cwnd, int min, int max)
    {
        WindowRig rig = new(Vegas.Ns2, 2 * cwnd);
        rig.Signal(CongestionSignal.Loss); // to cwnd, in avoidance
        rig.Ack(Base); // teaches the base RTT
        double before = rig.Cwnd;
        for (int round = 0; round < 10; round++)
            rig.Round(Base * 1.05);
        Assert.That(rig.Cwnd - before, Is.InRange(min, max));
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
    public void The_two_predefined_settings_differ()
    {
        Assert.That((Vegas.Ns2.Alpha, Vegas.Ns2.Beta), Is.EqualTo((1, 3)));
        Assert.That((Vegas.Linux.Alpha, Vegas.Linux.Beta), Is.EqualTo((2, 4)));
    }
}
