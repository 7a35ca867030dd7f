using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Matrix;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Tests.Testbed.Scenarios.Matrix;

[Parallelizable(ParallelScope.All)]
public sealed class MatrixRunnerTests
{
    private const int Runs = 2 * 2 * 4;

    private SavedScenario _saved = null!;
    private ScenarioFile _file = null!;

    [OneTimeSetUp]
    public void Save()
    {
        _saved = new SavedScenario(ScenarioTexts.Small);
        _file = new ScenarioFile(_saved.Path);
    }

    [OneTimeTearDown]
    public void Delete() => _saved.Dispose();

    [Test]
    public void Sequential_and_parallel_runs_give_the_same_file()
    {
        string alone = Run("alone.csv", jobs: 1), together = Run("together.csv", jobs: 4);
        Assert.That(together, Is.EqualTo(alone));
        string[] lines = alone.TrimEnd('\n').Split('\n');
        Assert.That(lines, Has.Length.EqualTo(1 + Runs));
        Assert.That(lines[0], Does.StartWith("rateKbps,control,seed,version,outcome,circuit.goodputKbps,"));
        Assert.That(lines[1], Does.StartWith($"2000,reno,5,{VersionOf(_file, 0)},done,"));
        Assert.That(lines[^1], Does.StartWith($"3000,cubic,8,{VersionOf(_file, 3)},done,"));
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
        Assert.That(resumed, Is.EqualTo(Run("whole.csv", jobs: 2)));
    }

    [Test]
    public void A_cell_with_an_incomplete_row_runs_again()
    {
        string whole = Run("torn.csv", jobs: 2);
        File.WriteAllText(_saved.In("torn.csv"), whole[..^20]);
        Assert.That(Run("torn.csv", jobs: 1), Is.EqualTo(whole));
    }

    [Test]
    public void An_invalid_cell_is_reported_before_anything_runs()
    {
        using SavedScenario bad = new(ScenarioTexts.Small.Replace("\"reno\", \"cubic\"", "\"reno\", \"tahoe\""));
        ScenarioFile file = new(bad.Path);
        MatrixSpec spec = file.Read().Matrix!;
        MatrixFile rows = MatrixFile.Open(bad.In("m.csv"), spec.Columns(ClockKind.Sim));
        Assert.Throws<ScenarioException>(() => new MatrixRunner(file, spec, ClockKind.Sim, 1, (_, _) => { }).Run(rows, default));
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

    private static MatrixTable Run(ScenarioFile file, string csv, int jobs = 1, CancellationToken cancellation = default, Action<int, int>? progress = null)
    {
        MatrixSpec spec = file.Read().Matrix!;
        MatrixFile rows = MatrixFile.Open(csv, spec.Columns(ClockKind.Sim));
        return new MatrixRunner(file, spec, ClockKind.Sim, jobs, progress ?? ((_, _) => { })).Run(rows, cancellation);
    }

    private string Run(string csv, int jobs, CancellationToken cancellation = default, Action<int, int>? progress = null)
    {
        Run(_file, _saved.In(csv), jobs, cancellation, progress);
        return File.ReadAllText(_saved.In(csv));
    }
}
