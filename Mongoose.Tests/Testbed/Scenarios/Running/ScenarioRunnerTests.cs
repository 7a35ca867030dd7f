using Mongoose.Core.Units;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios.Running;

public sealed class ScenarioRunnerTests
{
    private static readonly Dictionary<string, double> Figures =
        new() { ["reno.totalKbps"] = 1500, ["reno.third"] = 500, ["cubic.totalKbps"] = 1 };

    private static readonly Scenario Small = ScenarioTexts.Read(ScenarioTexts.Small);

    [Test]
    public void The_same_seeds_give_the_same_bytes_twice_and_on_several_cores()
    {
        string first = Run(jobs: 1), second = Run(jobs: 1), together = Run(jobs: 4);
        Assert.That(second, Is.EqualTo(first));
        Assert.That(together, Is.EqualTo(first));

        static string Run(int jobs) => TestbedJson.Serialise(new ScenarioRunner(jobs, new Progress()).Run(Small, ClockKind.Sim, default));
    }

    [Test]
    [Slow("runs every scenario twice")]
    public void Every_built_in_scenario_gives_the_same_bytes_twice()
    {
        foreach (string file in ScenarioCatalogue.BuiltIn.Files)
        {
            Scenario scenario = Shortened.Scenario(file);
            Assert.That(Run(scenario), Is.EqualTo(Run(scenario)), file);
        }

        static string Run(Scenario scenario) =>
            TestbedJson.Serialise(new ScenarioRunner(1, new Progress()).Run(scenario, ClockKind.Sim, default));
    }

    [Test]
    public void Runs_have_different_seeds_and_differ()
    {
        TestbedResult result = new ScenarioRunner(2, new Progress()).Run(Small, ClockKind.Sim, default);
        Assert.That(result.Runs.Select(run => run.Seed), Is.EqualTo(new[] { 5L, 6, 7, 8 }));
        Assert.That(result.Runs.Select(run => string.Join(' ', run.Stats)).Distinct().Count(), Is.EqualTo(4));
        Assert.That(result.Bands.Single().Verdict, Is.EqualTo(BandVerdict.Pass));
    }

    [TestCase(2.9, 3.1, "Pass")]
    [TestCase(3.1, null, "Fail")]
    public void A_band_can_limit_the_quotient_of_two_figures(double min, double? max, string verdict)
    {
        Band band = new("reno.totalKbps", min, max, Of: "reno.third");
        BandResult result = band.Judge(Figures.Keys, MeanOf);
        Assert.That((result.Stat, result.Value, $"{result.Verdict}"), Is.EqualTo(("reno.totalKbps / reno.third", 3.0, verdict)));
        Assert.That((band with { Of = "unknown" }).Judge(Figures.Keys, MeanOf).Verdict, Is.EqualTo(BandVerdict.NotMeasured));
    }

    [TestCase(null, 1000, "Pass")]
    [TestCase(null, 999, "Fail")]
    public void A_band_can_limit_the_difference_of_two_figures(double? min, double max, string verdict)
    {
        Band band = new("reno.totalKbps", min, max, Minus: "reno.third");
        BandResult result = band.Judge(Figures.Keys, MeanOf);
        Assert.That((result.Stat, result.Value, $"{result.Verdict}"), Is.EqualTo(("reno.totalKbps - reno.third", 1000.0, verdict)));
        Assert.That((band with { Minus = "unknown" }).Judge(Figures.Keys, MeanOf).Verdict, Is.EqualTo(BandVerdict.NotMeasured));
    }

    [Test]
    public void A_band_can_limit_the_mean_of_several_figures()
    {
        Band band = new("reno.*", 1000, 1000);
        Assert.That(band.Judge(Figures.Keys, MeanOf).Value, Is.EqualTo(1000), "of 1500 and 500");
        Assert.That((band with { Stat = "vegas.*" }).Judge(Figures.Keys, MeanOf).Verdict, Is.EqualTo(BandVerdict.NotMeasured));
    }

    [Test]
    public void An_interrupted_result_keeps_completed_runs_and_is_marked()
    {
        using CancellationTokenSource stop = new();
        Progress progress = new() { OnFinished = stop.Cancel };
        TestbedResult result = new ScenarioRunner(1, progress)
            .Run(Small with { Bands = [new Band("reno.totalKbps", 0, double.MaxValue)] }, ClockKind.Sim, stop.Token);
        Assert.That(result.Interrupted);
        Assert.That(result.Runs.Select(run => run.Seed), Is.EqualTo(new[] { 5L }));
        Assert.That(result.Scenario.Seeds, Has.Length.EqualTo(4), "all requested seeds");
        Assert.That(result.Bands, Is.Empty, "a band is for all runs");
    }

    [Test]
    public void A_simulation_reports_progress_to_those_who_follow_it([Values] bool follows)
    {
        Progress progress = new() { FollowsSimulations = follows };
        TestbedResult result = new ScenarioRunner(1, progress).Run(Small with { Seeds = 1 }, ClockKind.Sim, default);
        double[] expected = follows ? Enumerable.Range(1, 8).Select(i => i * 0.5).ToArray() : [];
        Assert.That(progress.Times, Is.EqualTo(expected).Within(1e-9), "every half second of four");
        Assert.That(result.Runs, Has.Length.EqualTo(1));
    }

    [Test]
    public void The_exception_of_a_failed_run_is_thrown_unchanged([Values(1, 4)] int jobs) =>
        Assert.Throws<IOException>(() => ParallelRuns.ForEach([1, 2, 3], jobs, _ => throw new IOException()));

    private static double MeanOf(string stat) => Figures.GetValueOrDefault(stat, double.NaN);

    private sealed class Progress : IScenarioProgress
    {
        public Action? OnFinished { get; init; }

        public bool FollowsSimulations { get; init; }

        public List<double> Times { get; } = [];

        public void Begin(Scenario scenario, ClockKind clock, int runs)
        {
        }

        public void Preparing(string step)
        {
        }

        public void Update(Duration elapsed, IReadOnlyList<FlowProgress> flows) => Times.Add(elapsed.Seconds);

        public void Finished(long seed) => OnFinished?.Invoke();
    }
}
