using System.Diagnostics;
using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Kernel;
using Mongoose.Network.Packets;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.CongestionControl;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Particles.Peers;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// Creates the peers that use a byte stream: simulated TCP, the kernel's TCP, and simulated SCTP, which is simulated TCP without order.
/// </summary>
internal static class ParticleStreams
{
    private const ushort FirstSimulatedPort = 15_001;

    public static PeerPair Create(PeerRequest request, ValueHandler received) => request.Place switch
    {
        SimulatedPlace simulated => SimulatedTcp(simulated, request, received),
        NamespacePlace hosts when OperatingSystem.IsLinux() => OfKernel(hosts, request, received),
        _ => throw new UnreachableException($"{request.Record.Name}: a scenario with TCP runs in simulation or between namespaces"),
    };

    public static PeerPair SimulatedSctp(SimulatedPlace place, PeerRequest request, ValueHandler received)
    {
        ParticleOptions options = request.Options;
        TcpFlow flow = Connect(place, request, SimulatedSctpPeer.Options);
        Duration? limit = options.Peer == PeerNames.SctpTtl ? options.TimeLimit : null;
        SimulatedSctpPeer peer = new(place.Clock, flow, options.Profile.MessageBytes, limit, received);
        return PairOf(place.Viewers, peer, peer.Open);
    }

    private static PeerPair SimulatedTcp(SimulatedPlace place, PeerRequest request, ValueHandler received)
    {
        TcpFlow flow = Connect(place, request, TcpOptions.Linux with
        {
            CongestionControl = CongestionControls.Find(request.Options.CongestionControl)!,
        });
        return OverStream(place.Viewers, flow, request, () => WireOf(flow.Source.Sender.Counters), received);
    }

    [SupportedOSPlatform("linux")]
    private static PeerPair OfKernel(NamespacePlace place, PeerRequest request, ValueHandler received)
    {
        KernelTcpFlow flow = place.Tcp.Connect(request.Group, request.Member, up: false, new KernelTcpOptions
        {
            CongestionControl = request.Options.CongestionControl,
            NoDelay = true,
            UnsentBytes = request.Options.Peer == PeerNames.TcpConflating ? 1 : null,
        });
        Site site = new(place.Tcp.Loop);
        PeerPair pair = OverStream(site, flow, request, () => WireOf(flow.Info), received);
        return pair with
        {
            Open = () =>
            {
                site.Invoke(flow.Start);
                pair.Open();
            },
            Close = () => site.Invoke(flow.Stop),
            FailureOf = () => site.Invoke(() => flow.Failure),
        };
    }

    private static PeerPair OverStream(Site site, IByteStream stream, PeerRequest request, Func<WireCounts> wire, ValueHandler received)
    {
        if (request.Options.Peer == PeerNames.Tcp)
        {
            TcpPeer blind = new(stream, request.Options.Profile.MessageBytes, wire, received);
            return PairOf(site, blind, blind.Open);
        }
        TcpConflatingPeer conflating = new(stream, request.Options.Profile, KernelTcpOptions.MaxSegmentBytes, wire, received);
        return PairOf(site, conflating, conflating.Open);
    }

    private static PeerPair PairOf(Site site, IStateSender sender, Action open) =>
        new(site, site, sender, Open: () => site.Invoke(open), Close: () => { });

    private static TcpFlow Connect(SimulatedPlace place, PeerRequest request, TcpOptions options)
    {
        FlowKey key = new(UdpAddress.Loopback((ushort)(FirstSimulatedPort + request.Number)),
            UdpAddress.Loopback(FirstSimulatedPort - 1), FlowKey.Tcp);
        (IReadOnlyList<IPacketReceiver> forward, IReadOnlyList<IPacketReceiver> back) = place.Ways(request.Group);
        TcpFlow flow = new TcpPaths(forward, back).Connect(place.Clock, options, key, TcpPacket.NewPool());
        flow.Source.RoundTripMeasured = time => request.Record.RoundTrip(place.Clock.Now - Instant.Zero, time);
        return flow;
    }

    private static WireCounts WireOf(SenderCounters counters) =>
        new(counters.Sent.Bytes + counters.Sent.Packets * WireHeaders.Tcp, counters.Retransmitted.Bytes);

    private static WireCounts WireOf(in TcpInfo info) =>
        new(info.SentBytes + info.SentSegments * WireHeaders.Tcp, info.RetransmittedBytes);
}
