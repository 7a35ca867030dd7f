using System.Diagnostics;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;

namespace Mongoose.Testbed.Scenarios.Matrix;

/// <summary>One call of the verb "matrix".</summary>
internal sealed class MatrixSession(string name, string csv, ScenarioOutputs outputs, int jobs)
{
    private static readonly TimeSpan LineInterval = TimeSpan.FromSeconds(2);

    private readonly TextWriter _text = outputs.StandardOutputIsJson ? Console.Error : Console.Out;
    private readonly object _lock = new();
    private readonly Stopwatch _sinceLine = Stopwatch.StartNew();

    /// <exception cref="ScenarioException">The scenario cannot be read.</exception>
    /// <exception cref="OutputException">A path cannot be written.</exception>
    /// <exception cref="ResultFormatException">The CSV file is another matrix's.</exception>
    /// <exception cref="FileNotFoundException">There is no such scenario.</exception>
    public int Run()
    {
        ScenarioFile file = new(ScenarioCatalogue.BuiltIn.Find(name)[0]);
        Scenario scenario = file.Read();
        if (scenario.Matrix is not { } spec)
        {
            Console.Error.WriteLine($"mongoose-testbed: {name}: the scenario has no matrix; \"run\" runs it");
            return ExitCode.Usage;
        }
        outputs.Check();
        using Interruption interruption = new();
        MatrixFile rows = MatrixFile.Open(csv, [.. spec.Factors.Select(factor => factor.Name), MatrixSpec.SeedColumn]);
        _text.WriteLine($"{scenario.Name}: {scenario.Title}; {spec.Cells.Count()} cells of {scenario.Seeds} runs, {jobs} at a time");
        new MatrixRunner(file, spec, jobs, Tell).Run(rows, interruption.Token);
        return Finish(scenario, spec, rows.Table, interruption.Token.IsCancellationRequested);
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

    private int Finish(Scenario scenario, MatrixSpec spec, MatrixTable table, bool interrupted)
    {
        if (interrupted)
        {
            _text.WriteLine($"Interrupted: {csv} has what was done; the same command goes on from there.");
            return ExitCode.Interrupted;
        }
        IReadOnlyList<(string Cell, BandResult Band)> verdicts = MatrixVerdicts.Of(scenario, table);
        outputs.Write([ScenarioSession.Describe(MatrixResult.Of(scenario, spec, table, verdicts), $"matrix {name}")]);
        foreach ((string cell, BandResult band) in verdicts.Where(verdict => verdict.Band.Verdict != BandVerdict.Pass))
            _text.WriteLine($"  {cell}: {ResultText.Line(band)}");
        int missed = verdicts.Count(verdict => verdict.Band.Verdict != BandVerdict.Pass);
        if (verdicts.Count > 0)
            _text.WriteLine($"{verdicts.Count - missed} of {verdicts.Count} bands hold.");
        _text.WriteLine($"Rows: {Path.GetFullPath(csv)}");
        return missed > 0 ? ExitCode.Runtime : ExitCode.Good;
    }
}
