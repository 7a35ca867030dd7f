using System.Runtime.Versioning;
using Mongoose.Network.Clamping;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tun;

/// <summary>
/// Two TUN devices with links between them: packets that the kernel sends on one device cross all links and are received from the other
/// device. IPv4 only. Everything runs on the loop's thread, without an allocation or a lock per packet.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class TunLink : IDisposable
{
    private readonly RealTimeLoop _loop;
    private readonly TunEnd _server;
    private readonly TunEnd _client;

    /// <summary>Connects the devices over one or more links. Call it on the loop's thread.</summary>
    /// <param name="loop">The clock of the links.</param>
    /// <param name="server">The device on the server side.</param>
    /// <param name="client">The device on the client side.</param>
    /// <param name="links">In the order from the server to the client; packets from the client cross them in reverse order.</param>
    /// <param name="flowDelays">Additional delays after the last link. If several match a flow, the first applies.</param>
    public TunLink(
        RealTimeLoop loop, TunDevice server, TunDevice client, IReadOnlyList<LinkPair> links, IReadOnlyList<FlowDelay> flowDelays)
    {
        if (links.Count == 0)
            throw new ArgumentException("at least one link is needed", nameof(links));
        _loop = loop;
        Links = links;
        PacketPool<IpPacket> packets = IpPacket.NewPool();
        _server = new TunEnd(server, packets);
        _client = new TunEnd(client, packets);
        _server.SendTo(LinkHop.Through(links.SelectMany(link => link.WayDown),
            new DelayedFlows(loop, _client, flowDelays.Select(flow => (flow.Matches, flow.Down)))));
        _client.SendTo(LinkHop.Through(links.Reverse().SelectMany(link => link.WayUp),
            new DelayedFlows(loop, _server, flowDelays.Select(flow => (flow.Matches, flow.Up)))));
        loop.Add(_server);
        loop.Add(_client);
    }

    /// <summary>The clock of the links; use it on the loop's thread.</summary>
    public IScheduler Clock => _loop;

    /// <summary>The links, in the order from the server to the client.</summary>
    public IReadOnlyList<LinkPair> Links { get; }

    /// <summary>The first link's direction from the server to the client.</summary>
    public Link Down => Links[0].Down;

    /// <summary>The first link's direction from the client to the server.</summary>
    public Link Up => Links[0].Up;

    /// <summary>Leaves the loop; call it on the loop's thread. The devices stay open; packets on the links are dropped.</summary>
    public void Dispose()
    {
        foreach (TunEnd end in (TunEnd[])[_server, _client])
        {
            end.SendTo(null);
            _loop.Remove(end);
        }
    }
}
