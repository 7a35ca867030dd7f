using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.OpenSim;

/// <summary>Processor time of a process's threads at one moment, by name. Linux tells; elsewhere there are none.</summary>
public sealed class ThreadTimes
{
    private readonly Dictionary<int, ProcStat> _threads = [];

    private ThreadTimes()
    {
    }

    public IEnumerable<string> Names => _threads.Values.Select(thread => thread.Name).Distinct();

    public static ThreadTimes Of(int process)
    {
        ThreadTimes times = new();
        string tasks = $"/proc/{process}/task";
        if (!Directory.Exists(tasks))
            return times;
        foreach (string task in Directory.EnumerateDirectories(tasks))
        {
            if (ProcStat.Of(task) is { } thread)
                times._threads[int.Parse(Path.GetFileName(task), CultureInfo.InvariantCulture)] = thread;
        }
        return times;
    }

    /// <summary>How many threads have each name. The system cuts names to 15 characters.</summary>
    public IReadOnlyDictionary<string, int> Counts => _threads.Values.GroupBy(thread => thread.Name).ToDictionary(threads => threads.Key, threads => threads.Count());

    /// <summary>What each name has used since <paramref name="earlier"/>; threads of one name together.</summary>
    public IReadOnlyDictionary<string, Duration> Since(ThreadTimes earlier) => _threads
        .GroupBy(thread => thread.Value.Name)
        .ToDictionary(threads => threads.Key, threads => threads.Aggregate(Duration.Zero,
            (sum, thread) => sum + thread.Value.Used - (earlier._threads.GetValueOrDefault(thread.Key)?.Used ?? Duration.Zero)));
}
