using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.OpenSim;

/// <summary>Processor time of a process's threads at one moment, by name. Linux tells; elsewhere there are none.</summary>
public sealed class ThreadTimes
{
    private const double TicksPerSecond = 100; // USER_HZ, the same on every architecture that .NET runs on.
    private const int UserTimeField = 11; // Counted from the field behind the name, which may hold spaces.

    private readonly Dictionary<int, (string Name, Duration Used)> _threads = [];

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
            times.Read(task);
        return times;
    }

    /// <summary>What each name has used since <paramref name="earlier"/>; threads of one name together. The system cuts names to 15 characters.</summary>
    public IReadOnlyDictionary<string, Duration> Since(ThreadTimes earlier) => _threads
        .GroupBy(thread => thread.Value.Name)
        .ToDictionary(threads => threads.Key, threads => threads.Aggregate(Duration.Zero,
            (sum, thread) => sum + thread.Value.Used - earlier._threads.GetValueOrDefault(thread.Key).Used));

    private void Read(string task)
    {
        try
        {
            string stat = File.ReadAllText(Path.Combine(task, "stat"));
            int open = stat.IndexOf('('), close = stat.LastIndexOf(')');
            string[] fields = stat[(close + 2)..].Split(' ');
            double ticks = double.Parse(fields[UserTimeField], CultureInfo.InvariantCulture)
                + double.Parse(fields[UserTimeField + 1], CultureInfo.InvariantCulture);
            _threads[int.Parse(Path.GetFileName(task), CultureInfo.InvariantCulture)] =
                (stat[(open + 1)..close], Duration.FromSeconds(ticks / TicksPerSecond));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // A thread that has just ended.
        }
    }
}
