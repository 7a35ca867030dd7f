using System.Reflection;
using log4net;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.Health;

/// <summary>
/// The health of the process and of its regions, about once a second. One thread samples; any thread reads the last sample. Nothing
/// throws: a figure that OpenSim does not give is missing.
/// </summary>
internal sealed class HealthSampler : IHealthSource, IDisposable
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private readonly ProcessSampler _process;
    private readonly Func<Instant> _clock;
    private readonly Dictionary<MongooseUdpServer, RegionSampler> _regions = [];
    private readonly Action<Action> _aside;
    private volatile HealthSample _latest = HealthSample.None;
    private bool _hasFailed;

    /// <param name="process">Reads the process.</param>
    /// <param name="clock">Returns the time.</param>
    /// <param name="aside">Does work that can hang, such as on a lock of the script engine.</param>
    public HealthSampler(ProcessSampler process, Func<Instant> clock, Action<Action> aside) =>
        (_process, _clock, _aside) = (process, clock, aside);

    /// <param name="aside">As above.</param>
    public HealthSampler(Action<Action> aside) : this(new ProcessSampler(() => OutboundThread.Now), () => OutboundThread.Now, aside)
    {
    }

    /// <summary>The last sample.</summary>
    public HealthSample Latest => _latest;

    /// <summary>The process at the last sample; null if its figures could not be read.</summary>
    public ProcessHealth? Process => _latest.Process;

    /// <summary>A region at the last sample; null if nothing is known of it.</summary>
    public RegionHealth? Of(MongooseUdpServer server) => _latest.Of(server)?.Health;

    /// <summary>The objects whose scripts cost most in a region, at most ten.</summary>
    public IReadOnlyList<ScriptCost> Scripts(MongooseUdpServer server) => _latest.Of(server)?.Scripts ?? [];

    /// <summary>Takes a sample.</summary>
    /// <param name="servers">The running regions.</param>
    public void Sample(IReadOnlyList<MongooseUdpServer> servers, Instant now)
    {
        ProcessHealth? process = null;
        Try(() => process = _process.Sample(servers.Select(server => server.Loop), now));
        foreach (MongooseUdpServer removed in _regions.Keys.Except(servers).ToArray())
            Forget(removed);
        RegionSampler[] known = [.. _regions.Values];
        _aside(() => Array.ForEach(known, region => region.SampleScripts(now)));
        Dictionary<MongooseUdpServer, RegionSample> regions = [];
        foreach (MongooseUdpServer server in servers)
            Try(() => regions[server] = Sample(server, now));
        _latest = new HealthSample(process, _process.Totals, regions);
    }

    public void Dispose()
    {
        foreach (MongooseUdpServer server in _regions.Keys.ToArray())
            Forget(server);
    }

    private RegionSample Sample(MongooseUdpServer server, Instant now)
    {
        if (!_regions.TryGetValue(server, out RegionSampler? region))
            _regions[server] = region = new RegionSampler(server.Scene, server.Downloads, _clock, Warn);
        return new RegionSample(region.Sample(now), region.Scripts, region.Frames, region.ScriptSeconds);
    }

    private void Forget(MongooseUdpServer server)
    {
        if (_regions.Remove(server, out RegionSampler? region))
            Try(region.Dispose);
    }

    private void Try(Action action)
    {
        try
        {
            action();
        }
        catch (Exception exception)
        {
            Warn(exception);
        }
    }

    /// <summary>One line is enough: a figure that fails once usually fails every second.</summary>
    private void Warn(Exception exception)
    {
        if (!_hasFailed)
            Log.Warn("[MONGOOSE]: a figure of the simulator's health could not be read; further failures are not logged: "
                + $"{exception.GetType().Name}: {exception.Message.ReplaceLineEndings(" ")}");
        _hasFailed = true;
    }
}
