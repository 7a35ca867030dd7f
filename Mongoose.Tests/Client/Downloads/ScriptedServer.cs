using System.Net;
using System.Net.Sockets;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>A server on loopback whose every step is a line of the test.</summary>
internal sealed class ScriptedServer : IDisposable
{
    /// <summary>Only a test that fails waits for this long.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly List<ScriptedConnection> _accepted = [];

    public ScriptedServer()
    {
        _listener.Start();
        Address = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/CAPS/x");
    }

    /// <summary>The address of a capability.</summary>
    public Uri Address { get; }

    /// <summary>Whether a connection waits to be accepted.</summary>
    public bool IsAsked => _listener.Pending();

    public async Task<ScriptedConnection> AcceptAsync()
    {
        ScriptedConnection connection = new(await _listener.AcceptSocketAsync().WaitAsync(Patience));
        _accepted.Add(connection);
        return connection;
    }

    public void Dispose()
    {
        _listener.Stop();
        foreach (ScriptedConnection connection in _accepted)
            connection.Dispose();
    }
}
