using Mongoose.Core.Units;
using Mongoose.Mixer.Nodes;
using Mongoose.Mixer.Settings;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.Nodes;

public sealed class MixerNodeTests
{
    private static readonly Exception[] Faults =
    [
        new InvalidOperationException("libopus: error -4"), new IOException("no route"), new NotSupportedException("libopus is not installed: apt install libopus0"),
    ];

    [TestCaseSource(nameof(Faults))]
    public void A_fault_is_one_line_with_the_peers_name(Exception fault) =>
        Assert.That(LinesOf(fault), Is.EqualTo(new[] { $"alice: a fault has stopped this peer, the others go on: {fault.Message}" }));

    [Test]
    public void A_fault_whose_message_says_nothing_has_its_type() => Assert.That(
        LinesOf(new IndexOutOfRangeException("beyond")), Is.EqualTo(new[] { "alice: a fault has stopped this peer, the others go on: IndexOutOfRangeException: beyond" }));

    private static List<string> LinesOf(Exception fault)
    {
        SimulatedScheduler clock = new();
        List<string> lines = [];
        PeerSettings[] peers =
        [
            new() { Port = 5002, Address = "127.0.0.1:6002", Options = new PeerOptions { Name = "alice" } },
            new() { Port = 5004, Options = new PeerOptions { Name = "bob" } },
        ];
        using MixerNode node = new(clock, new FaultyNetwork(new SimulatedNetwork(clock), fault), new MixerSettings { Peers = peers }, run: 1) { PeerFailed = lines.Add };
        node.Start();
        clock.RunUntil(Instant.FromSeconds(1));
        Assert.That(node.Peers.Select(peer => peer.Status), Is.EqualTo(new[] { PeerStatus.Failed, PeerStatus.Silent }));
        return lines;
    }

    /// <summary>A network that cannot send.</summary>
    private sealed class FaultyNetwork(INetwork network, Exception fault) : INetwork
    {
        public IDatagramPort Open(UdpAddress address) => new Port(network.Open(address), fault);

        private sealed class Port(IDatagramPort port, Exception fault) : IDatagramPort
        {
            public UdpAddress Address => port.Address;

            public DatagramHandler? Received { get => port.Received; set => port.Received = value; }

            public void Send(UdpAddress to, ReadOnlySpan<byte> datagram) => throw fault;

            public void Dispose() => port.Dispose();
        }
    }
}
