using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Network.Tcp.CongestionControl;

namespace Mongoose.Tests.Network.Tcp.CongestionControl;

/// <summary>RFC 9438.</summary>
public sealed class CubicTests
{
    private static readonly Duration Rtt = Duration.FromMilliseconds(200); // long enough for the curve to be above Reno

    [Test]
    public void Worked_values_of_the_curve()
    {
        double k = CubicGrowth.TimeToReach(100, 70); // cbrt(30 / 0.4) = cbrt(75)
        Assert.That(k, Is.EqualTo(4.217163).Within(1e-6));
        Assert.That(CubicGrowth.WindowAt(Duration.Zero, k, 100), Is.EqualTo(70).Within(1e-9));
        Assert.That(CubicGrowth.WindowAt(Duration.FromSeconds(k), k, 100), Is.EqualTo(100).Within(1e-9));
        Assert.That(CubicGrowth.WindowAt(Duration.FromSeconds(k + 5), k, 100), Is.EqualTo(150).Within(1e-6)); // 0.4 * 125 = 50
        Assert.That(CubicGrowth.RenoFriendlyAlpha, Is.EqualTo(9.0 / 17).Within(1e-12)); // 3 * 0.3 / 1.7
    }

    [Test]
    public void After_a_loss_the_window_follows_the_curve()
    {
        WindowRig rig = new(new Cubic(), 100);
        rig.Signal(CongestionSignal.Loss);
        Assert.That((rig.Cwnd, rig.Ssthresh), Is.EqualTo((70, 70)));
        Instant start = rig.Now;
        double k = CubicGrowth.TimeToReach(100, 70);
        for (int round = 0; round < 40; round++)
        {
            rig.Round(Rtt);
            // Each acknowledgment aims at the curve's value a round trip later (section 4.4).
            Duration t = rig.Now - start;
            Assert.That(rig.Cwnd, Is.InRange(CubicGrowth.WindowAt(t, k, 100) - 1, CubicGrowth.WindowAt(t + Rtt, k, 100) + 1), $"{t}");
        }
    }

    [Test]
    public void Where_Reno_would_be_faster_the_window_grows_like_Reno()
    {
        Duration rtt = Duration.FromMilliseconds(10);
        WindowRig rig = new(new Cubic(), 20);
        rig.Signal(CongestionSignal.Loss);
        for (int round = 1; round <= 10; round++)
        {
            rig.Round(rtt);
            // (4): alpha per round trip, until the window before the loss (20) is reached. Whole segments are acknowledged, so slightly
            // less.
            Assert.That(rig.Cwnd, Is.EqualTo(14 + round * CubicGrowth.RenoFriendlyAlpha).Within(0.3));
        }
        for (int round = 0; round < 3; round++)
            rig.Round(rtt);
        double before = rig.Cwnd;
        for (int round = 0; round < 10; round++)
            rig.Round(rtt);
        Assert.That(rig.Cwnd - before, Is.EqualTo(10).Within(0.6), "from there on alpha is 1");
    }

    [TestCase(true, 0.85)] // (1 + beta) / 2
    [TestCase(false, 1)]
    public void A_window_reduced_again_before_it_had_recovered_aims_lower(bool fastConvergence, double factor)
    {
        WindowRig rig = new(new Cubic { FastConvergence = fastConvergence }, 100);
        rig.Signal(CongestionSignal.Loss);
        rig.Round(Rtt); // The second loss is at about 76, below 100.
        double wMax = rig.Cwnd * factor;
        rig.Signal(CongestionSignal.Loss);
        Instant start = rig.Now;
        double k = CubicGrowth.TimeToReach(wMax, rig.Cwnd);
        while ((rig.Now - start).Seconds < k)
            rig.Round(Rtt);
        Assert.That(rig.Cwnd, Is.EqualTo(wMax).Within(1.5));
    }

    [Test]
    public void After_a_timeout_the_curve_begins_where_slow_start_ends()
    {
        WindowRig rig = new(new Cubic(), 100);
        rig.Signal(CongestionSignal.Timeout);
        Assert.That((rig.Cwnd, rig.Ssthresh), Is.EqualTo((1, 70)));
        while (rig.Cwnd < 70)
            rig.Round(Rtt);
        Instant start = rig.Now;
        double from = rig.Cwnd;
        for (int round = 0; round < 50; round++)
            rig.Round(Rtt);
        // K = 0: after 10 s from + 0.4 * 10^3 = from + 400, and each acknowledgment aims a round trip ahead.
        Duration t = rig.Now - start;
        Assert.That(rig.Cwnd, Is.InRange(CubicGrowth.WindowAt(t, 0, from) - 1, CubicGrowth.WindowAt(t + Rtt, 0, from) + 1));
    }

    [Test]
    public void The_curve_pauses_while_the_window_is_not_used()
    {
        WindowRig rig = new(new Cubic(), 100);
        rig.Signal(CongestionSignal.Loss);
        rig.Round(Rtt);
        double before = rig.Cwnd;
        for (int round = 0; round < 100; round++)
            rig.Round(Rtt, cwndLimited: false);
        Assert.That(rig.Cwnd, Is.EqualTo(before));
        rig.Round(Rtt);
        Assert.That(rig.Cwnd, Is.EqualTo(before).Within(4), "the next step of the curve, not that of 20 s later");
    }
}
