using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Matrix;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Tests.Testbed.Scenarios.Matrix;

[FixtureLifeCycle(LifeCycle.SingleInstance)]
public sealed class MatrixRunnerTests
{
    private const int Runs = 2 * 2 * 4;

    private SavedScenario _saved = null!;
    private ScenarioFile _file = null!;
    private string _whole = "";

    [OneTimeSetUp]
    public void Save()
    {
        _saved = new SavedScenario(ScenarioTexts.Small);
        _file = new ScenarioFile(_saved.Path);
        _whole = Run("one-process.csv", jobs: 1);
    }

    [OneTimeTearDown]
    public void Delete() => _saved.Dispose();

    [Test]
    public void Sequential_and_parallel_runs_give_the_same_file()
    {
        Assert.That(Run("together.csv", jobs: 4), Is.EqualTo(_whole));
        string[] lines = _whole.TrimEnd('\n').Split('\n');
        Assert.That(lines, Has.Length.EqualTo(1 + Runs));
        Assert.That(lines[0], Does.StartWith("rateKbps,control,seed,version,outcome,access.down.").And.Contains(",circuit.goodputKbps,"));
        Assert.That(lines[1], Does.StartWith($"2000,reno,5,{VersionOf(_file, 0)},done,"));
        Assert.That(lines[^1], Does.StartWith($"3000,cubic,8,{VersionOf(_file, 3)},done,"));
    }

    /// <summary>On the host's clock such a run has figures, but not those of a whole run.</summary>
    [Test]
    public void A_run_that_was_interrupted_is_no_row()
    {
        using SavedScenario real = new("""
            {
              "title": "Real", "clocks": ["real"], "seconds": 3600, "binMs": 100,
              "links": { "l": { "down": { "rateKbps": 2000, "delayMs": 5 }, "up": { "delayMs": 5 } } },
              "flows": [ { "name": "c", "circuit": {} } ],
              "matrix": { "factors": [ { "name": "rateKbps", "set": "links.l.down.rateKbps", "levels": [2000] } ] }
            }
            """);
        MatrixPlan plan = MatrixPlan.Read(real.Path, ClockKind.Real)[0];
        MatrixFile rows = MatrixFile.Open(real.In("rows.csv"), plan.Columns);
        using CancellationTokenSource interrupt = new(TimeSpan.FromSeconds(2));
        new MatrixRunner(plan, 1, (_, _) => { }).Run(rows, interrupt.Token);
        Assert.That(rows.Table.Rows, Is.Empty);
    }

    [Test]
    public void An_interrupted_matrix_resumes_and_gives_the_same_file()
    {
        using CancellationTokenSource stop = new();
        int last = 0;
        Run("stopped.csv", jobs: 2, stop.Token, (done, _) =>
        {
            last = done;
            if (done == 5)
                stop.Cancel();
        });
        int kept = File.ReadAllLines(_saved.In("stopped.csv")).Length - 1;
        Assert.That(kept, Is.InRange(5, 6), "runs in progress may finish");
        List<int> progress = [];
        string resumed = Run("stopped.csv", jobs: 1, default, (done, all) => progress.Add(done));
        Assert.That(progress, Is.EqualTo(Enumerable.Range(kept, Runs - kept + 1)), "only the missing runs");
        Assert.That(resumed, Is.EqualTo(_whole));
    }

    [Test]
    public void A_cell_with_an_incomplete_row_runs_again()
    {
        File.WriteAllText(_saved.In("torn.csv"), _whole[..^20]);
        Assert.That(Run("torn.csv", jobs: 1), Is.EqualTo(_whole));
    }

    [Test]
    public void A_shard_runs_every_nth_run_and_leaves_the_rows_of_others_in_the_file()
    {
        List<(int, int)> progress = [];
        string one = Run("shards.csv", jobs: 1, default, (done, all) => progress.Add((done, all)), new Shard(1, 3));
        Assert.That(progress, Is.EqualTo(new[] { (0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5) }));
        string[] lines = _whole.Split('\n')[..^1];
        Assert.That(one.Split('\n')[..^1], Is.EqualTo(lines.Where((_, i) => i == 0 || (i - 1) % 3 == 1)));
        Run("shards.csv", jobs: 2, shard: new Shard(2, 3));
        Assert.That(Run("shards.csv", jobs: 2, shard: new Shard(0, 3)), Is.EqualTo(_whole));
    }

    [Test]
    public void A_shard_without_runs_writes_a_matrix_without_rows() =>
        Assert.That(Run("none.csv", jobs: 1, shard: new Shard(Runs, Runs + 1)), Is.EqualTo("rateKbps,control,seed,version,outcome\n"));

    [Test]
    public void A_level_that_is_listed_twice_runs_once()
    {
        using SavedScenario saved = new(OneCell("\"count\": 2").Replace("[2000]", "[2000, 2000]"));
        Assert.That(Run(new ScenarioFile(saved.Path), saved.In("m.csv")).Rows, Has.Count.EqualTo(4));
    }

    [Test]
    public void An_invalid_cell_is_reported_before_anything_runs()
    {
        using SavedScenario bad = new(ScenarioTexts.Small.Replace("\"reno\", \"cubic\"", "\"reno\", \"tahoe\""));
        ScenarioFile file = new(bad.Path);
        MatrixPlan plan = PlanOf(file);
        MatrixFile rows = MatrixFile.Open(bad.In("m.csv"), plan.Columns);
        Assert.Throws<ScenarioException>(() => new MatrixRunner(plan, 1, (_, _) => { }).Run(rows, default));
        Assert.That(rows.Table.Rows, Is.Empty);
    }

    [Test]
    public void Rows_of_an_earlier_version_of_the_scenario_are_kept_but_not_counted()
    {
        using SavedScenario saved = new(OneCell("\"count\": 2")), changed = new(OneCell("\"count\": 3"));
        string csv = saved.In("m.csv");
        MatrixTable before = Run(new ScenarioFile(saved.Path), csv), after = Run(new ScenarioFile(changed.Path), csv);
        Assert.That((before.Rows.Count, after.Rows.Count), Is.EqualTo((4, 4)));
        Assert.That(after.Rows.Select(row => row.Key).Intersect(before.Rows.Select(row => row.Key)), Is.Empty);
        Assert.That(MatrixFile.Read(csv).Rows, Has.Count.EqualTo(8));
    }

    [TestCase("\"min\": 500", "\"min\": 5")]
    [TestCase("\"title\": \"Small\"", "\"title\": \"Little\" /* a comment */")]
    [TestCase("\"seeds\": 4", "\"seeds\": 2")]
    public void A_change_that_does_not_affect_runs_keeps_the_version(string text, string other)
    {
        using SavedScenario saved = new(ScenarioTexts.Small.Replace(text, other));
        Assert.That(VersionOf(new ScenarioFile(saved.Path), 0), Is.EqualTo(VersionOf(_file, 0)));
    }

    [TestCase("\"seconds\": 4", "\"seconds\": 5")]
    [TestCase("\"throttleKbps\": 500", "\"throttleKbps\": 600")]
    [TestCase("[2000, 3000]", "[2001, 3000], \"labels\": [\"2000\", \"3000\"]")]
    public void A_change_that_affects_runs_changes_the_version(string text, string other)
    {
        using SavedScenario saved = new(ScenarioTexts.Small.Replace(text, other));
        Assert.That(VersionOf(new ScenarioFile(saved.Path), 0), Is.Not.EqualTo(VersionOf(_file, 0)));
    }

    private static string VersionOf(ScenarioFile file, int cell)
    {
        MatrixSpec spec = file.Read().Matrix!;
        return RunVersion.Of(file.Read(spec.ChangesOf(spec.Cells.ElementAt(cell))));
    }

    private static string OneCell(string count) =>
        ScenarioTexts.Small.Replace("\"count\": 2", count).Replace("[2000, 3000]", "[2000]").Replace("[\"reno\", \"cubic\"]", "[\"reno\"]");

    private static MatrixPlan PlanOf(ScenarioFile file)
    {
        Scenario scenario = file.Read();
        return new MatrixPlan("small", file, scenario, scenario.Matrix!, ClockKind.Sim);
    }

    private static MatrixTable Run(
        ScenarioFile file, string csv, int jobs = 1, CancellationToken cancellation = default, Action<int, int>? progress = null,
        Shard? shard = null)
    {
        MatrixPlan plan = PlanOf(file);
        MatrixRunner runner = new(plan, jobs, progress ?? ((_, _) => { })) { Shard = shard ?? Shard.Whole };
        return runner.Run(MatrixFile.Open(csv, plan.Columns), cancellation);
    }

    private string Run(string csv, int jobs, CancellationToken cancellation = default, Action<int, int>? progress = null,
        Shard? shard = null)
    {
        Run(_file, _saved.In(csv), jobs, cancellation, progress, shard);
        return File.ReadAllText(_saved.In(csv));
    }
}
