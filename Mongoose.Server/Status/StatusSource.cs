using System.Diagnostics;
using System.Reflection;
using log4net;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.History;
using Mongoose.Core.Status.Http;
using Mongoose.Core.Status.Metrics;
using Mongoose.Core.Status.Page;
using Mongoose.Core.Units;
using Mongoose.Server.Configuration;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;
using Mongoose.Server.Status.Health;
using Mongoose.Server.Status.History;
using Mongoose.Server.Status.Metrics;

namespace Mongoose.Server.Status;

/// <summary>
/// The figures of all regions of this process. A thread adds a point of history every second; it needs no thread of a pool, whose lack it
/// would show. Readers wait for each other and for this thread, never for the threads that send.
/// </summary>
internal sealed class StatusSource : IStatusSource, IDisposable
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    /// <summary>A simulator that ends waits so long for a sample that hangs.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly object _gate = new();
    private readonly AsideThread _aside = new("Mongoose scripts");
    private readonly HealthSampler _health;
    private readonly StatusHistory _history;
    private readonly SamplingTime _sampling = new();
    private readonly MongooseSettings _settings;
    private readonly ManualResetEventSlim _ending = new(); // Not disposed: a sample that hangs comes back to it.
    private Thread? _thread;
    private bool _hasFailed;

    public StatusSource(MongooseSettings settings)
    {
        _settings = settings;
        _health = new HealthSampler(work => _aside.TryRun(() => Measure(work)));
        _history = new StatusHistory(_health, () => DateTimeOffset.UtcNow.ToUnixTimeMilliseconds());
        All =
        [
            .. ProcessMetrics.Of(settings), Refused.Metric, _sampling.Metric, HarmMetric.Of(() => _history.Diagnosis),
            .. new HealthMetrics(() => _health.Latest).All, .. new RegionMetrics(() => RunningServers.All).All,
        ];
    }

    /// <summary>The metrics of the process and of its regions.</summary>
    public IReadOnlyList<Metric> All { get; }

    public RefusedRequests Refused { get; } = new();

    /// <summary>What arrivals cost.</summary>
    public ArrivalWatch Arrivals { get; } = new(() => ModuleState.Current?.Downloads);

    /// <summary>Begins the history.</summary>
    public void Begin()
    {
        _thread = new Thread(Run) { IsBackground = true, Name = "Mongoose status" };
        _thread.Start();
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
        _ending.Set();
        if (_thread is null)
            EndSampling();
        else
            _thread.Join(Patience);
    }

    private static IReadOnlyList<Metric> OfVisitors(StatusHistory history, bool withNames)
    {
        IEnumerable<CircuitFigures> figures =
            from server in RunningServers.All
            from circuit in server.Circuits
            select CircuitReading.Read(server, circuit) with { RecentQueueDelay = history.Find(circuit)?.QueueDelay };
        return new VisitorMetrics([.. figures], withNames).All;
    }

    private void Run()
    {
        Instant next = OutboundThread.Now + Series.Interval;
        while (!_ending.Wait(TimeSpan.FromSeconds(Math.Max(0, (next - OutboundThread.Now).Seconds))))
        {
            Sample();
            next = NextSample(next, OutboundThread.Now);
        }
        EndSampling();
    }

    private void EndSampling()
    {
        _health.Dispose();
        _aside.Dispose();
    }

    /// <summary>
    /// When to take the next sample. Missed ones are not made up for: the figures of a few milliseconds would count as those of a second.
    /// </summary>
    /// <param name="due">When the last sample was due.</param>
    /// <param name="ended">When it ended: the thread can be late, and a sample can hang, such as on a lock of OpenSim.</param>
    internal static Instant NextSample(Instant due, Instant ended) => Instant.Max(due + Series.Interval, ended + Series.Interval * 0.5);

    private void Sample()
    {
        Measure(() =>
        {
            Try(() => Arrivals.Sample(RunningServers.All, OutboundThread.Now));
            // Outside of the lock: readers must not wait for OpenSim's figures.
            Try(() => _health.Sample(RunningServers.All, OutboundThread.Now));
            Try(() =>
            {
                lock (_gate)
                    _history.Sample(RunningServers.All, OutboundThread.Now);
            });
        });
    }

    /// <summary>Counts the time of a part of the sampling.</summary>
    private void Measure(Action sample)
    {
        long began = Stopwatch.GetTimestamp();
        sample();
        _sampling.AddSince(began);
    }

    private void Try(Action sample)
    {
        try
        {
            sample();
        }
        catch (Exception exception)
        {
            // An unhandled exception of a thread would end the simulator. One line is enough: the thread keeps trying.
            if (!_hasFailed)
                Log.Error($"[MONGOOSE]: the status page's history has a gap; further gaps are not logged. {exception.Message}", exception);
            _hasFailed = true;
        }
    }
}
