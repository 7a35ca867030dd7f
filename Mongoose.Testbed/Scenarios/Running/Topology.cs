using Mongoose.Client.Runtime;
using Mongoose.Core.Units;
using Mongoose.Testbed.Links;
using Mongoose.Testbed.Links.Monitors;
using Mongoose.Testbed.Packets;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>The links of one run, and the ways through them.</summary>
internal sealed class Topology
{
    /// <summary>Streams of random numbers: one for each link and direction.</summary>
    private const int SeedsPerLink = 2;

    private readonly IScheduler _scheduler;
    private readonly Dictionary<string, (Link Down, Link Up)> _links = [];
    private readonly List<(string Name, Link Link, LinkMonitor Monitor)> _monitors = [];

    public Topology(IScheduler scheduler, Scenario scenario, long seed)
    {
        _scheduler = scheduler;
        for (int i = 0; i < scenario.Links.Count; i++)
        {
            DuplexLink link = scenario.Links[i];
            long first = seed * 1_000_003 + i * SeedsPerLink;
            Link down = new(scheduler, link.Down with { Seed = first }), up = new(scheduler, link.Up with { Seed = first + 1 });
            _links.Add(link.Name, (down, up));
            Watch($"{link.Name}.down", down, scenario);
            Watch($"{link.Name}.up", up, scenario);
        }
    }

    /// <summary>What was measured of each link and direction.</summary>
    public IReadOnlyList<LinkRecord> Finish() => _monitors.Select(watched => RecordOf(watched.Name, watched.Link, watched.Monitor)).ToArray();

    /// <summary>The links that a flow of the group crosses towards its viewer or receiver, in order.</summary>
    public IEnumerable<IPacketReceiver> Down(FlowGroup group) => [.. group.Path.Select(name => _links[name].Down), .. Extra(group)];

    /// <summary>The same towards its server or sender.</summary>
    public IEnumerable<IPacketReceiver> Up(FlowGroup group) => [.. Extra(group), .. group.Path.Reverse().Select(name => _links[name].Up)];

    private void Watch(string name, Link link, Scenario scenario)
    {
        LinkMonitor monitor = new(link, _scheduler.Now + scenario.WarmUp, scenario.Bin);
        link.Monitor = monitor;
        _monitors.Add((name, link, monitor));
    }

    private LinkRecord RecordOf(string name, Link link, LinkMonitor monitor)
    {
        LinkCounters counters = link.Counters;
        List<(string, double)> stats =
        [
            ("droppedPercent", PercentOf(link.Queue.Counts.Dropped, counters.Arrived)),
            ("lostPercent", PercentOf(counters.Lost, counters.Arrived)),
        ];
        if (link.Options.Bandwidth is null)
            return new LinkRecord(name, stats, []);
        DelaySummary delay = monitor.QueueingDelays.Summarise();
        stats.Add(("utilisation", monitor.Utilisation(_scheduler.Now) ?? double.NaN));
        stats.Add(("queueMs.p50", delay.P50));
        stats.Add(("queueMs.p99", delay.P99));
        stats.Add(("queueMs.max", delay.Max));
        stats.Add(("markedPercent", PercentOf(link.Queue.Counts.Marked, counters.Arrived)));
        return new LinkRecord(name, stats, monitor.QueueingDelays.Count == 0 ? [] : [SampleSeries.Of($"{name}.queueMs", monitor.QueueingDelays)]);
    }

    private static double PercentOf(long part, long whole) => whole == 0 ? 0 : 100.0 * part / whole;

    private IEnumerable<IPacketReceiver> Extra(FlowGroup group) =>
        group.ExtraDelay > Duration.Zero ? [new Link(_scheduler, new LinkOptions { Delay = group.ExtraDelay })] : [];
}
