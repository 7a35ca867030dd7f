using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>"mongoose disable" and "mongoose enable" with path control.</summary>
public sealed class PathSwitchTests
{
    [Test]
    public void In_every_mode_disabling_restores_stock_s_timer_and_rates([Values] PathMode mode)
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = In(rig, mode);
        int sent = visitor.Sent.Count;
        rig.Switch(on: false);
        rig.Run(3);
        Assert.Multiple(() =>
        {
            Assert.That(visitor.Client.m_RTO, Is.EqualTo(300), "five pings");
            Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(3000).Within(1));
            Assert.That((visitor.Circuit.Mode, visitor.Circuit.Limit), Is.EqualTo(((PathMode?)null, LimitedBy.Nothing)));
            Assert.That(visitor.Sent, Has.Count.GreaterThan(sent));
        });
    }

    [Test]
    public void In_every_mode_packets_sent_by_stock_are_neither_in_flight_nor_lost([Values] PathMode mode)
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = In(rig, mode);
        rig.Switch(on: false);
        rig.Run(0.02);
        PathCounts before = visitor.Circuit.Counters.Path;
        visitor.Acks = true;
        visitor.IsLost = packet => packet.Sequence % 10 == 0 && !packet.IsResend;
        rig.Run(5);
        Assert.That(visitor.Circuit.Counters.Path, Is.EqualTo(before));

        visitor.IsLost = _ => false;
        visitor.Path = new Bottleneck(DataRate.FromKilobitsPerSecond(6000), Duration.FromMilliseconds(100));
        rig.Switch(on: true);
        rig.Run(10);
        Assert.That(visitor.Circuit.Counters.Path.Lost, Is.EqualTo(before.Lost), "no packet counts as lost from now on");
        Assert.That(visitor.Circuit.Mode, Is.EqualTo(PathMode.Free));
        Assert.That(visitor.SentBytes(rig.Now - Duration.FromSeconds(2)), Is.EqualTo(2 * 375_000).Within(5).Percent);
        Assert.That(rig.Server.Failures.Count.SinceReset, Is.Zero);
    }

    [Test]
    public void Repeated_switching_loses_no_packet([Values(1, 2)] int seed)
    {
        RegionRig rig = RegionRig.WithPathControl();
        Random random = new(seed);
        Visitor visitor = rig.Enter(kilobitsPerSecond: 2000);
        visitor.IsLost = _ => random.Next(50) == 0;
        List<OpenSim.Region.ClientStack.LindenUDP.OutgoingPacket> queued = [];
        for (int i = 0; i < 4000; i++)
        {
            if (random.Next(25) == 0)
                rig.Switch(!rig.State.IsShaping);
            if (random.Next(3) == 0)
                queued.Add(visitor.Queue((Channel)random.Next(1, 7), random.Next(50, 1200)));
            rig.Pass();
        }
        visitor.IsLost = _ => false;
        rig.Switch(on: true);
        rig.Run(30);
        Assert.That(visitor.Client.NeedAcks.Count(), Is.Zero);
        Assert.That(visitor.Client.UnackedBytes, Is.Zero);
        Assert.That(queued.Select(packet => packet.Buffer), Is.All.Null, "each is acknowledged");
        Assert.That(rig.Server.Failures.Count.SinceReset, Is.Zero);
    }

    private static Visitor In(RegionRig rig, PathMode mode)
    {
        Visitor visitor = PathTests.Download(rig, kilobits: mode == PathMode.Free ? 6000 : 2000);
        rig.Run(5);
        visitor.Path!.Others = Duration.FromMilliseconds(mode == PathMode.Competing ? 400 : 0);
        visitor.Acks = mode != PathMode.Silent;
        for (int i = 0; i < 100 && visitor.Circuit.Mode != mode; i++)
            rig.Run(0.1);
        Assert.That(visitor.Circuit.Mode, Is.EqualTo(mode));
        return visitor;
    }
}
