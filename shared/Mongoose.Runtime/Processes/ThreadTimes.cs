using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Runtime.Processes;

/// <summary>Processor time of a process's threads at one moment, by name. Only available on Linux; empty elsewhere.</summary>
public sealed class ThreadTimes
{
    private readonly IReadOnlyDictionary<int, ProcStat> _threads;

    private ThreadTimes(IReadOnlyDictionary<int, ProcStat> threads) => _threads = threads;

    public IEnumerable<string> Names => _threads.Values.Select(thread => thread.Name).Distinct();

    public static ThreadTimes Read(int process)
    {
        DirectoryInfo tasks = new($"/proc/{process}/task");
        IEnumerable<(int Id, ProcStat? Stat)> threads = tasks.Exists
            ? tasks.EnumerateDirectories()
                .Select(task => (int.Parse(task.Name, CultureInfo.InvariantCulture), ProcStat.Read(task.FullName)))
            : [];
        return new ThreadTimes(threads.Where(thread => thread.Stat is not null).ToDictionary(thread => thread.Id, thread => thread.Stat!));
    }

    /// <summary>The number of threads per name. The system truncates names to 15 characters.</summary>
    public IReadOnlyDictionary<string, int> Counts =>
        _threads.Values.GroupBy(thread => thread.Name).ToDictionary(threads => threads.Key, threads => threads.Count());

    /// <summary>
    /// Processor time per thread name since <paramref name="earlier"/>; threads with the same name are added; ended threads are missing.
    /// </summary>
    public IReadOnlyDictionary<string, Duration> Since(ThreadTimes earlier) => _threads
        .GroupBy(thread => thread.Value.Name)
        .ToDictionary(threads => threads.Key, threads => threads.Aggregate(Duration.Zero,
            (sum, thread) => sum + thread.Value.Used - (earlier._threads.GetValueOrDefault(thread.Key)?.Used ?? Duration.Zero)));
}
