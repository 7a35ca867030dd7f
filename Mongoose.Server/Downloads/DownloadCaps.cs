using System.Collections.Concurrent;
using System.Reflection;
using log4net;
using Mongoose.Core.Downloads;
using OpenMetaverse;
using OpenSim.Framework.Capabilities;
using OpenSim.Framework.Servers.HttpServer;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Downloads;

/// <summary>
/// Stands before OpenSim's own handlers of the capabilities by which viewers download. OpenSim makes each response as always; only the pace at which the
/// response leaves is Mongoose's. On any doubt, the request goes to OpenSim untouched.
/// </summary>
internal sealed class DownloadCaps(DownloadInternals internals, DownloadOptions options, Func<bool> isOn)
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);
    private static readonly string[] Names = ["GetTexture", "GetMesh", "GetMesh2", "ViewerAsset"];

    private readonly ConcurrentDictionary<string, VisitorDownloads> _visitors = new();
    private int _warnings;

    /// <summary>Stands before the handlers that a region registers for visitors from now on.</summary>
    public void Watch(Scene scene) => scene.EventManager.OnRegisterCaps += OnRegisterCaps;

    private void OnRegisterCaps(UUID agent, Caps caps)
    {
        try
        {
            VisitorDownloads visitor = _visitors.GetOrAdd(agent.ToString(), id => new VisitorDownloads($"Downloads Mongoose ({id})", options, Warn));
            foreach (string name in Names)
            {
                if (internals.HandlersOf(caps).TryGetValue(name, out PollServiceEventArgs? handler))
                    StandBefore(handler, visitor);
            }
        }
        catch (Exception exception)
        {
            Warn(exception);
        }
    }

    private void StandBefore(PollServiceEventArgs handler, VisitorDownloads visitor)
    {
        RequestMethod core = handler.Request;
        handler.Request = (id, request) => core(id, isOn() ? Paced(request, visitor) : request);
    }

    private OSHttpRequest Paced(OSHttpRequest request, VisitorDownloads visitor)
    {
        try
        {
            if (internals.RequestOf(request) is { } inner && inner.Context is { } context && internals.SocketOf(context) is { } socket)
                return new OSHttpRequest(new PacedRequest(inner, new PacedContext(context, socket, visitor)));
        }
        catch (Exception exception)
        {
            Warn(exception);
        }
        return request;
    }

    private void Warn(Exception exception)
    {
        if (Interlocked.Increment(ref _warnings) == 1)
            Log.Warn($"[MONGOOSE]: downloads are served unpaced: {exception}");
    }
}
