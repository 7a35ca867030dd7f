using Mongoose.Core.Downloads;
using Mongoose.Core.Lines;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Downloads.Simulated;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Creates viewers' HTTP over the simulated links.</summary>
internal static class SimulatedDownloads
{
    private const ushort ServerPort = 9000;

    /// <param name="place">The place where the flow lives.</param>
    /// <param name="group">The flow's group, for the links.</param>
    /// <param name="options">The downloads, and the circuit beside which they run.</param>
    /// <param name="member">The flow's number in the group, from 1.</param>
    /// <param name="figures">Receives the bytes that arrive.</param>
    /// <param name="random">Draws the times of answers.</param>
    public static SimulatedDownloader Create(
        SimulatedPlace place, FlowGroup group, DownloadFlowOptions options, int member, DownloadFigures figures, SeededRandom random)
    {
        (IReadOnlyList<IPacketReceiver> down, IReadOnlyList<IPacketReceiver> up) = place.Ways(group);
        TcpPaths responses = new(down, up), requests = new(up, down);
        PacketPool<TcpPacket> packets = TcpPacket.NewPool();
        ClientPorts ports = place.Shared(typeof(ClientPorts), () => new ClientPorts());
        return new SimulatedDownloader(place.Clock, options.Habits, Connect, ServingOf(place, options, member), random)
        {
            Received = figures.Received,
        };

        (TcpFlow Requests, TcpFlow Responses) Connect()
        {
            FlowKey key = new(UdpAddress.Loopback(ServerPort), UdpAddress.Loopback(ports.Next()), FlowKey.Tcp);
            return (requests.Connect(place.Clock, SimulatedDownloader.Tcp, key.Reversed, packets),
                responses.Connect(place.Clock, SimulatedDownloader.Tcp with { Handshake = false }, key, packets));
        }
    }

    private static HttpServing ServingOf(SimulatedPlace place, DownloadFlowOptions options, int member)
    {
        bool isMongoose = options.Region.Server == OutboundNames.Mongoose;
        DownloadOptions http = options.Region.Http;
        return new HttpServing(
            IsPrompt: isMongoose && http.IsPrompt,
            KeepsConnections: isMongoose && http.KeepsPipelines,
            Pacing: isMongoose && http.Pacing == HttpPacing.Auto
                ? place.Shared((typeof(VisitorPacing), options.Circuit, member), () => PacingOf(place, options, member))
                : null);
    }

    private static VisitorPacing PacingOf(SimulatedPlace place, DownloadFlowOptions options, int member)
    {
        VisitorLines<string> lines = place.Shared(typeof(VisitorLines<string>), () => new VisitorLines<string>());
        string? visitor = options.Region.Visitor ?? VisitorName.Of(options.Circuit, (uint)member);
        return new VisitorPacing(place.Clock, options.Region.Http, UplinkOf(place, options.Region.Http)?.OpenDownloads())
        {
            FindLine = () => lines.Find(other => other == visitor),
        };
    }

    /// <summary>
    /// The uplink of the regions' host, shared by all circuits and downloads with the same uplink rate; null without an uplink rate.
    /// </summary>
    public static HostUplink? UplinkOf(Place place, DownloadOptions http) => http.Uplink is { } rate
        ? place.Shared((typeof(HostUplink), rate), () => new HostUplink(rate, place.Viewers.Scheduler.Now))
        : null;

    /// <summary>The ports of viewers' connections.</summary>
    private sealed class ClientPorts
    {
        private const ushort First = 20_000;

        private ushort _next = First;

        public ushort Next()
        {
            ushort port = _next;
            _next = _next == ushort.MaxValue ? First : (ushort)(_next + 1);
            return port;
        }
    }
}
