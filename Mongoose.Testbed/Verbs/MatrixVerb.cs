using System.Diagnostics;
using Mongoose.Network.Hosts;
using Mongoose.Runtime.Settings;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Matrix;
using Mongoose.Testbed.Scenarios.Reading;
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

    /// <summary>The CSV file, or its folder for several scenarios; null: the current directory, with files named after scenario and clock.</summary>
    public string? Csv { get; init; }

    /// <summary>Null: the scenario's default.</summary>
    public ClockKind? Clock { get; init; }

    public int Jobs { get; init; } = 1;

    /// <exception cref="ScenarioException">A scenario cannot be read, has no matrix, or does not support that clock.</exception>
    /// <exception cref="FileNotFoundException">There is no such scenario.</exception>
    /// <exception cref="ResultFormatException">The CSV file belongs to another matrix.</exception>
    /// <exception cref="OutputException">A path cannot be written.</exception>
    /// <exception cref="IOException">A port cannot be opened, or a connection failed.</exception>
    /// <exception cref="HostException">The host lacks what the scenario needs on its clock.</exception>
    /// <exception cref="OpenSim.OpenSimException">The scenario needs a real OpenSimulator, and there is none, or it fails.</exception>
    public int Run()
    {
        Plan[] plans = ReadPlans(ScenarioCatalogue.BuiltIn.Find(Name));
        outputs.Check();
        if (plans.Length > 1 && Csv is not null)
            OutputFile.CreateDirectory(Csv);
        using Interruption interruption = new();
        List<TestbedResult> results = [];
        foreach (Plan plan in plans)
        {
            MatrixTable table = RunRows(plan, interruption.Token);
            if (interruption.Token.IsCancellationRequested)
            {
                _text.WriteLine($"Interrupted: {plan.Csv} has the completed runs; run the same command again to resume.");
                return ExitCode.Interrupted;
            }
            results.Add(Judge(plan, table));
        }
        outputs.Write(results);
        return results.SelectMany(result => result.Bands).All(band => band.Verdict == BandVerdict.Pass) ? ExitCode.Good : ExitCode.Runtime;
    }

    private Plan[] ReadPlans(IReadOnlyList<string> paths) => paths.Select(path =>
    {
        ScenarioFile file = new(path);
        Scenario scenario = file.Read();
        string name = paths.Count == 1 ? Name : scenario.Name;
        MatrixSpec spec = scenario.Matrix
            ?? throw new ScenarioException(name, [new SettingProblem("$.matrix", null, "is missing; use \"run\" for a scenario without one")]);
        ClockKind clock = Clock ?? scenario.Clocks[0];
        scenario.RequireClock(clock);
        string csv = $"{scenario.Name}.{clock}.csv".ToLowerInvariant();
        if (Csv is not null)
            csv = paths.Count == 1 ? Csv : Path.Combine(Csv, csv);
        return new Plan(name, file, scenario, spec, clock, csv);
    }).ToArray();

    private MatrixTable RunRows(Plan plan, CancellationToken cancellation)
    {
        (Scenario scenario, ClockKind clock) = (plan.Scenario, plan.Clock);
        MatrixFile rows = MatrixFile.Open(plan.Csv, plan.Spec.Columns(clock));
        int jobs = ScenarioRunner.Jobs(clock, Jobs);
        _text.WriteLine($"{scenario.Name}: {scenario.Title}; {plan.Spec.Cells.Count()} cells with {scenario.RunsOn(clock)} runs each, {jobs} at a time");
        MatrixTable table = new MatrixRunner(plan.File, plan.Spec, clock, jobs, ReportProgress).Run(rows, cancellation);
        if (rows.Table.Rows.Count - table.Rows.Count is > 0 and int others)
            _text.WriteLine($"  {others} rows of {plan.Csv} belong to an earlier version of the scenario or to other cells: kept, but not counted");
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

    private TestbedResult Judge(Plan plan, MatrixTable table)
    {
        IReadOnlyList<(string Cell, BandResult Band)> verdicts = MatrixVerdicts.JudgeAll(plan.Scenario, plan.Spec, table);
        TestbedResult result = MatrixResult.Create(plan.Scenario, plan.Spec, plan.Clock, table, verdicts);
        (string Cell, BandResult Band)[] missed = verdicts.Where(verdict => verdict.Band.Verdict != BandVerdict.Pass).ToArray();
        foreach ((string cell, BandResult band) in missed)
            _text.WriteLine($"  {cell}: {ResultText.Line(band)}");
        if (verdicts.Count > 0)
            _text.WriteLine($"{verdicts.Count - missed.Length} of {verdicts.Count} bands hold.");
        _text.WriteLine($"Rows: {Path.GetFullPath(plan.Csv)}");
        return RunVerb.Describe(result, $"matrix {plan.Name} --clock {result.Scenario.Clock}");
    }

    private sealed record Plan(string Name, ScenarioFile File, Scenario Scenario, MatrixSpec Spec, ClockKind Clock, string Csv);
}
