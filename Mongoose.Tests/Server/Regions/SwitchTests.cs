using Mongoose.Core.Channels;
using Nini.Config;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Tests.Regions;

/// <summary>"mongoose disable" and "mongoose enable" while viewers are in the region.</summary>
public sealed class SwitchTests
{
    [Test]
    public void Mongoose_s_cap_applies_while_it_shapes_and_OpenSim_s_cap_while_it_does_not()
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
    public void A_cap_above_OpenSim_s_own_is_restored_too()
    {
        RegionRig rig = new(Limited(), ("MaxCircuitKbps", "20000"));
        Assert.That(rig.Server.ThrottleRates.ClientMaxRate, Is.EqualTo(2_500_000));
        rig.Switch(on: false);
        Assert.That(rig.Server.ThrottleRates.ClientMaxRate, Is.EqualTo(125_000), "client_throttle_max_bps");
    }

    [Test]
    public void Without_MaxCircuitKbps_OpenSim_s_cap_stays_in_force()
    {
        RegionRig rig = new(Limited());
        Visitor visitor = rig.Enter(kilobitsPerSecond: 9000);
        rig.Switch(on: false);
        rig.Switch(on: true);
        Assert.That((rig.Server.ThrottleRates.ClientMaxRate, Kilobits(visitor)), Is.EqualTo((125_000, 1000)));
    }

    [Test]
    public void A_viewer_without_a_request_keeps_its_default_rates()
    {
        RegionRig rig = new(("MaxCircuitKbps", "2000"));
        Visitor silent = new(rig, 5, "Silent Bob");
        rig.Scene.Add(silent.Address, silent.View);
        byte[] before = silent.Client.GetThrottlesPacked(1);
        rig.Switch(on: false);
        Assert.That(silent.Client.GetThrottlesPacked(1), Is.EqualTo(before));
    }

    [Test]
    public void A_switch_under_load_loses_or_reorders_no_packet([Values(7, 8)] int seed)
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
            Assert.That(visitor.Sent.Where(sent => sent.Channel == channel && !sent.IsResend).Select(sent => sent.Packet)
                .SequenceEqual(packets),
                $"{visitor.View.Name}, {channel}: every packet once, in the order in which it was queued");
        }
        Assert.That(rig.Server.Failures.Count.SinceReset, Is.Zero);

        void Queue(Visitor visitor, Channel channel)
        {
            if (!queued.TryGetValue((visitor, channel), out List<OutgoingPacket>? packets))
                queued.Add((visitor, channel), packets = []);
            packets.Add(visitor.Queue(channel, random.Next(50, 1400), reliable: random.Next(3) > 0));
        }
    }

    /// <summary>
    /// The threads that queue packets are not synchronised, so counts become wrong and queues appear empty at the worst moments.
    /// </summary>
    [Test]
    public void A_switch_while_other_threads_queue_loses_or_reorders_no_packet()
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
            Assert.That(visitor.Sent.Where(sent => sent.Channel == channels[i] && !sent.IsResend).Select(sent => sent.Packet)
                .SequenceEqual(queued[i]), channels[i].ToString());
    }

    private static ConfigSourceInMemory Limited()
    {
        ConfigSourceInMemory source = new();
        source.AddConfig("ClientStack.LindenUDP").Set("client_throttle_max_bps", 125_000);
        return source;
    }

    /// <summary>The rate that OpenSim allows the visitor.</summary>
    private static int Kilobits(Visitor visitor)
    {
        AgentThrottle.TryDecode(visitor.Client.GetThrottlesPacked(1), out ChannelRates rates);
        return (int)Math.Round(rates.Total.KilobitsPerSecond);
    }
}
