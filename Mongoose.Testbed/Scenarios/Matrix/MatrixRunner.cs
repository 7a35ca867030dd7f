using System.Collections.Concurrent;
using System.Globalization;
using System.Text.Json.Nodes;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Scenarios.Matrix;

/// <summary>
/// Runs every cell of a scenario's matrix with every seed, several at once, and keeps each run as a row. What the file has already is not run
/// again.
/// </summary>
internal sealed class MatrixRunner(ScenarioFile file, MatrixSpec spec, int jobs, Action<int, int> progress)
{
    /// <exception cref="ScenarioException">A cell is not a valid scenario; nothing was run.</exception>
    /// <exception cref="OutputException">The file cannot be written.</exception>
    public void Run(MatrixFile rows, CancellationToken cancellation)
    {
        (string[] Levels, Scenario Scenario, long Seed)[] all = spec.Cells.SelectMany(RunsOf).ToArray();
        var missing = all.Where(run => !rows.Contains(run.Levels)).ToArray();
        int done = all.Length - missing.Length;
        progress(done, all.Length);
        // One by one and not in ranges, or a slow cell would hold up those that were dealt with it.
        var queue = Partitioner.Create(missing, EnumerablePartitionerOptions.NoBuffering);
        Parallel.ForEach(queue, new ParallelOptions { MaxDegreeOfParallelism = jobs }, run =>
        {
            if (cancellation.IsCancellationRequested)
                return;
            try
            {
                TestbedRun result = SimulatedRun.Execute(run.Scenario, run.Seed, cancellation);
                rows.Add(new MatrixRow { Levels = run.Levels, Stats = result.Stats });
                progress(Interlocked.Increment(ref done), all.Length);
            }
            catch (OperationCanceledException)
            {
                // The row is not there, so the next start runs it.
            }
        });
        if (!cancellation.IsCancellationRequested)
            rows.Arrange(all.Select(run => run.Levels));
    }

    private IEnumerable<(string[] Levels, Scenario Scenario, long Seed)> RunsOf(IReadOnlyList<JsonNode> cell)
    {
        Scenario scenario = file.Read(spec.ChangesOf(cell));
        string[] levels = spec.Factors.Zip(cell, (factor, level) => factor.TextOf(level)).ToArray();
        return Enumerable.Range(0, scenario.Seeds).Select(i => scenario.Seed + i)
            .Select(seed => ((string[])[.. levels, seed.ToString(CultureInfo.InvariantCulture)], scenario, seed));
    }
}
