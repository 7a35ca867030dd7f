using System.Diagnostics;
using System.Reflection;
using log4net;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.History;
using Mongoose.Core.Status.Http;
using Mongoose.Core.Status.Metrics;
using Mongoose.Core.Status.Page;
using Mongoose.Server.Configuration;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;
using Mongoose.Server.Status.Health;
using Mongoose.Server.Status.History;
using Mongoose.Server.Status.Metrics;

namespace Mongoose.Server.Status;

/// <summary>
/// The figures of all regions of this process. A timer adds a point of history every second. Readers wait for each other and for the
/// timer, never for the threads that send.
/// </summary>
internal sealed class StatusSource : IStatusSource, IDisposable
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private readonly object _gate = new();
    private readonly HealthSampler _health = new();
    private readonly StatusHistory _history;
    private readonly SamplingTime _sampling = new();
    private readonly MongooseSettings _settings;
    private readonly Timer _timer;
    private int _isSampling;
    private bool _hasFailed, _isDisposed;

    public StatusSource(MongooseSettings settings)
    {
        _settings = settings;
        _history = new StatusHistory(_health, () => DateTimeOffset.UtcNow.ToUnixTimeMilliseconds());
        All =
        [
            .. ProcessMetrics.Of(settings), Refused.Metric, _sampling.Metric, HarmMetric.Of(() => _history.Diagnosis),
            .. new HealthMetrics(() => _health.Latest).All, .. new RegionMetrics(() => RunningServers.All).All,
        ];
        _timer = new Timer(_ => Sample());
    }

    /// <summary>The metrics of the process and of its regions.</summary>
    public IReadOnlyList<Metric> All { get; }

    public RefusedRequests Refused { get; } = new();

    /// <summary>What arrivals cost.</summary>
    public ArrivalWatch Arrivals { get; } = new(() => ModuleState.Current?.Downloads);

    /// <summary>Begins the history.</summary>
    public void Begin()
    {
        TimeSpan interval = TimeSpan.FromSeconds(Series.Interval.Seconds);
        _timer.Change(interval, interval);
    }

    public byte[] Data(PageRequest request, bool withNames) =>
        Write(withNames, data => PageJson.Write(data, request));

    public byte[]? Incident(long id, bool withNames) => Read(history =>
        history.Incidents.Incidents.FirstOrDefault(incident => incident.Id == id) is { } incident
            ? IncidentJson.File(incident, Decision.Status, withNames) : null);

    public byte[] Metrics(bool withNames) => Read(history =>
        PrometheusText.Write(_settings.Status.PerVisitor ? [.. All, .. OfVisitors(history, withNames)] : All));

    /// <summary>Writes the page's content, between two points.</summary>
    public byte[] Write(bool withNames, Func<PageData, byte[]> write) =>
        Read(history => write(PageReading.Read(history, Arrivals.Newest, withNames, OutboundThread.Now)));

    /// <summary>Reads the history, between two points.</summary>
    public T Read<T>(Func<StatusHistory, T> read)
    {
        lock (_gate)
            return read(_history);
    }

    public void Dispose()
    {
        _timer.Dispose();
        lock (_gate)
        {
            _isDisposed = true;
            _health.Dispose();
        }
    }

    private static IReadOnlyList<Metric> OfVisitors(StatusHistory history, bool withNames)
    {
        IEnumerable<CircuitFigures> figures =
            from server in RunningServers.All
            from circuit in server.Circuits
            select CircuitReading.Read(server, circuit) with { RecentQueueDelay = history.Find(circuit)?.QueueDelay };
        return new VisitorMetrics([.. figures], withNames).All;
    }

    /// <summary>Called each second. While a sample hangs, such as on a lock of OpenSim, no further thread waits for it.</summary>
    private void Sample()
    {
        if (Interlocked.Exchange(ref _isSampling, 1) != 0)
            return;
        long began = Stopwatch.GetTimestamp();
        Try(() => Arrivals.Sample(RunningServers.All, OutboundThread.Now));
        Try(() =>
        {
            lock (_gate)
            {
                if (!_isDisposed)
                    _history.Sample(RunningServers.All, OutboundThread.Now);
            }
        });
        _sampling.AddSince(began);
        Volatile.Write(ref _isSampling, 0);
    }

    private void Try(Action sample)
    {
        try
        {
            sample();
        }
        catch (Exception exception)
        {
            // An unhandled exception of a timer would end the simulator. One line is enough: the timer keeps trying.
            if (!_hasFailed)
                Log.Error($"[MONGOOSE]: the status page's history has a gap; further gaps are not logged. {exception.Message}", exception);
            _hasFailed = true;
        }
    }
}
