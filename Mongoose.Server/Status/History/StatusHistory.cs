using Mongoose.Core.Sending;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.History;
using Mongoose.Core.Status.Incidents;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;
using Mongoose.Server.Status.Health;

namespace Mongoose.Server.Status.History;

/// <summary>
/// The histories of all regions of this process, as long as a <see cref="Series"/>, and the diagnosis of each second. Not thread-safe.
/// </summary>
/// <param name="health">The health of the process and of its regions.</param>
/// <param name="unixMilliseconds">Returns the time of day.</param>
internal sealed class StatusHistory(IHealthSource health, Func<long> unixMilliseconds)
{
    private readonly Dictionary<MongooseUdpServer, RegionHistory> _regions = [];
    private readonly RecentHealth<ProcessHealth> _process = new();
    private Instant _sampledAt;

    /// <summary>
    /// When the history began, in Unix milliseconds. After a restart of the simulator this number differs, and points are numbered from 1
    /// again.
    /// </summary>
    public long Started { get; } = unixMilliseconds();

    /// <summary>The number of the last point; 0 if there is none.</summary>
    public long LastPoint { get; private set; }

    /// <summary>The regions that ran at the last point, in the order in which they started.</summary>
    public IReadOnlyList<RegionHistory> Regions { get; private set; } = [];

    /// <summary>The process in the last five seconds; null if its figures could not be read.</summary>
    public ProcessHealth? Process => ProcessHealth.Mean(_process.Seconds);

    /// <summary>The last ten minutes of the process.</summary>
    public ProcessHealthSeries ProcessHistory { get; } = new(first: 1);

    /// <summary>Who suffered at the last point, and from what.</summary>
    public Diagnosis Diagnosis { get; private set; } = Diagnosis.Empty;

    /// <summary>The last times in which visitors suffered.</summary>
    public IncidentLog Incidents { get; } = new();

    /// <summary>The history of an open circuit; null if it opened after the last point.</summary>
    public CircuitHistory? Find(CircuitSender<ClientCircuit> circuit) =>
        Regions.Select(region => region.Find(circuit)).FirstOrDefault(found => found is not null);

    /// <summary>Adds a point, of the health as it was read last.</summary>
    public void Sample(IReadOnlyList<MongooseUdpServer> servers, Instant now)
    {
        Duration elapsed = LastPoint > 0 ? now - _sampledAt : Series.Interval;
        _sampledAt = now;
        LastPoint++;
        _process.Add(health.Process);
        foreach (MongooseUdpServer removed in _regions.Keys.Except(servers).ToArray())
            _regions.Remove(removed);
        foreach (MongooseUdpServer server in servers)
        {
            if (!_regions.TryGetValue(server, out RegionHistory? region))
                _regions[server] = region = new RegionHistory(server, LastPoint);
            region.Sample(LastPoint, elapsed, health.Of(server), health.Scripts(server));
        }
        Regions = [.. servers.Select(server => _regions[server])];
        Diagnose(now);
    }

    private void Diagnose(Instant now)
    {
        (RegionHistory History, RegionEvidence Evidence)[] regions = [.. Regions.Select(region => (region, region.Evidence))];
        (RegionHistory Region, CircuitHistory Circuit, VisitorEvidence Evidence)[] circuits =
        [
            .. from region in regions
               from circuit in region.History.Circuits
               select (region.History, circuit, circuit.Evidence(region.Evidence)),
        ];
        Diagnosis = Diagnosis.Make(new Evidence
        {
            Process = Process ?? default,
            Regions = [.. regions.Select(region => region.Evidence)],
            Visitors = [.. circuits.Select(circuit => circuit.Evidence)],
            WhyDownloadsUnseen = ModuleState.Current?.WhyDownloadsUnseen,
        });
        ILookup<RegionHistory, (CircuitHistory, Verdict)> verdicts = circuits
            .Zip(Diagnosis.Visitors, (circuit, verdict) => (circuit.Region, Pair: (circuit.Circuit, verdict)))
            .ToLookup(found => found.Region, found => found.Pair);
        foreach (RegionHistory region in Regions)
            region.Note(LastPoint, verdicts[region]);
        ProcessHealth second = health.Process ?? default;
        ProcessHistory.Add(LastPoint, second, Diagnosis.Harmed);
        Incidents.Add(Diagnosis, Moment.Of(Diagnosis, regions.Select(region => region.Evidence), second, now), unixMilliseconds());
    }
}
