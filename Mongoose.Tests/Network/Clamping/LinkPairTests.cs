using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Time;
using Mongoose.Tests.Network.Packets;

namespace Mongoose.Tests.Network.Clamping;

public sealed class LinkPairTests
{
    private static readonly ClampOptions Clamp = new() { Rate = DataRate.FromMegabitsPerSecond(10) };

    [Test]
    public void Without_clamps_there_is_nothing_but_the_links()
    {
        LinkPair pair = new(new SimulatedScheduler(), new LinkPairOptions());
        Assert.That(pair.WayDown, Is.EqualTo(new[] { pair.Down }));
        Assert.That(pair.WayUp, Is.EqualTo(new[] { pair.Up }));
        Assert.That((pair.DownClamp, pair.UpClamp, pair.Down.Queue.Observer),
            Is.EqualTo(((LinkClamp?)null, (LinkClamp?)null, (IQueueObserver?)null)));
    }

    [Test]
    public void A_clamp_stands_before_the_queue_of_its_data_and_behind_that_of_the_acknowledgments()
    {
        LinkPair down = new(new SimulatedScheduler(), new LinkPairOptions { DownClamp = Clamp });
        Assert.That(down.WayDown, Is.EqualTo(new[] { down.DownClamp!.Data, down.Down }));
        Assert.That(down.WayUp, Is.EqualTo(new[] { down.Up, down.DownClamp.Acks }));
        LinkPair both = new(new SimulatedScheduler(), new LinkPairOptions { DownClamp = Clamp, UpClamp = Clamp });
        Assert.That(both.WayDown, Is.EqualTo(new[] { both.DownClamp!.Data, both.Down, both.UpClamp!.Acks }));
        Assert.That(both.WayUp, Is.EqualTo(new[] { both.UpClamp.Data, both.Up, both.DownClamp.Acks }));
    }

    [Test]
    public void Packets_that_nothing_limits_arrive_unchanged_from_clamped_links()
    {
        SimulatedScheduler scheduler = new();
        LinkOptions link = new() { Rate = DataRate.FromMegabitsPerSecond(10), Delay = Duration.FromMilliseconds(5) };
        LinkPair pair = new(scheduler, new LinkPairOptions { Down = link, Up = link, DownClamp = Clamp, UpClamp = Clamp });
        byte[] segment = new TcpBytes { PayloadBytes = 100 }.ToPacket(), damaged = new TcpBytes { PayloadBytes = 100 }.ToPacket();
        damaged[TcpBytes.IpHeader + TcpBytes.SizeAt] = 0;
        Arrivals arrivals = new();
        IPacketReceiver down = LinkHop.Through(pair.WayDown, arrivals), up = LinkHop.Through(pair.WayUp, arrivals);
        foreach (IPacketReceiver way in (IPacketReceiver[])[down, up])
        {
            way.Receive(Packet(segment));
            way.Receive(Packet(damaged));
        }
        scheduler.RunFor(Duration.FromSeconds(1));
        Assert.That(arrivals.Packets,
            Is.EqualTo(new[] { segment, segment, damaged, damaged }).Or.EqualTo(new[] { segment, damaged, segment, damaged }));
        Assert.That((pair.Down.Counters.Delivered, pair.Up.Counters.Delivered), Is.EqualTo((2L, 2L)));
    }

    private static IpPacket Packet(byte[] bytes)
    {
        IpPacket packet = IpPacket.NewPool().Rent();
        bytes.CopyTo(packet.Buffer);
        Assert.That(packet.TryParse(bytes.Length), Is.True);
        return packet;
    }

    private sealed class Arrivals : IPacketReceiver
    {
        public List<byte[]> Packets { get; } = [];

        public void Receive(Packet packet)
        {
            Packets.Add(((IpPacket)packet).Bytes.ToArray());
            packet.Release();
        }
    }
}
