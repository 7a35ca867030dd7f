using System.Diagnostics;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Particles.Peers;
using Mongoose.Testbed.Scenarios.Places;
using Mongoose.Verse.Connection;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Creates the two ends of a peer in the place of its flow.</summary>
internal static class ParticlePeers
{
    public static PeerPair Create(PeerRequest request, ValueHandler received) => request.Options.Peer switch
    {
        PeerNames.Udp => Udp(request, received),
        PeerNames.Tcp or PeerNames.TcpConflating => ParticleStreams.Create(request, received),
        PeerNames.Sctp or PeerNames.SctpTtl when request.Place is SimulatedPlace place =>
            ParticleStreams.SimulatedSctp(place, request, received),
        PeerNames.Sctp or PeerNames.SctpTtl => ParticleLibraries.Sctp(request, received),
        PeerNames.Enet => ParticleLibraries.Enet(request, received),
        PeerNames.Verse or PeerNames.VerseCc => Verse(request, received),
        string name => throw new UnreachableException($"{request.Record.Name}: no peer {name} in this place"),
    };

    private static PeerPair Udp(PeerRequest request, ValueHandler received)
    {
        (Place place, FlowGroup group) = (request.Place, request.Group);
        Site servers = place.Servers(group), viewers = place.Viewers;
        int messageBytes = request.Options.Profile.MessageBytes;
        UdpAddress local = place.ServerAddress(group, request.Member);
        UdpSender sender = servers.Invoke(() => new UdpSender(servers.Network, local, messageBytes));
        UdpAddress way = place.RouteTo(sender.Address, group);
        UdpReceiver receiver = viewers.Invoke(() =>
            new UdpReceiver(viewers.Scheduler, viewers.Network, place.ViewerAddress, way, messageBytes, received));
        return new PeerPair(servers, viewers, sender,
            Open: () => viewers.Invoke(receiver.Request), Close: () => Dispose(servers, sender, viewers, receiver));
    }

    private static PeerPair Verse(PeerRequest request, ValueHandler received)
    {
        (Place place, FlowGroup group, ParticleOptions settings) = (request.Place, request.Group, request.Options);
        Site servers = place.Servers(group), viewers = place.Viewers;
        VerseOptions options = settings.Verse.For(settings.Profile, window: settings.Peer == PeerNames.VerseCc);
        ulong seed = (ulong)place.Seed * 2_000_003 + (ulong)request.Number * 2;
        UdpAddress local = place.ServerAddress(group, request.Member);
        VerseSender sender =
            servers.Invoke(() => new VerseSender(servers.Scheduler, servers.Network, local, options, settings.Profile, seed));
        UdpAddress way = place.RouteTo(sender.Address, group);
        VerseReceiver receiver = viewers.Invoke(() =>
            new VerseReceiver(viewers.Scheduler, viewers.Network, place.ViewerAddress, way, options, seed + 1, received));
        return new PeerPair(servers, viewers, sender,
            Open: () => viewers.Invoke(receiver.Connect), Close: () => Dispose(servers, sender, viewers, receiver));
    }

    private static void Dispose(Site servers, IDisposable sender, Site viewers, IDisposable receiver)
    {
        viewers.Invoke(receiver.Dispose);
        servers.Invoke(sender.Dispose);
    }
}
