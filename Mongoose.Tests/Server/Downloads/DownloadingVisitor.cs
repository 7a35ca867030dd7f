using System.Net;
using System.Net.Sockets;
using OpenMetaverse;
using OpenSim.Framework.Capabilities;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Downloads;

/// <summary>A visitor with a capability of a region, and one connection over loopback.</summary>
internal sealed class DownloadingVisitor : IDisposable
{
    /// <summary>More than the host's TCP holds for a viewer that does not read.</summary>
    private const int EndlessBytes = 30_000_000;

    private readonly PollHandler _handler = new();
    private readonly DownloadConnection _connection;

    /// <param name="agent">The visitor's agent; by default that of all stand-ins of clients.</param>
    /// <param name="cap">The capability.</param>
    public DownloadingVisitor(Scene scene, Guid agent = default, string cap = "GetTexture")
    {
        Caps caps = new();
        caps.RegisterPollHandler(cap, _handler.Args);
        scene.EventManager.TriggerOnRegisterCaps(new UUID(agent), caps);
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        Socket client = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        client.Connect(listener.LocalEndpoint);
        _connection = new DownloadConnection(client, listener.AcceptSocket());
    }

    /// <summary>Downloads a whole response.</summary>
    /// <param name="bytes">Its bytes.</param>
    /// <param name="query">The query of the request.</param>
    public void Download(int bytes, string query = "")
    {
        Begin(DownloadConnection.Body(bytes), query);
        _connection.AssertReads(DownloadConnection.Body(bytes));
    }

    /// <summary>Asks for a response, which is ready at once.</summary>
    public void Begin(byte[] body, string query = "") => _handler.Finish(_handler.Ask(_connection, query), body);

    /// <summary>Asserts that a response arrives whole.</summary>
    public void AssertReads(byte[] body) => _connection.AssertReads(body);

    /// <summary>Asks for more than fits on the way, and reads nothing.</summary>
    public void Hang() => Ask(EndlessBytes);

    /// <summary>OpenSim fails on the visitor's connection while it sends a response.</summary>
    public void Fail()
    {
        int faults = 0;
        _connection.Server.Checking = () =>
        {
            if (Interlocked.Increment(ref faults) == 1)
                throw new InvalidOperationException("a fault");
        };
        Ask(1000);
    }

    public void Dispose() => _connection.Dispose();

    private void Ask(int bytes) => Begin(DownloadConnection.Body(bytes));
}
