using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Links;

/// <summary>
/// Links that programs cross by sending to it instead of to the server. Each client gets a port of its own towards the server, so the
/// server tells clients apart; all share the links.
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

    /// <summary>Over one link of its own each way.</summary>
    public UdpRelay(IScheduler scheduler, INetwork network, UdpAddress server, LinkOptions toServer, LinkOptions toClient)
        : this(network, server, [new Link(scheduler, toServer)], [new Link(scheduler, toClient)])
    {
    }

    /// <param name="network">Where the ports are opened.</param>
    /// <param name="server">Whom the clients mean.</param>
    /// <param name="toServer">The links from clients to the server, in order; others may use them too.</param>
    /// <param name="toClient">The links from the server to clients.</param>
    public UdpRelay(INetwork network, UdpAddress server, IEnumerable<IPacketReceiver> toServer, IEnumerable<IPacketReceiver> toClient)
    {
        _network = network;
        _server = server;
        _toServer = LinkHop.Through(toServer, new ServerSide(this));
        _toClient = LinkHop.Through(toClient, new ClientSide(this));
        _clientSide = network.Open(server with { Port = 0 });
        _clientSide.Received = SendToServer;
    }

    /// <summary>Where clients send.</summary>
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

    // Apart from the look-up, which then allocates no closure for every datagram.
    private IDatagramPort OpenServerSidePort(UdpAddress client)
    {
        IDatagramPort port = _network.Open(_server with { Port = 0 });
        port.Received = (_, reply) => SendToClient(client, reply);
        _serverSide.Add(client, port);
        return port;
    }

    private sealed class ServerSide(UdpRelay relay) : IPacketReceiver
    {
        public void Receive(Packet packet)
        {
            DatagramPacket datagram = (DatagramPacket)packet;
            if (!relay._disposed) // else it was still on the link
                relay.ServerSidePort(datagram.Peer).Send(relay._server, datagram.Payload);
            packet.Release();
        }
    }

    private sealed class ClientSide(UdpRelay relay) : IPacketReceiver
    {
        public void Receive(Packet packet)
        {
            DatagramPacket datagram = (DatagramPacket)packet;
            relay._clientSide.Send(datagram.Peer, datagram.Payload);
            packet.Release();
        }
    }
}
