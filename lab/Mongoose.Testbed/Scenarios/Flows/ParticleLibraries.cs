using Mongoose.Network.Enet;
using Mongoose.Network.Sctp;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Particles.Peers;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// Creates the peers that are libraries of the host, usrsctp and ENet, on real packets. The server connects to the viewer.
/// </summary>
internal static class ParticleLibraries
{
    /// <summary>Room for all data that a run writes to a reliable peer: as with the kernel's TCP, no message is refused.</summary>
    private const int AmpleBytes = 64 << 20;

    /// <summary>With a time limit, the smallest room that the flow allows, because messages that wait there do not expire.</summary>
    private const int SmallestBytes = SctpFlow.MaxMessageBytes;

    /// <exception cref="Mongoose.Runtime.Hosts.HostException">usrsctp is not installed; the message says how to install it.</exception>
    /// <exception cref="IOException">A port cannot be opened.</exception>
    public static PeerPair Sctp(PeerRequest request, ValueHandler received)
    {
        ParticleOptions options = request.Options;
        bool isLimited = options.Peer == PeerNames.SctpTtl;
        SctpDelivery delivery = isLimited ? SctpDelivery.Within(options.TimeLimit) : SctpDelivery.Reliable;
        SctpFlow flow = new(request.Place.Servers(request.Group).Loop, request.Place.Viewers.Loop, ListenAt(request),
            new SctpOptions { SendBufferBytes = isLimited ? SmallestBytes : AmpleBytes });
        request.Place.CloseAtEnd(flow.Dispose);
        UdpAddress way = request.Place.RouteToViewer(flow.Address, request.Group);
        Site site = new(flow.Loop);
        int messageBytes = options.Profile.MessageBytes;
        site.Invoke(() => flow.Received = message => ValuePacker.Read(message, messageBytes, received));
        MessageSender sender = site.Invoke(() => new MessageSender(
            flow.Loop, messageBytes, isLimited, message => flow.Send(message, delivery), () => WireOf(flow.Counters)));
        return PairOf(site, sender, () => flow.Start(way), () => flow.Failure, flow.Dispose);
    }

    /// <exception cref="Mongoose.Runtime.Hosts.HostException">ENet is not installed; the message says how to install it.</exception>
    /// <exception cref="IOException">A port cannot be opened.</exception>
    public static PeerPair Enet(PeerRequest request, ValueHandler received)
    {
        RealTimeLoop servers = request.Place.Servers(request.Group).Loop;
        EnetFlow flow =
            new(servers, servers, request.Place.Viewers.Loop, ListenAt(request), new EnetOptions { SendBufferBytes = AmpleBytes });
        Site site = new(servers);
        Action close = () => site.Invoke(flow.Dispose);
        request.Place.CloseAtEnd(close);
        UdpAddress way = request.Place.RouteToViewer(flow.Address, request.Group);
        int messageBytes = request.Options.Profile.MessageBytes;
        site.Invoke(() => flow.Received = message => ValuePacker.Read(message, messageBytes, received));
        MessageSender sender = site.Invoke(() => new MessageSender(
            servers, messageBytes, givesUp: false, message => flow.Send(message, EnetDelivery.Reliable), () => WireOf(flow.Counters)));
        return PairOf(site, sender, () => flow.Start(way), () => flow.Failure, close);
    }

    /// <summary>The viewer's address, with the port of the flow where flows have their own.</summary>
    private static UdpAddress ListenAt(PeerRequest request) =>
        request.Place.ViewerAddress with { Port = request.Place.ServerAddress(request.Group, request.Member).Port };

    private static PeerPair PairOf(Site site, MessageSender sender, Action start, Func<string?> failure, Action close) => new(
        site, site, sender,
        Open: () => site.Invoke(start),
        Close: () =>
        {
            site.Invoke(sender.Stop);
            close();
        },
        FailureOf: () => site.Invoke(failure));

    private static WireCounts WireOf(SctpCounters counters) => new(counters.Bytes, counters.RetransmittedBytes);

    /// <summary>ENet counts the messages that it sends again, not their bytes.</summary>
    private static WireCounts WireOf(EnetCounters counters) => new(counters.Bytes, null);
}
