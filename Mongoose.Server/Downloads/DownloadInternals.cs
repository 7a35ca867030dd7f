using System.Collections.Concurrent;
using System.Net.Sockets;
using System.Reflection;
using Mongoose.Server.OpenSimReflection;
using OpenSim.Framework.Capabilities;
using OpenSim.Framework.Servers.HttpServer;
using OSHttpServer;

namespace Mongoose.Server.Downloads;

/// <summary>The non-public members of OpenSim's HTTP server that the pacing of downloads uses. If one is missing, downloads are not paced.</summary>
internal sealed class DownloadInternals
{
    [NonPublicField(typeof(Caps), "m_pollServiceHandlers", typeof(ConcurrentDictionary<string, PollServiceEventArgs>), Optional = true)]
    private readonly FieldInfo _handlers;

    [NonPublicField(typeof(OSHttpRequest), "m_request", typeof(IHttpRequest), Optional = true)]
    private readonly FieldInfo _request;

    [NonPublicField(typeof(HttpClientContext), "m_sock", typeof(Socket), Optional = true)]
    private readonly FieldInfo _socket;

    /// <exception cref="MissingMemberException">A member is missing; the message names it.</exception>
    public DownloadInternals()
    {
        _handlers = Find(nameof(_handlers));
        _request = Find(nameof(_request));
        _socket = Find(nameof(_socket));
    }

    /// <summary>The handlers of a visitor's capabilities, by name.</summary>
    public ConcurrentDictionary<string, PollServiceEventArgs> HandlersOf(Caps caps) => (ConcurrentDictionary<string, PollServiceEventArgs>)_handlers.GetValue(caps)!;

    /// <summary>The request below OpenSim's.</summary>
    public IHttpRequest? RequestOf(OSHttpRequest request) => _request.GetValue(request) as IHttpRequest;

    /// <summary>The socket of a connection; null if it is closed, or not OpenSim's own.</summary>
    public Socket? SocketOf(IHttpClientContext context) => context.GetType() == typeof(HttpClientContext) ? _socket.GetValue(context) as Socket : null;

    private static FieldInfo Find(string variable)
    {
        NonPublicFieldAttribute declared = typeof(DownloadInternals).GetField(variable, OpenSimInternals.Hidden)!.GetCustomAttribute<NonPublicFieldAttribute>()!;
        return declared.Find() ?? throw new MissingMemberException($"{variable} of OpenSimulator's HTTP server");
    }
}
