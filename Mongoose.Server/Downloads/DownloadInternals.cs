using System.Net.Sockets;
using System.Reflection;
using Mongoose.Server.OpenSimReflection;
using OpenSim.Framework.Servers.HttpServer;
using OSHttpServer;

namespace Mongoose.Server.Downloads;

/// <summary>
/// The non-public members of OpenSim's HTTP server that the pacing of downloads uses. If one is missing, downloads are not paced.
/// </summary>
internal sealed class DownloadInternals
{
    [NonPublicField(typeof(OSHttpRequest), "m_request", typeof(IHttpRequest))]
    private readonly FieldInfo _request = Find(nameof(_request));

    [NonPublicField(typeof(HttpClientContext), "m_sock", typeof(Socket))]
    private readonly FieldInfo _socket = Find(nameof(_socket));

    private DownloadInternals()
    {
    }

    /// <summary>Checks that OpenSim has all members that the pacing uses, including the public ones.</summary>
    /// <exception cref="Exception">A member is missing; the message names it.</exception>
    public static DownloadInternals Probe()
    {
        DownloadInternals internals = new();
        OwnMethods.Compile(isPacing: true);
        return internals;
    }

    /// <summary>The request that OpenSim's request wraps.</summary>
    public IHttpRequest? RequestOf(OSHttpRequest request) => _request.GetValue(request) as IHttpRequest;

    /// <summary>The socket of a connection; null if it is closed.</summary>
    public Socket? SocketOf(HttpClientContext context) => _socket.GetValue(context) as Socket;

    private static FieldInfo Find(string variable) =>
        typeof(DownloadInternals).GetField(variable, OpenSimInternals.AnyInstance)!.GetCustomAttribute<NonPublicFieldAttribute>()!.Find()!;
}
