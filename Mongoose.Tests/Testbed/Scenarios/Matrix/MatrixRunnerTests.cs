using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Matrix;

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
    public void One_at_a_time_or_several_the_file_is_the_same_bytes()
    {
        string alone = Run("alone.csv", jobs: 1), together = Run("together.csv", jobs: 4);
        Assert.That(together, Is.EqualTo(alone));
        string[] lines = alone.TrimEnd('\n').Split('\n');
        Assert.That(lines, Has.Length.EqualTo(1 + Runs));
        Assert.That(lines[0], Does.StartWith("rateKbps,control,seed,outcome,circuit.goodputKbps,"));
        Assert.That(lines[1], Does.StartWith("2000,reno,5,done,"));
        Assert.That(lines[^1], Does.StartWith("3000,cubic,8,done,"));
    }

    [Test]
    public void Stopped_half_way_it_goes_on_from_there_to_the_same_end()
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
        Assert.That(kept, Is.InRange(5, 6), "what was under way may finish");
        List<int> progress = [];
        string resumed = Run("stopped.csv", jobs: 1, default, (done, all) => progress.Add(done));
        Assert.That(progress, Is.EqualTo(Enumerable.Range(kept, Runs - kept + 1)), "only what was missing");
        Assert.That(resumed, Is.EqualTo(Run("whole.csv", jobs: 2)));
    }

    [Test]
    public void A_row_that_was_half_written_is_run_again()
    {
        string whole = Run("torn.csv", jobs: 2);
        File.WriteAllText(_saved.In("torn.csv"), whole[..^20]);
        Assert.That(Run("torn.csv", jobs: 1), Is.EqualTo(whole));
    }

    [Test]
    public void A_cell_that_is_no_valid_scenario_is_found_before_anything_runs()
    {
        using SavedScenario bad = new(ScenarioTexts.Small.Replace("\"reno\", \"cubic\"", "\"reno\", \"tahoe\""));
        ScenarioFile file = new(bad.Path);
        MatrixFile rows = MatrixFile.Open(bad.In("m.csv"), ["rateKbps", "control", "seed"]);
        Assert.Throws<ScenarioException>(() => new MatrixRunner(file, file.Read().Matrix!, ClockKind.Sim, 1, (_, _) => { }).Run(rows, default));
        Assert.That(rows.Table.Rows, Is.Empty);
    }

    private string Run(string csv, int jobs, CancellationToken cancellation = default, Action<int, int>? progress = null)
    {
        MatrixFile rows = MatrixFile.Open(_saved.In(csv), ["rateKbps", "control", "seed"]);
        new MatrixRunner(_file, _file.Read().Matrix!, ClockKind.Sim, jobs, progress ?? ((_, _) => { })).Run(rows, cancellation);
        return File.ReadAllText(_saved.In(csv));
    }
}
