using Mongoose.Runtime.Hosts;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Scenarios.Matrix;

/// <summary>
/// Runs every cell of a scenario's matrix with every seed, or those of one shard, several at once in simulated time, and saves each run as
/// a row. Rows that the file already has are not run again.
/// </summary>
internal sealed class MatrixRunner(MatrixPlan plan, int jobs, Action<int, int> progress)
{
    /// <summary>Which of the runs are executed.</summary>
    public Shard Shard { get; init; } = Shard.Whole;

    /// <summary>Called before a run, with a line for each step that takes seconds.</summary>
    public Action<string> Preparing { get; init; } = _ => { };

    /// <returns>The rows of the current matrix; some are missing if it was cancelled or is a shard.</returns>
    /// <exception cref="ScenarioException">A cell is not a valid scenario; nothing has run.</exception>
    /// <exception cref="OutputException">The file cannot be written.</exception>
    /// <exception cref="IOException">A port cannot be opened, or a connection failed.</exception>
    /// <exception cref="HostException">The host lacks what the scenario needs on its clock.</exception>
    /// <exception cref="Mongoose.Simulators.OpenSimException">
    /// The scenario needs a real OpenSimulator, and there is none, or it fails.
    /// </exception>
    public MatrixTable Run(MatrixFile rows, CancellationToken cancellation)
    {
        MatrixRun[] all = plan.Runs(), own = all.Where((_, number) => Shard.Has(number)).ToArray();
        MatrixRun[] missing = own.Where(run => !rows.Contains(run.Levels)).ToArray();
        int done = own.Length - missing.Length;
        progress(done, own.Length);
        ParallelRuns.ForEach(missing, ScenarioRunner.Jobs(plan.Clock, jobs), run =>
        {
            if (RunOne(run, cancellation) is not { } result)
                return; // Without its row, the cell runs again at the next start.
            rows.Add(new MatrixRow { Levels = run.Levels, Stats = result.Stats });
            progress(Interlocked.Increment(ref done), own.Length);
        });
        if (!cancellation.IsCancellationRequested)
            rows.Arrange(all.Select(run => run.Levels));
        return rows.Select(all.Select(run => run.Levels));
    }

    /// <summary>Returns null if the run was cancelled: its row would count as that of a complete run.</summary>
    private TestbedRun? RunOne(MatrixRun run, CancellationToken cancellation)
    {
        if (cancellation.IsCancellationRequested)
            return null;
        try
        {
            TestbedRun result = ScenarioRunner.Execute(run.Scenario, plan.Clock, run.Seed, cancellation, preparing: Preparing);
            return result.InterruptedAfterSeconds is null ? result : null;
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }
}
