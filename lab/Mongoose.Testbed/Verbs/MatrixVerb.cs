using System.Diagnostics;
using Mongoose.Runtime.Hosts;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Matrix;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Verbs;

/// <summary>Runs the verb "matrix" once.</summary>
/// <param name="name">The name of a scenario, a file, or a folder of them.</param>
/// <param name="csv">
/// The CSV file, or its folder for several scenarios; null: the current directory, with files named after scenario, clock and shard.
/// </param>
/// <param name="wanted">The clock; null: the scenario's default.</param>
/// <param name="jobs">The number of simultaneous runs in simulated time.</param>
/// <param name="shard">Which of the runs are executed; null: all, and then the bands are checked.</param>
internal sealed class MatrixVerb(ScenarioOutputs outputs, string name, string? csv, ClockKind? wanted, int jobs, Shard? shard)
{
    private static readonly TimeSpan LineInterval = TimeSpan.FromSeconds(2);

    private readonly TextWriter _text = outputs.Text;
    private readonly object _lock = new();
    private readonly Stopwatch _sinceLine = Stopwatch.StartNew();

    /// <exception cref="ScenarioException">A scenario cannot be read, has no matrix, or does not support that clock.</exception>
    /// <exception cref="FileNotFoundException">There is no such scenario.</exception>
    /// <exception cref="ResultFormatException">The CSV file belongs to another matrix.</exception>
    /// <exception cref="OutputException">A path cannot be written.</exception>
    /// <exception cref="IOException">A port cannot be opened, or a connection failed.</exception>
    /// <exception cref="HostException">The host lacks what the scenario needs on its clock.</exception>
    /// <exception cref="Mongoose.Simulators.OpenSimException">
    /// The scenario needs a real OpenSimulator, and there is none, or it fails.
    /// </exception>
    public int Run()
    {
        MatrixPlan[] plans = MatrixPlan.Read(name, wanted);
        outputs.Check();
        if (plans.Length > 1 && csv is not null)
            OutputFile.CreateDirectory(csv);
        using Interruption interruption = new(Interruption.Abort);
        List<TestbedResult> results = [];
        foreach (MatrixPlan plan in plans)
        {
            string file = csv is null ? plan.CsvName(shard) : plans.Length == 1 ? csv : Path.Combine(csv, plan.CsvName(shard));
            DateTimeOffset started = DateTimeOffset.Now;
            MatrixTable table = RunRows(plan, file, interruption.Token);
            if (interruption.Token.IsCancellationRequested)
            {
                _text.WriteLine($"Interrupted: {file} has the completed runs; run the same command again to resume.");
                return ExitCode.Interrupted;
            }
            if (shard is null)
            {
                results.Add(MatrixJudge.Judge(plan, table, file, _text) with { Started = started });
                continue;
            }
            _text.WriteLine($"Bands are checked when all shards are merged: mongoose-testbed merge {plan.Arguments} PARTS... "
                + $"--csv {plan.CsvName(shard: null)}");
            MatrixJudge.ShowFile(file, _text);
        }
        if (shard is null)
            outputs.Write(results);
        return MatrixJudge.ExitCodeOf(results);
    }

    private MatrixTable RunRows(MatrixPlan plan, string file, CancellationToken cancellation)
    {
        (Scenario scenario, ClockKind clock) = (plan.Scenario, plan.Clock);
        MatrixFile rows = MatrixFile.Open(file, plan.Columns);
        int atOnce = ScenarioRunner.Jobs(clock, jobs);
        string part = shard is { } one ? $"shard {one}, " : "";
        _text.WriteLine($"{scenario.Name}: {scenario.Title}; {plan.Spec.Cells.Count()} cells "
            + $"with {scenario.RunsOn(clock)} runs each, {part}{atOnce} at a time");
        MatrixRunner runner = new(plan, atOnce, ReportProgress)
        {
            Shard = shard ?? Shard.Whole,
            Preparing = step => _text.WriteLine($"  {step}"),
        };
        MatrixTable table = runner.Run(rows, cancellation);
        if (rows.Table.Rows.Count - table.Rows.Count is > 0 and int others)
            _text.WriteLine($"  {others} rows of {file} belong to an earlier version of the scenario or to other cells: "
                + "kept, but not counted");
        return table;
    }

    private void ReportProgress(int done, int all)
    {
        lock (_lock)
        {
            if (done < all && _sinceLine.Elapsed < LineInterval)
                return;
            _sinceLine.Restart();
            _text.WriteLine($"  {done} of {all} runs done");
        }
    }
}
