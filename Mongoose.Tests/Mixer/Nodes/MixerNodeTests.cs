using System.Net.Sockets;
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
        new IOException("no route"), new SocketException((int)SocketError.TooManyOpenSockets),
        new NotSupportedException("no IPv4"),
    ];

    [TestCaseSource(nameof(Faults))]
    public void An_error_of_the_host_is_one_line_with_the_peers_name(Exception fault) =>
        Assert.That(LinesOf(fault), Is.EqualTo(new[] { $"alice: an error stopped this peer, other peers continue: {fault.Message}" }));

    [Test]
    public void A_fault_of_the_program_has_its_type_and_its_stack_trace_once()
    {
        List<string> lines = LinesOf(new IndexOutOfRangeException("beyond"));
        Assert.That(lines[0], Is.EqualTo("alice: an error stopped this peer, other peers continue: IndexOutOfRangeException: beyond"));
        Assert.That(lines[1], Does.StartWith("   at ").And.Contain(nameof(IDatagramPort.Send)), "where it happened");
        Assert.That(lines.Count(line => line.Contains(nameof(FaultyNetwork), StringComparison.Ordinal)), Is.EqualTo(1));
    }

    private static List<string> LinesOf(Exception fault)
    {
        SimulatedScheduler clock = new();
        List<string> lines = [];
        PeerSettings[] peers =
        [
            new() { Port = 5002, Address = "127.0.0.1:6002", Options = new PeerOptions { Name = "alice" } },
            new() { Port = 5004, Options = new PeerOptions { Name = "bob" } },
        ];
        FaultyNetwork network = new(new SimulatedNetwork(clock), fault);
        using MixerNode node = new(clock, network, new MixerSettings { Peers = peers }, run: 1)
        {
            PeerFailed = lines.AddRange,
        };
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
