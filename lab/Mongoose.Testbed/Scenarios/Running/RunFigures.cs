using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Scenarios.Flows;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>
/// Computes the stats and series of one run from its records. Their names are listed in docs/reference/scenario-stats.md.
/// </summary>
internal sealed class RunFigures
{
    private readonly Scenario _scenario;
    private readonly OrderedMap<double> _stats = [];
    private readonly List<DataSeries> _series = [];

    private RunFigures(Scenario scenario) => _scenario = scenario;

    public static TestbedRun Compute(Scenario scenario, long seed, IReadOnlyList<FlowGroupRecord> groups, IReadOnlyList<LinkRecord> links)
    {
        RunFigures figures = new(scenario);
        foreach (FlowGroupRecord group in groups)
            figures.Add(group);
        foreach (FlowUnion union in scenario.Together)
            figures.AddSum(union.Name, groups.Where(group => union.Flows.Contains(group.Name)).SelectMany(group => group.Flows).ToArray());
        figures.AddShares(groups);
        foreach (LinkRecord link in links)
            figures.Add(link);
        return new TestbedRun { Seed = seed, Stats = figures._stats, Series = figures._series.ToArray() };
    }

    private void Add(FlowGroupRecord group)
    {
        IEnumerable<string>[] names = group.Flows.Select(Add).ToArray();
        if (group.Flows.Count == 1)
            return;
        // The group's figures are the means of its flows' figures, as far as all flows have them: a flow may not have completed.
        foreach (string stat in names.Aggregate((common, own) => common.Intersect(own)))
            _stats.Add($"{group.Name}.{stat}", Moments.Mean(group.Flows.Select(flow => _stats[$"{flow.Name}.{stat}"]).ToArray()));
        AddSum(group.Name, group.Flows);
    }

    private void AddSum(string name, IReadOnlyList<FlowRecord> flows)
    {
        double[] rates = GoodputsOf(flows);
        _stats.Add($"{name}.totalKbps", rates.Sum());
        _stats.Add($"{name}.jain", Fairness.JainsIndex(rates));
        _stats.Add($"{name}.leastBinShare", MinBinShare(flows));
    }

    /// <returns>
    /// The lowest ratio of the slowest flow's goodput to the fastest one's, over the bins that are within the windows of all; NaN if there
    /// are none, or fewer than two flows.
    /// </returns>
    private static double MinBinShare(IReadOnlyList<FlowRecord> flows)
    {
        if (flows.Count < 2)
            return double.NaN;
        int first = flows.Max(flow => flow.MeasuredBins.Start.Value), end = flows.Min(flow => flow.MeasuredBins.End.Value);
        double[][] rates = flows.Select(flow => flow.GoodputKbps).ToArray();
        return Enumerable.Range(first, Math.Max(0, end - first)).Select(bin => rates.Min(flow => flow[bin]) / rates.Max(flow => flow[bin]))
            .Where(double.IsFinite).DefaultIfEmpty(double.NaN).Min();
    }

    /// <returns>The names of the flow's stats.</returns>
    private IEnumerable<string> Add(FlowRecord flow)
    {
        (string Name, double Value)[] stats = StatsOf(flow).ToArray();
        foreach ((string name, double value) in stats)
            _stats.Add($"{flow.Name}.{name}", value);
        _series.Add(TimeSeries.Binned($"{flow.Name}.goodputKbps", "kbit/s", _scenario.Bin, flow.GoodputKbps));
        if (flow.RoundTrips.Count > 0)
            _series.Add(SampleSeries.From($"{flow.Name}.rttMs", flow.RoundTrips));
        _series.AddRange(flow.Series);
        return stats.Select(stat => stat.Name);
    }

    private IEnumerable<(string Name, double Value)> StatsOf(FlowRecord flow)
    {
        yield return ("goodputKbps", flow.Goodput.KilobitsPerSecond);
        yield return ("goodputCov", Moments.CoefficientOfVariation(flow.MeasuredKbps));
        DelaySummary roundTrip = flow.RoundTrips.Summarise();
        yield return ("rttMs.p50", roundTrip.P50);
        yield return ("rttMs.p99", roundTrip.P99);
        yield return ("rttMs.max", roundTrip.Max);
        foreach ((string Name, double Value) extra in flow.Extra)
            yield return extra;
        foreach (Milestone milestone in _scenario.Milestones.Where(milestone => milestone.IsFor(flow.Name)))
        {
            string timed = milestone.LineRate is not null ? flow.LineSeries
                : milestone.Streams is null ? RateRecord.RequestedSeries(flow) : StreamFigures.SeriesOf(flow);
            if (flow.Series.OfType<TimeSeries>().FirstOrDefault(series => series.Name == timed) is { } values)
                yield return (milestone.Stat, milestone.SecondsUntil(values, _scenario.Length));
        }
    }

    /// <summary>
    /// Adds how the flows share the bandwidth: each group relative to the fair share of all flows, and each pair of groups that share a
    /// link.
    /// </summary>
    private void AddShares(IReadOnlyList<FlowGroupRecord> groups)
    {
        double[] all = groups.SelectMany(GoodputsOf).ToArray();
        if (all.Length < 2)
            return;
        _stats.Add("jain", Fairness.JainsIndex(all));
        foreach (FlowGroupRecord group in groups)
            _stats.Add($"{group.Name}.fairShareRatio", Fairness.RatioToFairShare(Moments.Mean(GoodputsOf(group)), all));
        for (int i = 0; i < groups.Count; i++)
        {
            for (int j = 0; j < groups.Count; j++)
            {
                if (i != j && groups[i].Meets(groups[j]))
                    _stats.Add($"{groups[i].Name}/{groups[j].Name}", Fairness.ShareRatio(GoodputsOf(groups[i]), GoodputsOf(groups[j])));
            }
        }
    }

    private void Add(LinkRecord link)
    {
        foreach ((string name, double value) in link.Stats)
            _stats.Add($"{link.Name}.{name}", value);
        _series.AddRange(link.Series);
    }

    private static double[] GoodputsOf(FlowGroupRecord group) => GoodputsOf(group.Flows);

    private static double[] GoodputsOf(IEnumerable<FlowRecord> flows) => flows.Select(flow => flow.Goodput.KilobitsPerSecond).ToArray();
}
