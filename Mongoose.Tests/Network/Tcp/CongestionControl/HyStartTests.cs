using Mongoose.Core.Units;
using Mongoose.Network.Tcp.CongestionControl;

namespace Mongoose.Tests.Network.Tcp.CongestionControl;

/// <summary>RFC 9406, within CUBIC.</summary>
public sealed class HyStartTests
{
    private static readonly Duration Short = Duration.FromMilliseconds(100), Long = Duration.FromMilliseconds(113);

    [Test]
    public void Constant_round_trips_do_not_end_slow_start()
    {
        WindowRig rig = new(new Cubic { HyStart = true }, 16);
        for (int round = 0; round < 5; round++)
            rig.Round(Short);
        Assert.That(rig.Cwnd, Is.EqualTo(16 * 32));
    }

    [Test]
    public void When_round_trips_grow_by_an_eighth_growth_falls_to_a_quarter_and_slow_start_ends_five_rounds_later()
    {
        WindowRig rig = new(new Cubic { HyStart = true }, 16);
        rig.Round(Short);
        rig.Round(Short);
        Assert.That(rig.Cwnd, Is.EqualTo(64));
        rig.Round(Long); // the threshold is 100 / 8 = 12.5 ms; it needs 8 samples, and by then some have grown the window as before
        Assert.That(rig.Cwnd, Is.InRange(64 + 64 / 4, 64 + 8 + 64 / 4));
        Assert.That(rig.Window.Ssthresh, Is.EqualTo(long.MaxValue));
        for (int round = 0; round < 6; round++)
            rig.Round(Long);
        Assert.That(rig.Window.Ssthresh, Is.LessThanOrEqualTo(rig.Window.Cwnd));
    }

    [Test]
    public void If_round_trips_shrink_again_slow_start_continues()
    {
        WindowRig rig = new(new Cubic { HyStart = true }, 16);
        rig.Round(Short);
        rig.Round(Short);
        rig.Round(Long);
        rig.Round(Short);
        double before = rig.Cwnd;
        rig.Round(Short);
        Assert.That(rig.Cwnd, Is.EqualTo(2 * before).Within(1));
        Assert.That(rig.Window.Ssthresh, Is.EqualTo(long.MaxValue));
    }
}
