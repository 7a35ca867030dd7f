using System.Net.Sockets;
using System.Runtime.Versioning;
using Mongoose.Runtime.Hosts;

namespace Mongoose.Simulators;

/// <summary>Connections of an HTTP client from a network namespace.</summary>
[SupportedOSPlatform("linux")]
public sealed class NamespaceConnection(NetworkNamespace from)
{
    /// <summary>Opens a connection, for <see cref="SocketsHttpHandler.ConnectCallback"/>.</summary>
    public async ValueTask<Stream> OpenAsync(SocketsHttpConnectionContext context, CancellationToken cancellation)
    {
        // A socket stays in the namespace in which it was opened.
        Socket socket = from.Run(() => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true });
        try
        {
            await socket.ConnectAsync(context.DnsEndPoint, cancellation);
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
