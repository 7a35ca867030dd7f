using System.Collections.Concurrent;
using System.Net;
using System.Reflection;
using System.Runtime.CompilerServices;
using log4net;
using Mongoose.Core.Downloads;
using Mongoose.Core.Lines;
using Mongoose.Server.Outbound;
using OpenMetaverse;
using OpenSim.Framework.Servers.HttpServer;
using OpenSim.Region.Framework.Scenes;
using OSHttpServer;
using Caps = OpenSim.Framework.Capabilities.Caps; // OpenMetaverse has Caps, too.

namespace Mongoose.Server.Downloads;

/// <summary>The capabilities by which visitors download textures, meshes and assets, in all regions of the process.</summary>
/// <param name="internals">OpenSim's non-public members.</param>
/// <param name="lines">The lines of all visitors.</param>
/// <param name="uplink">The line of the simulator's host; null if it is not limited.</param>
/// <param name="isOn">Whether Mongoose is enabled at present.</param>
internal sealed class DownloadCaps(
    DownloadInternals internals, DownloadOptions options, VisitorLines<(string Agent, IPAddress Address)> lines, HostUplink? uplink,
    Func<bool> isOn)
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    /// <summary>The number of requests that OpenSim reads ahead on a connection; a viewer pipelines five.</summary>
    private const int RequestsAhead = 200;

    // A visitor's capabilities hold the visitor; when OpenSim has forgotten them, nothing does.
    private readonly ConcurrentDictionary<UUID, WeakReference<VisitorDownloads>> _visitors = new();
    private readonly ConcurrentDictionary<string, bool> _external = new();
    private readonly ConditionalWeakTable<HttpClientContext, object> _open = [];
    private int _failures;

    public DownloadInternals Internals => internals;

    public DownloadOptions Options => options;

    public bool IsOn => isOn();

    /// <summary>Whether responses leave in paced pieces.</summary>
    public bool IsPacing { get; init; }

    /// <summary>The capabilities that other servers serve: their downloads cannot be paced here.</summary>
    public IEnumerable<string> Elsewhere => _external.Keys.Order();

    /// <summary>Number of failures. A failed download is left to OpenSim, or its connection is closed.</summary>
    public int Failures => Volatile.Read(ref _failures);

    /// <summary>The visitors who have capabilities.</summary>
    public IEnumerable<VisitorDownloads> Visitors => _visitors.Select(pair => TargetOf(pair.Value)).OfType<VisitorDownloads>();

    /// <summary>A visitor's downloads; null if the visitor has no capabilities.</summary>
    public VisitorDownloads? Of(UUID agent) =>
        _visitors.TryGetValue(agent, out WeakReference<VisitorDownloads>? reference) ? TargetOf(reference) : null;

    /// <summary>Wraps the handlers that a region registers for visitors from now on.</summary>
    public void Watch(Scene scene, DownloadCounters counters) =>
        scene.EventManager.OnRegisterCaps += (agent, caps) => OnRegisterCaps(agent, caps, counters);

    /// <summary>
    /// OpenSim counts down the requests that it still reads from a connection. The first request here sets that count to
    /// <see cref="RequestsAhead"/>, and each later one adds 1 when it is served. So a client can have at most that many requests waiting.
    /// </summary>
    public void KeepOpen(HttpClientContext connection)
    {
        if (_open.TryAdd(connection, connection))
            connection.m_maxRequests = RequestsAhead;
        else
            Interlocked.Increment(ref connection.m_maxRequests);
    }

    /// <summary>Counts a failure and logs the first.</summary>
    public void Warn(Exception exception)
    {
        if (Interlocked.Increment(ref _failures) == 1)
            Log.Warn("[MONGOOSE]: an exception in the pacing of downloads; further ones are not logged: "
                + $"{exception.GetType().Name}: {exception.Message.ReplaceLineEndings(" ")}");
    }

    private void OnRegisterCaps(UUID agent, Caps caps, DownloadCounters counters)
    {
        try
        {
            VisitorDownloads visitor = VisitorOf(agent);
            visitor.OpenLedger().ExpectedAt = OutboundThread.Now;
            for (int index = 0; index < DownloadCounters.Names.Count; index++)
            {
                string name = DownloadCounters.Names[index];
                // Another module's handler may lack some of these methods.
                if (caps.TryGetPollHandler(name, out PollServiceEventArgs? handler)
                    && handler is { Request: { }, HasEvents: { }, GetEvents: { }, Drop: { } })
                    _ = new DownloadCap(this, handler, agent, visitor, counters, index);
                else if (caps.ExternalCapsHandlers.TryGetValue(name, out string? url) && url.Length > 0)
                    LogExternal(name, url);
            }
        }
        catch (Exception exception)
        {
            Warn(exception);
        }
    }

    private VisitorDownloads VisitorOf(UUID agent)
    {
        foreach (KeyValuePair<UUID, WeakReference<VisitorDownloads>> other in _visitors)
        {
            if (!other.Value.TryGetTarget(out _))
                _visitors.TryRemove(other);
        }
        string name = agent.ToString();
        VisitorDownloads? visitor = null;
        _visitors.AddOrUpdate(agent, _ => new(visitor = New(name)),
            (_, known) => known.TryGetTarget(out visitor) ? known : new(visitor = New(name)));
        return visitor!;
    }

    private static VisitorDownloads? TargetOf(WeakReference<VisitorDownloads> reference) =>
        reference.TryGetTarget(out VisitorDownloads? visitor) ? visitor : null;

    private void LogExternal(string name, string url)
    {
        if (_external.TryAdd(name, true))
            Log.Info($"[MONGOOSE]: {name} is served by {url}, not by this simulator: such downloads are not paced");
    }

    private VisitorDownloads New(string agent) => new(agent, options, () => lines.Find(key => key.Agent == agent), uplink, Warn);
}
