using System.Globalization;
using System.Text.Json.Nodes;
using Mongoose.Network.Hosts;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Scenarios.Matrix;

/// <summary>
/// Runs every cell of a scenario's matrix with every seed, several at once in simulated time, and saves each run as a row. Rows that the file already
/// has are not run again.
/// </summary>
internal sealed class MatrixRunner(ScenarioFile file, MatrixSpec spec, ClockKind clock, int jobs, Action<int, int> progress)
{
    /// <returns>The rows of the current matrix; some are missing if it was cancelled.</returns>
    /// <exception cref="ScenarioException">A cell is not a valid scenario; nothing has run.</exception>
    /// <exception cref="OutputException">The file cannot be written.</exception>
    /// <exception cref="IOException">A port cannot be opened, or a connection failed.</exception>
    /// <exception cref="HostException">The host lacks what the scenario needs on its clock.</exception>
    /// <exception cref="OpenSim.OpenSimException">The scenario needs a real OpenSimulator, and there is none, or it fails.</exception>
    public MatrixTable Run(MatrixFile rows, CancellationToken cancellation)
    {
        (string[] Levels, Scenario Scenario, long Seed)[] all = spec.Cells.SelectMany(RunsOf).ToArray();
        var missing = all.Where(run => !rows.Contains(run.Levels)).ToArray();
        int done = all.Length - missing.Length;
        progress(done, all.Length);
        ParallelRuns.ForEach(missing, ScenarioRunner.Jobs(clock, jobs), run =>
        {
            if (RunOne(run.Scenario, run.Seed, cancellation) is not { } result)
                return; // Without its row, the cell runs again at the next start.
            rows.Add(new MatrixRow { Levels = run.Levels, Stats = result.Stats });
            progress(Interlocked.Increment(ref done), all.Length);
        });
        if (!cancellation.IsCancellationRequested)
            rows.Arrange(all.Select(run => run.Levels));
        return rows.Select(all.Select(run => run.Levels));
    }

    /// <summary>Returns null if the run was cancelled.</summary>
    private TestbedRun? RunOne(Scenario scenario, long seed, CancellationToken cancellation)
    {
        if (cancellation.IsCancellationRequested)
            return null;
        try
        {
            return ScenarioRunner.Execute(scenario, clock, seed, cancellation);
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }

    private IEnumerable<(string[] Levels, Scenario Scenario, long Seed)> RunsOf(IReadOnlyList<JsonNode> cell)
    {
        Scenario scenario = file.Read(spec.ChangesOf(cell));
        string version = RunVersion.Of(scenario);
        string[] levels = spec.Factors.Zip(cell, (factor, level) => factor.TextOf(level)).ToArray();
        return Enumerable.Range(0, scenario.RunsOn(clock)).Select(i => scenario.Seed + i)
            .Select(seed => ((string[])[.. levels, seed.ToString(CultureInfo.InvariantCulture), version], scenario, seed));
    }
}
