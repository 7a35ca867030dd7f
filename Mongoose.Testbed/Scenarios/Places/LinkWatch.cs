using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Monitors;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>Measures one direction of a link for the figures of a run.</summary>
internal sealed class LinkWatch
{
    private readonly string _name;
    private readonly Link _link;
    private readonly LinkMonitor _monitor;

    /// <summary>Measures from the end of the scenario's warm-up, which starts at <paramref name="origin"/>.</summary>
    public LinkWatch(string name, Link link, Scenario scenario, Instant origin)
    {
        (_name, _link) = (name, link);
        _monitor = new LinkMonitor(link, origin + scenario.WarmUp, scenario.Bin);
        link.Monitor = _monitor;
    }

    public LinkRecord Finish(Instant now)
    {
        LinkCounters counters = _link.Counters;
        List<(string, double)> stats =
        [
            ("droppedPercent", Percent.Of(_link.Queue.Counts.Dropped, counters.Arrived)),
            ("lostPercent", Percent.Of(counters.Lost, counters.Arrived)),
        ];
        if (_link.Options.Bandwidth is null)
            return new LinkRecord(_name, stats, []);
        DelaySummary delay = _monitor.QueueingDelays.Summarise();
        stats.Add(("utilisation", _monitor.Utilisation(now) ?? double.NaN));
        stats.Add(("queueMs.p50", delay.P50));
        stats.Add(("queueMs.p99", delay.P99));
        stats.Add(("queueMs.max", delay.Max));
        stats.Add(("markedPercent", Percent.Of(_link.Queue.Counts.Marked, counters.Arrived)));
        return new LinkRecord(_name, stats, _monitor.QueueingDelays.Count == 0 ? [] : [SampleSeries.From($"{_name}.queueMs", _monitor.QueueingDelays)]);
    }
}

/// <summary>The measurements of one direction of a link in one run.</summary>
/// <param name="Name">The name of link and direction, such as <c>bottleneck.down</c>, or of the link for what concerns both.</param>
/// <param name="Stats">The stats by name, in order.</param>
/// <param name="Series">The series, whose names start with the link's.</param>
internal sealed record LinkRecord(string Name, IReadOnlyList<(string Name, double Value)> Stats, IReadOnlyList<DataSeries> Series)
{
    /// <summary>The stat of damaged packets, which runs with real hosts and a clamp have.</summary>
    public const string BadSegments = "badSegments";
}
