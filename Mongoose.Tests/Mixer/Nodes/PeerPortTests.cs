using Mongoose.Core.Units;
using Mongoose.Mixer.Nodes;
using Mongoose.Mixer.Settings;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.Nodes;

public sealed class PeerPortTests
{
    [Test]
    public void A_datagram_from_another_address_than_the_peers_is_refused_and_counted([Values] bool isGiven)
    {
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        PeerSettings alice =
            new() { Port = 5002, Address = isGiven ? "127.0.0.1:6002" : null, Options = new PeerOptions { Name = "alice" } };
        using MixerNode node = new(clock, network, new MixerSettings { Name = "north", Peers = [alice] }, run: 1);
        using IDatagramPort own = network.Open(UdpAddress.Loopback(6002)),
            stranger = network.Open(new UdpAddress(UdpAddress.Loopback().Host ^ 1, 6002));
        byte[] report = [0x80, 201, 0, 1, 0, 0, 0, 7]; // An RR without blocks.

        void Send(IDatagramPort from)
        {
            from.Send(node.Addresses[0], report);
            clock.RunUntil(clock.Now + Duration.FromMilliseconds(1));
        }

        Send(own);
        PeerState before = node.Peers[0];
        Send(stranger);
        PeerState after = node.Peers[0];
        Assert.That((before.Refused, after.Refused), Is.EqualTo((0L, 1L)));
        Assert.That((before.ReceivedBytes, after.ReceivedBytes), Is.EqualTo((36L, 36L)), "nothing else is done with it");
    }
}
