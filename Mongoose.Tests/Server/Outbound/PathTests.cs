using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using OpenSim.Framework;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>Circuits with path control.</summary>
public sealed class PathTests
{
    [Test]
    public void A_circuit_fills_a_path_below_the_requested_rate_with_little_loss()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = Download(rig);
        rig.Run(8);
        long before = visitor.Path!.CarriedBytes;
        rig.Run(10);
        CircuitSender<Server.Outbound.ClientCircuit> circuit = visitor.Circuit;
        Assert.Multiple(() =>
        {
            Assert.That(DataRate.Of(visitor.Path.CarriedBytes - before, Duration.FromSeconds(10)).KilobitsPerSecond,
                Is.GreaterThan(0.93 * 2000));
            Assert.That(visitor.Path.Dropped, Is.LessThan(0.03 * visitor.Sent.Count));
            Assert.That(circuit.Limit, Is.EqualTo(LimitedBy.PathDelay));
            Assert.That(circuit.Mode, Is.EqualTo(PathMode.Delay));
            Assert.That(circuit.Counters.Path.Lost, Is.EqualTo(visitor.Path.Dropped).Within(5));
        });
    }

    [Test]
    public void Without_path_control_a_circuit_sends_at_the_requested_rate()
    {
        RegionRig rig = RegionRig.WithPathControl(("PathControl", "false"));
        Visitor visitor = Download(rig);
        rig.Run(8);
        Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(3000).Within(1));
        Assert.That(visitor.Circuit.Mode, Is.Null);
    }

    [Test]
    public void A_path_above_the_requested_rate_limits_nothing()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = Download(rig, kilobits: 6000);
        rig.Run(8);
        Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(3000).Within(1));
        Assert.That((visitor.Circuit.Limit, visitor.Circuit.Mode), Is.EqualTo((LimitedBy.Viewer, (PathMode?)PathMode.Free)));
    }

    [Test]
    public void A_request_above_the_cap_is_limited_by_the_cap()
    {
        RegionRig rig = RegionRig.WithPathControl(("MaxCircuitKbps", "1000"));
        Visitor visitor = Download(rig, kilobits: 6000);
        rig.Run(8);
        Assert.That(visitor.Circuit.Limit, Is.EqualTo(LimitedBy.Cap));
    }

    [Test]
    public void A_circuit_with_little_to_send_is_limited_by_nothing()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 3000);
        for (int i = 0; i < 30; i++)
        {
            visitor.View.EntityUpdateQueue.Add(6);
            rig.Heartbeat();
            rig.Run(0.091);
        }
        Assert.That(visitor.Circuit.Limit, Is.EqualTo(LimitedBy.Nothing));
    }

    /// <summary>Otherwise OpenSim would pass the rates to neighbours with the avatar, where they would be scaled again.</summary>
    [Test]
    public void OpenSim_never_sees_a_controlled_rate()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = Download(rig);
        byte[] asked = visitor.Client.GetThrottlesPacked(1);
        for (int i = 0; i < 20; i++)
        {
            rig.Run(0.5);
            Assert.That(visitor.Client.GetThrottlesPacked(1), Is.EqualTo(asked));
        }
        Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.LessThan(2500));
    }

    [Test]
    public void A_packet_overtaken_by_three_later_acks_is_resent_at_once()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 3000);
        visitor.IsLost = packet => packet.Sequence == 10 && !packet.IsResend;
        visitor.Queue(Channel.Land, packets: 20, bytes: 500);
        rig.Run(1);
        SentPacket first = visitor.Sent.Single(packet => packet.Sequence == 10 && !packet.IsResend), again = visitor.Resends.Single();
        SentPacket third = visitor.Sent.Single(packet => packet.Sequence == 13);
        Assert.That(again.Packet, Is.SameAs(first.Packet));
        Assert.That(again.At, Is.LessThan(third.At + visitor.RoundTrip + Duration.FromMilliseconds(15)));
        Assert.That(visitor.Circuit.Counters.Path, Is.EqualTo(new PathCounts(20, 1, FoundByAcks: 1)));
    }

    [Test]
    public void Without_fast_resend_the_timer_resends()
    {
        RegionRig rig = RegionRig.WithPathControl(("FastResend", "false"));
        Visitor visitor = rig.Enter(kilobitsPerSecond: 3000);
        visitor.IsLost = packet => packet.Sequence == 10 && !packet.IsResend;
        visitor.Queue(Channel.Land, packets: 20, bytes: 500);
        rig.Run(1);
        SentPacket first = visitor.Sent.Single(packet => packet.Sequence == 10 && !packet.IsResend);
        Assert.That(visitor.Resends.Single().At - first.At, Is.GreaterThanOrEqualTo(Duration.FromMilliseconds(300)), "five pings");
        Assert.That(visitor.Circuit.Counters.Path, Is.EqualTo(new PathCounts(20, 0, FoundByAcks: 1)));
    }

    /// <summary>Five pings of 60 ms are 300 ms; acks that are collected for half a second take up to 560 ms.</summary>
    [Test]
    public void A_viewer_that_delays_acks_gets_few_duplicates_although_each_pong_resets_OpenSim_s_timer()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 1000);
        visitor.CollectAcks(seconds: 0.5);
        visitor.View.ImageManager.Add(100_000);
        for (int i = 0; i < 100; i++)
        {
            rig.In(Duration.FromMilliseconds(90), () => visitor.Client.PingTimeMS = 60);
            rig.Run(0.2);
        }
        Assert.That(visitor.Resends.Count(), Is.LessThan(0.005 * visitor.Sent.Count));
    }

    /// <summary>Other threads send these packets, which leaves gaps in the numbers of the tracked packets.</summary>
    [Test]
    public void Packets_outside_the_queues_are_not_losses_and_do_not_measure_the_round_trip()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 1000);
        visitor.IsLost = packet => packet.Packet.Category == ThrottleOutPacketType.Unknown;
        visitor.View.ImageManager.Add(10_000);
        for (int i = 0; i < 100; i++)
        {
            visitor.View.Send(ThrottleOutPacketType.Unknown, 100);
            rig.Run(0.05);
        }
        Assert.That(visitor.Resends.Count(), Is.GreaterThanOrEqualTo(90), "their timers still work");
        Assert.That(visitor.Circuit.Counters.Path.Lost, Is.Zero);
        Assert.That(visitor.Circuit.Path!.RoundTrip,
            Is.InRange(visitor.RoundTrip - Duration.FromMilliseconds(2), visitor.RoundTrip + Duration.FromMilliseconds(10)));
    }

    [Test]
    public void Path_control_applies_to_child_agents_too()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = Download(rig);
        visitor.View.SceneAgent = new Agent(IsChildAgent: true);
        rig.Run(8);
        Assert.That(visitor.Circuit.Limit, Is.EqualTo(LimitedBy.PathDelay));
    }

    [Test]
    public void Acks_wake_the_sender_and_other_datagrams_do_not()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = rig.Enter();
        visitor.Queue(Channel.Land);
        rig.Run(0.01);
        int wakes = rig.Wakes;
        visitor.Receive(Datagrams.Ping(sequence: visitor.NextSequence()));
        Assert.That(rig.Wakes, Is.EqualTo(wakes));
        visitor.Receive(Datagrams.Ping([1], visitor.NextSequence()));
        Assert.That(rig.Wakes, Is.EqualTo(wakes + 1));
        visitor.Receive(Datagrams.Ping([2], visitor.NextSequence()));
        Assert.That(rig.Wakes, Is.EqualTo(wakes + 1), "the sender has not run since");
    }

    /// <summary>A path of 2 Mbit/s with a buffer of 100 ms and a round trip of 60 ms, and a viewer that requests 3 Mbit/s.</summary>
    internal static Visitor Download(RegionRig rig, double kilobits = 2000, string name = "Ada Lovelace")
    {
        Visitor visitor = rig.Enter(kilobitsPerSecond: 3000, name);
        visitor.Path = new Bottleneck(DataRate.FromKilobitsPerSecond(kilobits), Duration.FromMilliseconds(100));
        visitor.View.ImageManager.Add(100_000);
        return visitor;
    }
}
