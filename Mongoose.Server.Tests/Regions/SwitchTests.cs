using Mongoose.Core.Channels;
using Nini.Config;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Tests.Regions;

/// <summary>"mongoose disable" and "mongoose enable" while viewers are there.</summary>
public sealed class SwitchTests
{
    [Test]
    public void The_cap_of_circuits_is_in_force_while_Mongoose_shapes_and_OpenSim_s_own_while_it_does_not()
    {
        RegionRig rig = new(("MaxCircuitKbps", "2000"));
        Visitor visitor = rig.Enter(kilobitsPerSecond: 9000);
        Assert.That((rig.Server.ThrottleRates.ClientMaxRate, Kilobits(visitor)), Is.EqualTo((250_000, 2000)));

        rig.Switch(on: false);
        Assert.That((rig.Server.ThrottleRates.ClientMaxRate, Kilobits(visitor)), Is.EqualTo((640_000, 5120)));
        Visitor meanwhile = rig.Enter(kilobitsPerSecond: 9000, name: "Charles Babbage");
        Assert.That(Kilobits(meanwhile), Is.EqualTo(5120));

        rig.Switch(on: true);
        Assert.That((rig.Server.ThrottleRates.ClientMaxRate, Kilobits(visitor), Kilobits(meanwhile)), Is.EqualTo((250_000, 2000, 2000)));
        rig.Run(1.1);
        Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(2000).Within(1));
    }

    [Test]
    public void A_cap_above_OpenSim_s_own_is_put_back_too()
    {
        RegionRig rig = new(Limited(), ("MaxCircuitKbps", "20000"));
        Assert.That(rig.Server.ThrottleRates.ClientMaxRate, Is.EqualTo(2_500_000));
        rig.Switch(on: false);
        Assert.That(rig.Server.ThrottleRates.ClientMaxRate, Is.EqualTo(125_000), "client_throttle_max_bps");
    }

    [Test]
    public void Without_a_cap_of_its_own_Mongoose_leaves_OpenSim_s_in_force()
    {
        RegionRig rig = new(Limited());
        Visitor visitor = rig.Enter(kilobitsPerSecond: 9000);
        rig.Switch(on: false);
        rig.Switch(on: true);
        Assert.That((rig.Server.ThrottleRates.ClientMaxRate, Kilobits(visitor)), Is.EqualTo((125_000, 1000)));
    }

    [Test]
    public void A_viewer_that_has_asked_for_nothing_is_left_its_defaults()
    {
        RegionRig rig = new(("MaxCircuitKbps", "2000"));
        Visitor silent = new(rig, 5, "Silent Bob");
        rig.Scene.Add(silent.Address, silent.View);
        byte[] before = silent.Client.GetThrottlesPacked(1);
        rig.Switch(on: false);
        Assert.That(silent.Client.GetThrottlesPacked(1), Is.EqualTo(before));
    }

    [Test]
    public void Under_load_no_switch_loses_a_packet_or_changes_an_order([Values(7, 8)] int seed)
    {
        RegionRig rig = new();
        Random random = new(seed);
        Visitor[] visitors = [rig.Enter(kilobitsPerSecond: 700), rig.Enter(3000, "Charles Babbage"), rig.Enter(5000, "Mary Somerville")];
        Dictionary<(Visitor, Channel), List<OutgoingPacket>> queued = [];
        for (int i = 0; i < 6000; i++)
        {
            if (random.Next(15) == 0)
                rig.Switch(!rig.State.IsShaping);
            for (int packets = random.Next(3); packets > 0; packets--)
                Queue(visitors[random.Next(visitors.Length)], (Channel)random.Next(7));
            rig.Pass();
        }
        rig.Switch(on: true);
        rig.Run(30);

        Assert.That(queued.Values.Sum(packets => packets.Count), Is.GreaterThan(5000));
        foreach (((Visitor visitor, Channel channel), List<OutgoingPacket> packets) in queued)
        {
            Assert.That(visitor.Sent.Where(sent => sent.Channel == channel && !sent.IsResend).Select(sent => sent.Packet).SequenceEqual(packets),
                $"{visitor.View.Name}, {channel}: every packet once, in the order in which it was queued");
        }
        Assert.That(rig.Server.Failures.Failures, Is.Zero);

        void Queue(Visitor visitor, Channel channel)
        {
            if (!queued.TryGetValue((visitor, channel), out List<OutgoingPacket>? packets))
                queued.Add((visitor, channel), packets = []);
            packets.Add(visitor.Queue(channel, random.Next(50, 1400), reliable: random.Next(3) > 0));
        }
    }

    /// <summary>The threads that queue packets do not wait for anybody, so counts go wrong and queues are found empty at the worst moment.</summary>
    [Test]
    public void Nor_does_one_while_other_threads_queue()
    {
        const int packets = 20_000;
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 5000);
        Channel[] channels = [Channel.Land, Channel.Task, Channel.Texture, Channel.Asset];
        OutgoingPacket[][] queued = channels.Select(_ => new OutgoingPacket[packets / 4]).ToArray();
        Thread[] producers = channels.Select((channel, i) => new Thread(() =>
        {
            for (int n = 0; n < packets / 4; n++)
                queued[i][n] = visitor.Queue(channel, 60);
        })).ToArray();
        foreach (Thread producer in producers)
            producer.Start();
        for (int i = 0; i < 15_000 && visitor.Sent.Count < packets; i++)
        {
            if (i % 20 == 0)
                rig.Switch(!rig.State.IsShaping);
            rig.Pass();
        }
        foreach (Thread producer in producers)
            producer.Join();
        rig.Switch(on: true);
        rig.Run(60);
        for (int i = 0; i < channels.Length; i++)
            Assert.That(visitor.Sent.Where(sent => sent.Channel == channels[i] && !sent.IsResend).Select(sent => sent.Packet).SequenceEqual(queued[i]), channels[i].ToString());
    }

    private static ConfigSourceInMemory Limited()
    {
        ConfigSourceInMemory source = new();
        source.AddConfig("ClientStack.LindenUDP").Set("client_throttle_max_bps", 125_000);
        return source;
    }

    /// <summary>What OpenSim allows it.</summary>
    private static int Kilobits(Visitor visitor)
    {
        AgentThrottle.TryDecode(visitor.Client.GetThrottlesPacked(1), out ChannelRates rates);
        return (int)Math.Round(rates.Total.KilobitsPerSecond);
    }
}
