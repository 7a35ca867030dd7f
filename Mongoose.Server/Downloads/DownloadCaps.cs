using System.Collections.Concurrent;
using System.Net;
using System.Reflection;
using log4net;
using Mongoose.Core.Downloads;
using Mongoose.Core.Lines;
using OpenMetaverse;
using OpenSim.Framework.Capabilities;
using OpenSim.Framework.Servers.HttpServer;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Downloads;

/// <summary>The capabilities by which visitors download textures, meshes and assets, in all regions of the process.</summary>
/// <param name="internals">OpenSim's non-public members.</param>
/// <param name="options">The operator's options.</param>
/// <param name="lines">The lines of all visitors.</param>
/// <param name="uplink">The line of the simulator's host; null if it is not limited.</param>
/// <param name="isOn">Whether Mongoose is enabled at present.</param>
internal sealed class DownloadCaps(
    DownloadInternals internals, DownloadOptions options, VisitorLines<(string Agent, IPAddress Address)> lines, HostUplink? uplink, Func<bool> isOn)
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    // A visitor's capabilities hold the visitor; when OpenSim has forgotten them, nothing does.
    private readonly ConcurrentDictionary<UUID, WeakReference<VisitorDownloads>> _visitors = new();
    private readonly ConcurrentDictionary<string, bool> _elsewhere = new();
    private int _failures;

    public DownloadInternals Internals => internals;

    public DownloadOptions Options => options;

    public bool IsOn => isOn();

    /// <summary>Whether responses leave in paced pieces.</summary>
    public bool IsPacing { get; init; }

    /// <summary>The capabilities that other servers serve: their downloads cannot be paced here.</summary>
    public IEnumerable<string> Elsewhere => _elsewhere.Keys.Order();

    /// <summary>Number of failures; after each, OpenSim has served.</summary>
    public int Failures => Volatile.Read(ref _failures);

    /// <summary>The visitors who have capabilities.</summary>
    public IEnumerable<VisitorDownloads> Visitors
    {
        get
        {
            foreach ((_, WeakReference<VisitorDownloads> reference) in _visitors)
            {
                if (reference.TryGetTarget(out VisitorDownloads? visitor))
                    yield return visitor;
            }
        }
    }

    /// <summary>A visitor's downloads; null if the visitor has no capabilities.</summary>
    public VisitorDownloads? Of(UUID agent) => _visitors.TryGetValue(agent, out WeakReference<VisitorDownloads>? reference) && reference.TryGetTarget(out VisitorDownloads? visitor)
        ? visitor : null;

    /// <summary>Stands before the handlers that a region registers for visitors from now on.</summary>
    public void Watch(Scene scene, DownloadCounters counters) => scene.EventManager.OnRegisterCaps += (agent, caps) => OnRegisterCaps(agent, caps, counters);

    /// <summary>Counts a failure and logs the first.</summary>
    public void Warn(Exception exception)
    {
        if (Interlocked.Increment(ref _failures) == 1)
            Log.Warn("[MONGOOSE]: OpenSimulator serves a download without Mongoose; further failures are only counted: "
                + $"{exception.GetType().Name}: {exception.Message.ReplaceLineEndings(" ")}");
    }

    private void OnRegisterCaps(UUID agent, Caps caps, DownloadCounters counters)
    {
        try
        {
            ConcurrentDictionary<string, PollServiceEventArgs> handlers = internals.HandlersOf(caps);
            VisitorDownloads visitor = VisitorOf(agent);
            for (int index = 0; index < DownloadCounters.Names.Count; index++)
            {
                if (handlers.TryGetValue(DownloadCounters.Names[index], out PollServiceEventArgs? handler))
                    _ = new DownloadCap(this, handler, agent, visitor, counters, index);
                else if (caps.ExternalCapsHandlers.TryGetValue(DownloadCounters.Names[index], out string? url))
                    NoteElsewhere(DownloadCounters.Names[index], url);
            }
        }
        catch (Exception exception)
        {
            Warn(exception);
        }
    }

    private VisitorDownloads VisitorOf(UUID agent)
    {
        foreach ((UUID other, WeakReference<VisitorDownloads> reference) in _visitors)
        {
            if (!reference.TryGetTarget(out _))
                _visitors.TryRemove(other, out _);
        }
        string name = agent.ToString();
        VisitorDownloads? visitor = null;
        _visitors.AddOrUpdate(agent, _ => new(visitor = New(name)), (_, known) => known.TryGetTarget(out visitor) ? known : new(visitor = New(name)));
        return visitor!;
    }

    private VisitorDownloads New(string agent) => new(agent, options, () => lines.Find(key => key.Agent == agent), uplink, Warn);

    private void NoteElsewhere(string name, string url)
    {
        if (url.Length > 0 && _elsewhere.TryAdd(name, true))
            Log.Info($"[MONGOOSE]: {name} is served by {url}, not by this simulator: such downloads are not paced");
    }
}
