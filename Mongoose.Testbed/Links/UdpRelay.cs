using Mongoose.Client.Runtime;

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
    private readonly Dictionary<UdpAddress, IDatagramPort> _serverSide = [];
    private bool _disposed;

    /// <param name="scheduler">The clock of both links.</param>
    /// <param name="network">Where the ports are opened.</param>
    /// <param name="server">Whom the clients mean.</param>
    /// <param name="toServer">The link from clients to the server.</param>
    /// <param name="toClient">The link from the server to clients.</param>
    public UdpRelay(IScheduler scheduler, INetwork network, UdpAddress server, LinkOptions toServer, LinkOptions toClient)
    {
        _network = network;
        _server = server;
        ToServer = new Link(scheduler, toServer, DeliverToServer);
        ToClient = new Link(scheduler, toClient, DeliverToClient);
        _clientSide = network.Open(server with { Port = 0 });
        _clientSide.Received = ToServer.Send;
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

    private void DeliverToServer(UdpAddress client, ReadOnlySpan<byte> datagram)
    {
        if (_disposed)
            return; // It was still on the link.
        if (!_serverSide.TryGetValue(client, out IDatagramPort? port))
        {
            port = _network.Open(_server with { Port = 0 });
            port.Received = (_, reply) => ToClient.Send(client, reply);
            _serverSide.Add(client, port);
        }
        port.Send(_server, datagram);
    }

    private void DeliverToClient(UdpAddress client, ReadOnlySpan<byte> datagram) => _clientSide.Send(client, datagram);
}
