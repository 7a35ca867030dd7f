using System.Runtime.Versioning;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tun;

/// <summary>
/// Two TUN devices with two links between them: packets that the kernel sends on one device cross a link and are received from the other device.
/// IPv4 only. Everything runs on the loop's thread, without an allocation or a lock per packet.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class TunLink : IDisposable
{
    private readonly RealTimeLoop _loop;
    private readonly TunEnd _server;
    private readonly TunEnd _client;

    /// <summary>Connects the devices over links that may be shared. Call it on the loop's thread.</summary>
    /// <param name="loop">The clock of both links.</param>
    /// <param name="server">The device on the server side.</param>
    /// <param name="client">The device on the client side.</param>
    /// <param name="down">From the server to the client.</param>
    /// <param name="up">From the client to the server.</param>
    /// <param name="flowDelays">If several match a flow, the first applies.</param>
    public TunLink(RealTimeLoop loop, TunDevice server, TunDevice client, Link down, Link up, IReadOnlyList<FlowDelay> flowDelays)
    {
        _loop = loop;
        (Down, Up) = (down, up);
        PacketPool<IpPacket> packets = IpPacket.NewPool();
        _server = new TunEnd(server, packets);
        _client = new TunEnd(client, packets);
        _server.SendTo(down, new DelayedFlows(loop, _client, flowDelays.Select(flow => (flow.Matches, flow.Down))));
        _client.SendTo(up, new DelayedFlows(loop, _server, flowDelays.Select(flow => (flow.Matches, flow.Up))));
        loop.Add(_server);
        loop.Add(_client);
    }

    public Link Down { get; }

    public Link Up { get; }

    public TunCounters ServerCounters => _server.Counters;

    public TunCounters ClientCounters => _client.Counters;

    /// <summary>Leaves the loop, on its thread. The devices stay open; packets on the links are dropped.</summary>
    public void Dispose()
    {
        foreach (TunEnd end in (TunEnd[])[_server, _client])
        {
            end.SendTo(null, null);
            _loop.Remove(end);
        }
    }
}
