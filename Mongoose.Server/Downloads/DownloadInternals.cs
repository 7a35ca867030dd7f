using System.Collections.Concurrent;
using System.Net.Sockets;
using System.Reflection;
using Mongoose.Server.OpenSimReflection;
using OpenSim.Framework.Capabilities;
using OpenSim.Framework.Servers.HttpServer;
using OSHttpServer;

namespace Mongoose.Server.Downloads;

/// <summary>
/// The non-public members of OpenSim's HTTP server that the pacing of downloads uses. If one is missing, downloads are not paced.
/// </summary>
internal sealed class DownloadInternals
{
    [NonPublicField(typeof(Caps), "m_pollServiceHandlers", typeof(ConcurrentDictionary<string, PollServiceEventArgs>))]
    private readonly FieldInfo _handlers = Find(nameof(_handlers));

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

    /// <summary>The handlers of a visitor's capabilities, by name.</summary>
    public ConcurrentDictionary<string, PollServiceEventArgs> HandlersOf(Caps caps) =>
        (ConcurrentDictionary<string, PollServiceEventArgs>)_handlers.GetValue(caps)!;

    /// <summary>The request below OpenSim's.</summary>
    public IHttpRequest? RequestOf(OSHttpRequest request) => _request.GetValue(request) as IHttpRequest;

    /// <summary>The socket of a connection; null if it is closed.</summary>
    public Socket? SocketOf(HttpClientContext context) => _socket.GetValue(context) as Socket;

    private static FieldInfo Find(string variable) =>
        typeof(DownloadInternals).GetField(variable, OpenSimInternals.Hidden)!.GetCustomAttribute<NonPublicFieldAttribute>()!.Find()!;
}
