using Mongoose.Core.Units;
using Mongoose.Network.Tcp.CongestionControl;

namespace Mongoose.Tests.Network.Tcp.CongestionControl;

public sealed class RenoTests
{
    private static readonly Duration Rtt = Duration.FromMilliseconds(100);

    [Test]
    public void The_window_doubles_in_slow_start_halves_on_loss_and_then_grows_by_one()
    {
        WindowRig rig = new(new Reno(), 10);
        rig.Round(Rtt);
        Assert.That(rig.Cwnd, Is.EqualTo(20));
        rig.Signal(CongestionSignal.Loss);
        Assert.That((rig.Cwnd, rig.Ssthresh), Is.EqualTo((10, 10)));
        rig.Round(Rtt);
        Assert.That(rig.Cwnd, Is.EqualTo(11));
        rig.Signal(CongestionSignal.Timeout);
        Assert.That((rig.Cwnd, rig.Ssthresh), Is.EqualTo((1, 5.5)));
    }

    [Test]
    public void It_never_falls_below_two_segments_on_loss()
    {
        WindowRig rig = new(new Reno(), 3);
        rig.Signal(CongestionSignal.Loss);
        Assert.That(rig.Cwnd, Is.EqualTo(2));
    }

    [Test]
    public void Reductions_can_be_to_whole_segments()
    {
        ICongestionWindow window = new Reno().Start(1000, 15_000);
        window.OnCongestion(new CongestionEvent(Instant.Zero, CongestionSignal.Loss, 15_000, WholeSegments: true));
        Assert.That(window.Cwnd, Is.EqualTo(7000));
    }
}
