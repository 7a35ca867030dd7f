using System.Reflection;
using log4net;
using Mongoose.Core.Units;
using Mongoose.Server.Configuration;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;
using Mongoose.Server.Status.Data;
using Mongoose.Server.Status.History;
using Mongoose.Server.Status.Metrics;

namespace Mongoose.Server.Status;

/// <summary>
/// The figures of all regions of this process. A timer adds a point of history every two seconds. Readers wait for each other and for the timer, never
/// for the threads that send.
/// </summary>
internal sealed class StatusSource : IStatusSource, IDisposable
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private readonly object _gate = new();
    private readonly StatusHistory _history = new();
    private readonly MongooseSettings _settings;
    private readonly IReadOnlyList<Metric> _metrics;
    private readonly Timer _timer;

    public StatusSource(MongooseSettings settings)
    {
        _settings = settings;
        _metrics = [InfoMetric.Of(settings), .. new RegionMetrics(() => RunningServers.All).All];
        TimeSpan interval = TimeSpan.FromSeconds(StatusHistory.Interval.Seconds);
        _timer = new Timer(_ => Sample(), null, interval, interval);
    }

    public byte[] Data(long after, bool withNames)
    {
        lock (_gate)
            return StatusData.Write(_history, after, withNames, OutboundThread.Now);
    }

    public byte[] Metrics(bool withNames)
    {
        lock (_gate)
            return PrometheusText.Write(_settings.Status.PerVisitor ? [.. _metrics, .. OfVisitors(withNames)] : _metrics);
    }

    public void Dispose() => _timer.Dispose();

    private IReadOnlyList<Metric> OfVisitors(bool withNames) =>
        new VisitorMetrics(() => RunningServers.All, circuit => _history.Find(circuit) is { } history ? Duration.FromMilliseconds(history.RegionDelay.Latest) : null, withNames).All;

    private void Sample()
    {
        try
        {
            lock (_gate)
                _history.Sample(RunningServers.All, OutboundThread.Now);
        }
        catch (Exception exception)
        {
            // A region may be removed at this moment. An unhandled exception of a timer would end the simulator.
            Log.Warn($"[MONGOOSE]: a point of the status page's history is missing: {exception.Message}");
        }
    }
}
