using System.Collections.Concurrent;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Links;

public sealed class UdpRelayTests
{
    private static readonly LinkOptions Options =
        new() { Delay = Duration.FromMilliseconds(10), Rate = DataRate.FromMegabitsPerSecond(100) };

    [Test]
    public void The_server_can_distinguish_clients_and_they_get_their_own_answers()
    {
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        using IDatagramPort server = network.Open(UdpAddress.Loopback(9000));
        Link toServer = new(clock, Options), toClient = new(clock, Options);
        using UdpRelay relay = new(network, server.Address, [toServer], [toClient]);
        HashSet<UdpAddress> seen = [];
        server.Received = (from, data) =>
        {
            seen.Add(from);
            server.Send(from, [.. data, 0xEE]);
        };
        List<byte[]>[] answers = new List<byte[]>[5];
        IDatagramPort[] clients = new IDatagramPort[answers.Length];
        for (int i = 0; i < clients.Length; i++)
        {
            List<byte[]> mine = answers[i] = [];
            clients[i] = network.Open(UdpAddress.Loopback());
            clients[i].Received = (from, data) =>
            {
                Assert.That(from, Is.EqualTo(relay.Address));
                mine.Add(data.ToArray());
            };
        }
        for (byte round = 0; round < 20; round++)
        {
            for (byte i = 0; i < clients.Length; i++)
                clients[i].Send(relay.Address, [i, round]);
            clock.RunFor(Duration.FromMilliseconds(3));
        }
        clock.RunFor(Duration.FromSeconds(1));

        Assert.That(seen, Has.Count.EqualTo(clients.Length).And.None.EqualTo(relay.Address));
        for (int i = 0; i < clients.Length; i++)
            Assert.That(answers[i], Is.EqualTo(Enumerable.Range(0, 20).Select(round => new byte[] { (byte)i, (byte)round, 0xEE })));
        Assert.That(toServer.Counters.Delivered, Is.EqualTo(100));
        Assert.That(toClient.Counters.DeliveredBytes, Is.EqualTo(100 * (3 + DatagramPacket.HeaderBytes)));
    }

    [Test]
    public void A_datagram_above_the_MTU_does_not_cross_the_relay()
    {
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        List<int> received = [];
        using IDatagramPort server = network.Open(UdpAddress.Loopback(9000)), client = network.Open(UdpAddress.Loopback());
        server.Received = (_, data) => received.Add(data.Length);
        using UdpRelay relay = new(clock, network, server.Address, Options with { MtuBytes = 1000 }, Options);
        client.Send(relay.Address, new byte[1000 - DatagramPacket.HeaderBytes + 1]);
        client.Send(relay.Address, new byte[1000 - DatagramPacket.HeaderBytes]);
        clock.RunFor(Duration.FromSeconds(1));
        Assert.That(received, Is.EqualTo(new[] { 1000 - DatagramPacket.HeaderBytes }));
    }

    [Test]
    public void Datagrams_on_the_link_when_the_relay_is_closed_are_dropped()
    {
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        int received = 0;
        using IDatagramPort server = network.Open(UdpAddress.Loopback(9000)), client = network.Open(UdpAddress.Loopback());
        server.Received = (_, _) => received++;
        UdpRelay relay = new(clock, network, server.Address, Options, Options);
        client.Send(relay.Address, [1]);
        clock.RunFor(Duration.FromMilliseconds(5));
        relay.Dispose();
        clock.RunFor(Duration.FromSeconds(1));
        Assert.That(received, Is.Zero);
    }

    [Test, CancelAfter(30_000)]
    public void On_real_sockets_everything_arrives_in_order(CancellationToken deadline)
    {
        const int rounds = 20, burst = 50; // A round fits any host's socket buffers.
        using RealTimeLoop serverLoop = new("server"), clientLoop = new("clients");
        BlockingCollection<int> answers = [];
        IDatagramPort server = serverLoop.Invoke(() => serverLoop.Open(UdpAddress.Loopback()));
        serverLoop.Invoke(() => server.Received = (from, data) => server.Send(from, data));
        Link toServer = new(clientLoop, Options with { Delay = Duration.FromMilliseconds(2) });
        Link toClient = new(clientLoop, Options with { Delay = Duration.FromMilliseconds(1) });
        UdpRelay relay = clientLoop.Invoke(() => new UdpRelay(clientLoop, server.Address, [toServer], [toClient]));
        IDatagramPort client = clientLoop.Invoke(() => clientLoop.Open(UdpAddress.Loopback()));
        clientLoop.Invoke(() => client.Received = (_, data) => answers.Add(BitConverter.ToInt32(data), CancellationToken.None));
        for (int round = 0; round < rounds; round++)
        {
            int first = round * burst;
            clientLoop.Invoke(() =>
            {
                for (int i = 0; i < burst; i++)
                    client.Send(relay.Address, BitConverter.GetBytes(first + i));
            });
            for (int i = 0; i < burst; i++)
                Assert.That(answers.Take(deadline), Is.EqualTo(first + i));
        }
        Assert.That(clientLoop.Invoke(() => toClient.Counters.Delivered), Is.EqualTo(rounds * burst));
    }
}
