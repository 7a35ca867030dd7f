using Mongoose.Core.Units;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Flows;
using Mongoose.Testbed.Scenarios.Places;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios.Running;

/// <summary>Stats and series of manually created records.</summary>
public sealed class RunFiguresTests
{
    private static readonly Scenario Plan = ScenarioTexts.Read("""
        { "title": "t", "seconds": 10, "warmUpSeconds": 2, "binMs": 1000, "links": { "a": { "down": {}, "up": {} } },
          "flows": [ { "name": "f", "tcp": {} } ] }
        """);

    [Test]
    public void Goodput_covers_the_window_and_the_series_covers_the_whole_run()
    {
        FlowRecord flow = Flow("f", new() { Name = "f", Kind = new TcpFlowOptions() }, (0.5, 9999), (2, 1000), (9.999, 3000), (10, 7777));
        TestbedRun run = Figures([new FlowGroupRecord("f", [flow])]);
        Assert.That(run.Stats["f.goodputKbps"], Is.EqualTo(4000 * 8 / 8 / 1000.0), "4000 bytes in 8 s");
        TimeSeries series = (TimeSeries)run.Series.Single(series => series.Name == "f.goodputKbps");
        Assert.That(series.Values, Has.Length.EqualTo(10));
        Assert.That((series.Values[0], series.Values[2], series.Values[9]), Is.EqualTo((79.992, 8.0, 24.0)));
    }

    [Test]
    public void A_flow_that_starts_late_and_stops_early_is_measured_in_between()
    {
        FlowGroup group = new()
        {
            Name = "f",
            Kind = new TcpFlowOptions(),
            Start = Duration.FromSeconds(4),
            StartSpread = Duration.FromSeconds(1),
            Stop = Duration.FromSeconds(7)
        };
        FlowRecord flow = Flow("f", group, (4.5, 9999), (5, 500), (6.9, 500), (7.1, 9999));
        Assert.That(Figures([new FlowGroupRecord("f", [flow])]).Stats["f.goodputKbps"], Is.EqualTo(4), "1000 bytes in 2 s");
    }

    [Test]
    public void Without_a_window_nothing_is_measured_and_nothing_fails()
    {
        FlowGroup group =
            new() { Name = "f", Kind = new TcpFlowOptions(), Start = Duration.FromSeconds(8), StartSpread = Duration.FromSeconds(3) };
        TestbedRun run = Figures([new FlowGroupRecord("f", [Flow("f", group, (9, 1000))])]);
        Assert.That(run.Stats["f.goodputKbps"], Is.Zero);
        Assert.That(run.Stats["f.rttMs.p50"], Is.NaN);
    }

    [Test]
    public void A_group_has_the_means_of_its_flows_their_sum_and_their_fairness()
    {
        FlowGroup group = new() { Name = "g", Count = 2, Kind = new TcpFlowOptions() };
        FlowRecord one = Flow("g.1", group, (5, 1000)), two = Flow("g.2", group, (5, 3000));
        one.Extra.Add(("retransmits", 2));
        two.Extra.Add(("retransmits", 4));
        OrderedMap<double> stats = Figures([new FlowGroupRecord("g", [one, two])]).Stats;
        Assert.Multiple(() =>
        {
            Assert.That((stats["g.1.goodputKbps"], stats["g.2.goodputKbps"], stats["g.goodputKbps"], stats["g.totalKbps"]),
                Is.EqualTo((1.0, 3.0, 2.0, 4.0)));
            Assert.That(stats["g.retransmits"], Is.EqualTo(3));
            Assert.That(stats["g.jain"], Is.EqualTo(0.8), "16 / (2 x 10)");
        });
    }

    [Test]
    public void A_group_has_no_mean_of_a_stat_that_some_of_its_flows_lack()
    {
        FlowGroup group = new() { Name = "g", Count = 2, Kind = new TcpFlowOptions() };
        FlowRecord one = Flow("g.1", group, (5, 1000)), two = Flow("g.2", group, (5, 3000));
        one.Extra.Add(("completionSeconds", 6));
        OrderedMap<double> stats = Figures([new FlowGroupRecord("g", [one, two])]).Stats;
        Assert.That(stats.Names, Does.Contain("g.1.completionSeconds").And.Not.Contain("g.completionSeconds").And.Contain("g.goodputKbps"));
    }

    [Test]
    public void Flows_of_several_groups_have_a_common_sum_and_fairness()
    {
        Scenario scenario = Plan with { Together = [new FlowUnion("both", ["a", "b"])] };
        FlowGroupRecord[] groups = [new("a", [Flow("a", Plan.Flows[0], (5, 1000))]), new("b", [Flow("b", Plan.Flows[0], (5, 3000))]),
            new("c", [Flow("c", Plan.Flows[0], (5, 9000))])];
        OrderedMap<double> stats = RunFigures.Compute(scenario, 1, groups, []).Stats;
        Assert.That((stats["both.totalKbps"], stats["both.jain"]), Is.EqualTo((4.0, 0.8)));
    }

    [Test]
    public void The_least_share_in_a_bin_is_that_of_the_most_unequal_bin_in_which_all_are_measured()
    {
        Scenario scenario = Plan with { Together = [new FlowUnion("both", ["a", "b"])] };
        FlowGroup late = Plan.Flows[0] with { Start = Duration.FromSeconds(4) };
        FlowGroupRecord[] groups =
        [
            new("a", [Flow("a", Plan.Flows[0], (3, 9000), (5, 1000), (7, 3000))]),
            new("b", [Flow("b", late, (5, 2000), (7, 4000))]),
        ];
        Assert.That(RunFigures.Compute(scenario, 1, groups, []).Stats["both.leastBinShare"], Is.EqualTo(0.5),
            "in the third second of b it is 0.75");
    }

    [Test]
    public void Without_a_common_bin_there_is_no_least_share()
    {
        Scenario scenario = Plan with { Together = [new FlowUnion("both", ["a", "b"])] };
        FlowGroup early = Plan.Flows[0] with { Stop = Duration.FromSeconds(4) },
            late = Plan.Flows[0] with { Start = Duration.FromSeconds(4) };
        FlowGroupRecord[] groups = [new("a", [Flow("a", early, (3, 1000))]), new("b", [Flow("b", late, (5, 2000))])];
        Assert.That(RunFigures.Compute(scenario, 1, groups, []).Stats["both.leastBinShare"], Is.NaN);
    }

    [TestCase(0)]
    [TestCase(1)]
    public void Fewer_than_two_flows_have_no_least_share(int count)
    {
        Scenario scenario = Plan with { Together = [new FlowUnion("both", ["a", "b"])] };
        FlowGroupRecord[] groups =
            [.. Enumerable.Range(0, count).Select(_ => new FlowGroupRecord("a", [Flow("a", Plan.Flows[0], (5, 1000))]))];
        OrderedMap<double> stats = RunFigures.Compute(scenario, 1, groups, []).Stats;
        Assert.That((stats["both.leastBinShare"], stats["both.totalKbps"]), Is.EqualTo((double.NaN, (double)count)));
    }

    [Test]
    public void Groups_are_compared_with_each_other_and_with_the_fair_share()
    {
        FlowGroup a = new() { Name = "a", Kind = new TcpFlowOptions() }, b = a with { Name = "b" };
        OrderedMap<double> stats = Figures([new("a", [Flow("a", a, (5, 1000))]), new("b", [Flow("b", b, (5, 3000))])]).Stats;
        Assert.That((stats["a.fairShareRatio"], stats["b.fairShareRatio"], stats["a/b"], stats["b/a"], stats["jain"]),
            Is.EqualTo((0.5, 1.5, 1.0 / 3, 3.0, 0.8)));
    }

    [Test]
    public void Only_groups_that_share_a_link_are_compared_with_each_other()
    {
        FlowGroupRecord[] groups = new[] { ("a", "left"), ("b", "left"), ("c", "right") }.Select(group =>
            new FlowGroupRecord(group.Item1, [Flow(group.Item1, Plan.Flows[0], (5, 1000))]) { Path = [group.Item2, group.Item1] })
            .ToArray();
        Assert.That(Figures(groups).Stats.Names.Where(name => name.Contains('/')), Is.EquivalentTo(new[] { "a/b", "b/a" }));
    }

    [Test]
    public void A_single_flow_has_no_share_stats() =>
        Assert.That(Figures([new FlowGroupRecord("f", [Flow("f", Plan.Flows[0], (5, 1))])]).Stats.Names,
            Has.None.EqualTo("jain").And.None.Contains("/"));

    [Test]
    public void Round_trips_cover_the_window()
    {
        FlowRecord flow = new(Plan, Plan.Flows[0], "f");
        flow.RoundTrip(Duration.FromSeconds(1), Duration.FromMilliseconds(900));
        foreach (int milliseconds in new[] { 10, 20, 30 })
            flow.RoundTrip(Duration.FromSeconds(3), Duration.FromMilliseconds(milliseconds));
        TestbedRun run = Figures([new FlowGroupRecord("f", [flow])]);
        Assert.That((run.Stats["f.rttMs.p50"], run.Stats["f.rttMs.max"]), Is.EqualTo((20.0, 30.0)));
        Assert.That(((SampleSeries)run.Series.Single(series => series.Name == "f.rttMs")).Count, Is.EqualTo(3));
    }

    [Test]
    public void What_is_sent_varies_between_the_bins_of_the_window()
    {
        FlowRecord flow = new(Plan, Plan.Flows[0], "f");
        flow.Sent.Add(Duration.FromSeconds(1), 99_999);
        for (int second = 2; second < 10; second++)
            flow.Sent.Add(Duration.FromSeconds(second), second % 2 == 0 ? 1000 : 3000);
        flow.AddSentRate();
        OrderedMap<double> stats = Figures([new FlowGroupRecord("f", [flow])]).Stats;
        Assert.That(stats["f.sentKbps"], Is.EqualTo(16));
        Assert.That(stats["f.sentCov"], Is.EqualTo(0.5 * Math.Sqrt(8 / 7.0)).Within(1e-12));
    }

    [Test]
    public void Stats_of_links_start_with_their_names()
    {
        LinkRecord link = new("a.down", [("lostPercent", 2)], []);
        Assert.That(RunFigures.Compute(Plan, 1, [], [link]).Stats["a.down.lostPercent"], Is.EqualTo(2));
    }

    private static TestbedRun Figures(IReadOnlyList<FlowGroupRecord> groups) => RunFigures.Compute(Plan, seed: 1, groups, []);

    private static FlowRecord Flow(string name, FlowGroup group, params (double Seconds, int Bytes)[] delivered)
    {
        FlowRecord flow = new(Plan, group, name);
        foreach ((double seconds, int bytes) in delivered)
            flow.Delivered(Duration.FromSeconds(seconds), bytes);
        return flow;
    }
}
