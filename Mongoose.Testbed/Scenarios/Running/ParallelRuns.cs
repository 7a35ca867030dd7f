using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Runs that do not know of each other, several at once.</summary>
internal static class ParallelRuns
{
    /// <summary>Returns when all are done. The first failure ends those that have not begun, and is thrown as it was.</summary>
    /// <param name="runs">In the order in which they begin.</param>
    /// <param name="jobs">How many at once; 1 stays on the calling thread.</param>
    /// <param name="run">Called once for each.</param>
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
            // One by one and not in ranges, or a slow run would hold up those that were dealt with it.
            var queue = Partitioner.Create(runs, EnumerablePartitionerOptions.NoBuffering);
            Parallel.ForEach(queue, new ParallelOptions { MaxDegreeOfParallelism = jobs }, run);
        }
        catch (AggregateException failures)
        {
            ExceptionDispatchInfo.Throw(failures.InnerExceptions[0]);
        }
    }
}
