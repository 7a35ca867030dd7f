using System.Runtime.Versioning;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tun;

/// <summary>
/// Two TUN devices with two links between them: what the kernel sends on one device crosses a link and is received from the other.
/// IPv4 only. Everything happens on the loop's thread, and costs neither an allocation nor a lock per packet.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class TunLink : IDisposable
{
    private readonly RealTimeLoop _loop;
    private readonly TunEnd _server;
    private readonly TunEnd _client;

    /// <summary>Over links that others may use too. Call it on the loop's thread.</summary>
    /// <param name="loop">The clock of both links.</param>
    /// <param name="server">The device of the servers' side.</param>
    /// <param name="client">The device of the clients' side.</param>
    /// <param name="down">From the server to the client.</param>
    /// <param name="up">From the client to the server.</param>
    /// <param name="flowDelays">Of several that match a flow, the first counts.</param>
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

    /// <summary>Leaves the loop, on its thread. The devices stay open; what is on the links goes nowhere.</summary>
    public void Dispose()
    {
        foreach (TunEnd end in (TunEnd[])[_server, _client])
        {
            end.SendTo(null, null);
            _loop.Remove(end);
        }
    }
}
