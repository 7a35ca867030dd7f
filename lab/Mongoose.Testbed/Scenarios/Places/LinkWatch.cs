using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Monitors;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>Measures one direction of a link for the figures of a run.</summary>
internal sealed class LinkWatch
{
    private readonly string _name;
    private readonly Link _link;
    private readonly LinkMonitor _monitor;
    private readonly ClampWatch? _clamp;
    private readonly Duration _bin;

    /// <param name="name">The name of the link and the direction.</param>
    /// <param name="link">The direction of the link; the watch sets its monitor.</param>
    /// <param name="scenario">The scenario, for the warm-up, which is not measured, and the bin width.</param>
    /// <param name="origin">The run's start on the link's clock.</param>
    /// <param name="clamp">The watch of the clamp of flows whose data travels in this direction; null if there is no clamp.</param>
    public LinkWatch(string name, Link link, Scenario scenario, Instant origin, ClampWatch? clamp)
    {
        (_name, _link, _bin, _clamp) = (name, link, scenario.Bin, clamp);
        _monitor = new LinkMonitor(link, origin, origin + scenario.WarmUp, scenario.Bin);
        link.Monitor = _monitor;
    }

    /// <summary>The watches of both directions of a link and of their clamps.</summary>
    /// <param name="pair">The link.</param>
    /// <param name="scheduler">The link's clock; all calls are made on its thread.</param>
    /// <param name="origin">The run's start on the scheduler's clock.</param>
    public static IEnumerable<LinkWatch> OfBothWays(string name, LinkPair pair, Scenario scenario, IScheduler scheduler, Instant origin)
    {
        return [Of("down", pair.Down, pair.DownClamp), Of("up", pair.Up, pair.UpClamp)];

        LinkWatch Of(string way, Link link, LinkClamp? clamp) =>
            new($"{name}.{way}", link, scenario, origin, clamp is null ? null : new ClampWatch(clamp, scenario, scheduler, origin));
    }

    public LinkRecord Finish(Instant now)
    {
        LinkCounters counters = _link.Counters;
        List<(string, double)> stats =
        [
            ("droppedPercent", Percent.Of(_link.Queue.Counts.Dropped.Packets, counters.Arrived)),
            ("lostPercent", Percent.Of(counters.Lost, counters.Arrived)),
        ];
        if (_link.Options.MtuBytes is not null)
            stats.Add(("tooLargePercent", Percent.Of(counters.TooLarge, counters.Arrived)));
        if (_link.Options.Policer is not null)
            stats.Add(("policedPercent", Percent.Of(counters.Policed, counters.Arrived)));
        List<DataSeries> series = [];
        if (_link.Options.Bandwidth is not null)
            AddQueue(stats, series, counters, now);
        _clamp?.AddTo(stats, series, $"{_name}.clamp");
        return new LinkRecord(_name, stats, series);
    }

    private void AddQueue(List<(string, double)> stats, List<DataSeries> series, LinkCounters counters, Instant now)
    {
        DelaySummary delay = _monitor.QueueingDelays.Summarise();
        stats.AddRange(
        [
            ("utilisation", _monitor.Utilisation(now) ?? double.NaN),
            ("queueMs.p50", delay.P50),
            ("queueMs.p95", _monitor.QueueingDelays.Quantile(0.95)),
            ("queueMs.p99", delay.P99),
            ("queueMs.max", delay.Max),
            ("markedPercent", Percent.Of(_link.Queue.Counts.Marked, counters.Arrived)),
            ("measuredDrops", _monitor.Drops),
        ]);
        if (_monitor.QueueingDelays.Count > 0)
            series.Add(SampleSeries.From($"{_name}.queueMs", _monitor.QueueingDelays));
        series.Add(TimeSeries.Binned($"{_name}.queueOverTimeMs", "ms", _bin,
            _monitor.MaxDelays(now).Select(longest => longest.Milliseconds).ToArray()));
    }
}

/// <summary>The measurements of one direction of a link in one run.</summary>
/// <param name="Name">The name of the link and the direction, such as <c>bottleneck.down</c>; of the link alone for stats of both.</param>
/// <param name="Stats">The stats by name, in order.</param>
/// <param name="Series">The series, whose names start with the link's.</param>
internal sealed record LinkRecord(string Name, IReadOnlyList<(string Name, double Value)> Stats, IReadOnlyList<DataSeries> Series)
{
    /// <summary>The stat of damaged packets, which runs with real hosts and a clamp have.</summary>
    public const string BadSegments = "badSegments";
}
