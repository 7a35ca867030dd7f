using Mongoose.Client.Runtime;
using Mongoose.Testbed.Packets;

namespace Mongoose.Testbed.Links;

/// <summary>
/// A link that programs cross by sending to it instead of to the server. Each client gets a port of its own towards the server, so the
/// server tells clients apart; all share the two links.
/// </summary>
public sealed class UdpRelay : IDisposable
{
    private readonly INetwork _network;
    private readonly UdpAddress _server;
    private readonly IDatagramPort _clientSide;
    private readonly PacketPool<DatagramPacket> _packets = DatagramPacket.NewPool();
    private readonly Dictionary<UdpAddress, IDatagramPort> _serverSide = [];
    private readonly ServerSide _toServer;
    private readonly ClientSide _toClient;
    private bool _disposed;

    /// <param name="scheduler">The clock of both links.</param>
    /// <param name="network">Where the ports are opened.</param>
    /// <param name="server">Whom the clients mean.</param>
    /// <param name="toServer">The link from clients to the server.</param>
    /// <param name="toClient">The link from the server to clients.</param>
    public UdpRelay(IScheduler scheduler, INetwork network, UdpAddress server, LinkOptions toServer, LinkOptions toClient)
        : this(network, server, new Link(scheduler, toServer), new Link(scheduler, toClient))
    {
    }

    /// <summary>Over links that others use too.</summary>
    public UdpRelay(INetwork network, UdpAddress server, Link toServer, Link toClient)
    {
        _network = network;
        _server = server;
        ToServer = toServer;
        ToClient = toClient;
        _toServer = new ServerSide(this);
        _toClient = new ClientSide(this);
        _clientSide = network.Open(server with { Port = 0 });
        _clientSide.Received = SendToServer;
    }

    /// <summary>Where clients send.</summary>
    public UdpAddress Address => _clientSide.Address;

    public Link ToServer { get; }

    public Link ToClient { get; }

    public void Dispose()
    {
        _disposed = true;
        _clientSide.Dispose();
        foreach (IDatagramPort port in _serverSide.Values)
            port.Dispose();
    }

    private void SendToServer(UdpAddress client, ReadOnlySpan<byte> datagram) =>
        Send(ToServer, client, datagram, new FlowKey(client, _server, FlowKey.Udp), _toServer);

    private void SendToClient(UdpAddress client, ReadOnlySpan<byte> datagram) =>
        Send(ToClient, client, datagram, new FlowKey(_server, client, FlowKey.Udp), _toClient);

    private void Send(Link link, UdpAddress client, ReadOnlySpan<byte> datagram, FlowKey flow, IPacketReceiver receiver)
    {
        DatagramPacket packet = _packets.Rent();
        packet.Set(client, datagram);
        packet.Flow = flow;
        packet.Receiver = receiver;
        link.Receive(packet);
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
