using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Links;

/// <summary>
/// Relays datagrams over links: programs send to the relay instead of the server. Each client gets its own port towards the server, so the
/// server can distinguish clients; all clients share the links.
/// </summary>
public sealed class UdpRelay : IDisposable
{
    private readonly INetwork _network;
    private readonly UdpAddress _server;
    private readonly IDatagramPort _clientSide;
    private readonly PacketPool<DatagramPacket> _packets = DatagramPacket.NewPool();
    private readonly Dictionary<UdpAddress, IDatagramPort> _serverSide = [];
    private readonly IPacketReceiver _toServer;
    private readonly IPacketReceiver _toClient;
    private bool _disposed;

    /// <summary>Creates a relay with one new link in each direction.</summary>
    public UdpRelay(IScheduler scheduler, INetwork network, UdpAddress server, LinkOptions toServer, LinkOptions toClient)
        : this(network, server, [new Link(scheduler, toServer)], [new Link(scheduler, toClient)])
    {
    }

    /// <param name="network">The network on which the ports are opened.</param>
    /// <param name="server">The server that the clients want to reach.</param>
    /// <param name="toServer">The links from clients to the server, in order; they may be shared with others.</param>
    /// <param name="toClient">The links from the server to clients, in order.</param>
    public UdpRelay(INetwork network, UdpAddress server, IEnumerable<IPacketReceiver> toServer, IEnumerable<IPacketReceiver> toClient)
    {
        _network = network;
        _server = server;
        _toServer = LinkHop.Through(toServer, new Exit(DeliverToServer));
        _toClient = LinkHop.Through(toClient, new Exit(DeliverToClient));
        _clientSide = network.Open(server with { Port = 0 }, SendToServer);
    }

    /// <summary>The address to which clients send.</summary>
    public UdpAddress Address => _clientSide.Address;

    public void Dispose()
    {
        _disposed = true;
        _clientSide.Dispose();
        foreach (IDatagramPort port in _serverSide.Values)
            port.Dispose();
    }

    private void SendToServer(UdpAddress client, ReadOnlySpan<byte> datagram) =>
        Send(_toServer, client, datagram, new FlowKey(client, _server, FlowKey.Udp));

    private void SendToClient(UdpAddress client, ReadOnlySpan<byte> datagram) =>
        Send(_toClient, client, datagram, new FlowKey(_server, client, FlowKey.Udp));

    private void Send(IPacketReceiver way, UdpAddress client, ReadOnlySpan<byte> datagram, FlowKey flow)
    {
        DatagramPacket packet = _packets.Rent();
        packet.Set(client, datagram);
        packet.Flow = flow;
        way.Receive(packet);
    }

    private IDatagramPort ServerSidePort(UdpAddress client) =>
        _serverSide.TryGetValue(client, out IDatagramPort? port) ? port : OpenServerSidePort(client);

    // A separate method, so that the look-up does not allocate a closure for every datagram.
    private IDatagramPort OpenServerSidePort(UdpAddress client)
    {
        IDatagramPort port = _network.Open(_server with { Port = 0 }, (_, reply) => SendToClient(client, reply));
        _serverSide.Add(client, port);
        return port;
    }

    private void DeliverToServer(DatagramPacket datagram)
    {
        if (!_disposed) // Otherwise the packet was still on the link.
            ServerSidePort(datagram.Peer).Send(_server, datagram.Payload);
    }

    private void DeliverToClient(DatagramPacket datagram) => _clientSide.Send(datagram.Peer, datagram.Payload);

    private sealed class Exit(Action<DatagramPacket> deliver) : IPacketReceiver
    {
        public void Receive(Packet packet)
        {
            deliver((DatagramPacket)packet);
            packet.Release();
        }
    }
}
