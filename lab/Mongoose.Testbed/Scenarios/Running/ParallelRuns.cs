using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Executes independent runs, several at once.</summary>
internal static class ParallelRuns
{
    /// <summary>
    /// Returns when all runs are complete. After the first failure, no further run starts, and the failure's exception is thrown unchanged.
    /// </summary>
    /// <param name="runs">The runs, in the order in which they start.</param>
    /// <param name="jobs">The number of simultaneous runs; with 1, they run on the calling thread.</param>
    /// <param name="run">Called once per run.</param>
    public static void ForEach<T>(IReadOnlyList<T> runs, int jobs, Action<T> run)
    {
        if (jobs == 1)
        {
            foreach (T one in runs)
                run(one);
            return;
        }
        try
        {
            // Runs are taken one by one and not in ranges; otherwise a slow run would delay the others in its range.
            var queue = Partitioner.Create(runs, EnumerablePartitionerOptions.NoBuffering);
            Parallel.ForEach(queue, new ParallelOptions { MaxDegreeOfParallelism = jobs }, run);
        }
        catch (AggregateException failures)
        {
            ExceptionDispatchInfo.Throw(failures.InnerExceptions[0]);
        }
    }
}
