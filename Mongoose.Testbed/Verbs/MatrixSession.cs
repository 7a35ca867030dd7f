using System.Diagnostics;
using Mongoose.Network.Hosts;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Json;
using Mongoose.Testbed.Scenarios.Matrix;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Verbs;

/// <summary>One call of the verb "matrix".</summary>
internal sealed class MatrixSession(ScenarioOutputs outputs)
{
    private static readonly TimeSpan LineInterval = TimeSpan.FromSeconds(2);

    private readonly TextWriter _text = outputs.StandardOutputIsJson ? Console.Error : Console.Out;
    private readonly object _lock = new();
    private readonly Stopwatch _sinceLine = Stopwatch.StartNew();

    /// <summary>Of a scenario, or a file.</summary>
    public required string Name { get; init; }

    /// <summary>The file of the rows; null: named after scenario and clock.</summary>
    public string? Csv { get; init; }

    /// <summary>Null: the scenario's own.</summary>
    public ClockKind? Clock { get; init; }

    public int Jobs { get; init; } = 1;

    /// <exception cref="ScenarioException">The scenario cannot be read, or has no matrix, or not on that clock.</exception>
    /// <exception cref="FileNotFoundException">There is no such scenario.</exception>
    /// <exception cref="ResultFormatException">The CSV file is another matrix's.</exception>
    /// <exception cref="OutputException">A path cannot be written.</exception>
    /// <exception cref="IOException">A port cannot be opened, or a connection failed.</exception>
    /// <exception cref="HostException">The host lacks what the scenario needs on its clock.</exception>
    /// <exception cref="OpenSim.OpenSimException">A real OpenSimulator is wanted, and there is none, or it fails.</exception>
    public int Run()
    {
        ScenarioFile file = new(ScenarioCatalogue.BuiltIn.Find(Name)[0]);
        Scenario scenario = file.Read();
        MatrixSpec spec = scenario.Matrix
            ?? throw new ScenarioException(Name, [new JsonProblem("$.matrix", null, "is missing; \"run\" runs the scenario")]);
        ClockKind clock = Clock ?? scenario.Clocks[0];
        scenario.RequireClock(clock);
        outputs.Check();
        string csv = Csv ?? $"{scenario.Name}.{clock}.csv".ToLowerInvariant();
        using Interruption interruption = new();
        MatrixFile rows = MatrixFile.Open(csv, spec.Columns(clock));
        int jobs = ScenarioRunner.Jobs(clock, Jobs);
        int cells = spec.Cells.Count();
        _text.WriteLine($"{scenario.Name}: {scenario.Title}; {cells} cells of {scenario.RunsOn(clock)} runs, {jobs} at a time");
        MatrixTable table = new MatrixRunner(file, spec, clock, jobs, Tell).Run(rows, interruption.Token);
        if (rows.Table.Rows.Count - table.Rows.Count is > 0 and int others)
            _text.WriteLine($"  {others} rows of {csv} are of the scenario as it was, or of other cells: kept, and not counted");
        if (!interruption.Token.IsCancellationRequested)
            return Finish(scenario, spec, clock, table, csv);
        _text.WriteLine($"Interrupted: {csv} has what was done; the same command goes on from there.");
        return ExitCode.Interrupted;
    }

    private void Tell(int done, int all)
    {
        lock (_lock)
        {
            if (done < all && _sinceLine.Elapsed < LineInterval)
                return;
            _sinceLine.Restart();
            _text.WriteLine($"  {done} of {all} runs done");
        }
    }

    private int Finish(Scenario scenario, MatrixSpec spec, ClockKind clock, MatrixTable table, string csv)
    {
        IReadOnlyList<(string Cell, BandResult Band)> verdicts = MatrixVerdicts.Of(scenario, spec, table);
        TestbedResult result = MatrixResult.Of(scenario, spec, clock, table, verdicts);
        outputs.Write([ScenarioSession.Describe(result, $"matrix {Name} --clock {result.Scenario.Clock}")]);
        (string Cell, BandResult Band)[] missed = verdicts.Where(verdict => verdict.Band.Verdict != BandVerdict.Pass).ToArray();
        foreach ((string cell, BandResult band) in missed)
            _text.WriteLine($"  {cell}: {ResultText.Line(band)}");
        if (verdicts.Count > 0)
            _text.WriteLine($"{verdicts.Count - missed.Length} of {verdicts.Count} bands hold.");
        _text.WriteLine($"Rows: {Path.GetFullPath(csv)}");
        return missed.Length > 0 ? ExitCode.Runtime : ExitCode.Good;
    }
}
