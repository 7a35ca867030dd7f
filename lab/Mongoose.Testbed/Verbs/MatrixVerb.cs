using System.Diagnostics;
using Mongoose.Runtime.Hosts;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Matrix;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Verbs;

/// <summary>Runs the verb "matrix" once.</summary>
internal sealed class MatrixVerb(ScenarioOutputs outputs)
{
    private static readonly TimeSpan LineInterval = TimeSpan.FromSeconds(2);

    private readonly TextWriter _text = outputs.StandardOutputIsJson ? Console.Error : Console.Out;
    private readonly object _lock = new();
    private readonly Stopwatch _sinceLine = Stopwatch.StartNew();

    /// <summary>The name of a scenario, a file, or a folder of them.</summary>
    public required string Name { get; init; }

    /// <summary>
    /// The CSV file, or its folder for several scenarios; null: the current directory, with files named after scenario and clock.
    /// </summary>
    public string? Csv { get; init; }

    /// <summary>Null: the scenario's default.</summary>
    public ClockKind? Clock { get; init; }

    public int Jobs { get; init; } = 1;

    /// <summary>Which of the runs are executed; null: all, and then the bands are checked.</summary>
    public Shard? Shard { get; init; }

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
        MatrixPlan[] plans = MatrixPlan.Read(Name, Clock);
        outputs.Check();
        if (plans.Length > 1 && Csv is not null)
            OutputFile.CreateDirectory(Csv);
        using Interruption interruption = new(Interruption.Abort);
        List<TestbedResult> results = [];
        foreach (MatrixPlan plan in plans)
        {
            string csv = Csv is null ? plan.CsvName(Shard) : plans.Length == 1 ? Csv : Path.Combine(Csv, plan.CsvName(Shard));
            MatrixTable table = RunRows(plan, csv, interruption.Token);
            if (interruption.Token.IsCancellationRequested)
            {
                _text.WriteLine($"Interrupted: {csv} has the completed runs; run the same command again to resume.");
                return ExitCode.Interrupted;
            }
            if (Shard is null)
            {
                results.Add(MatrixJudge.Judge(plan, table, csv, _text));
                continue;
            }
            _text.WriteLine($"Bands are checked when all shards are merged: mongoose-testbed merge {plan.Arguments} PARTS... "
                + $"--csv {plan.CsvName(shard: null)}");
            MatrixJudge.ShowFile(csv, _text);
        }
        if (Shard is null)
            outputs.Write(results);
        return MatrixJudge.ExitCodeOf(results);
    }

    private MatrixTable RunRows(MatrixPlan plan, string csv, CancellationToken cancellation)
    {
        (Scenario scenario, ClockKind clock) = (plan.Scenario, plan.Clock);
        MatrixFile rows = MatrixFile.Open(csv, plan.Columns);
        int jobs = ScenarioRunner.Jobs(clock, Jobs);
        string shard = Shard is { } one ? $"shard {one}, " : "";
        _text.WriteLine($"{scenario.Name}: {scenario.Title}; {plan.Spec.Cells.Count()} cells "
            + $"with {scenario.RunsOn(clock)} runs each, {shard}{jobs} at a time");
        MatrixRunner runner = new(plan, jobs, ReportProgress)
        {
            Shard = Shard ?? Runtime.CommandLine.Shard.Whole,
            Preparing = step => _text.WriteLine($"  {step}"),
        };
        MatrixTable table = runner.Run(rows, cancellation);
        if (rows.Table.Rows.Count - table.Rows.Count is > 0 and int others)
            _text.WriteLine($"  {others} rows of {csv} belong to an earlier version of the scenario or to other cells: "
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
