using System.Collections.Concurrent;

namespace OpenSim.Framework.Monitoring;

/// <summary>The refill thread of a region. The stand-in has no thread: jobs wait until <see cref="RunJobs"/>.</summary>
public class JobEngine
{
    private readonly ConcurrentQueue<Action> _jobs = new();

    public bool IsRunning { get; private set; }

    /// <summary>For tests: whether new jobs are refused, as if the job queue were full.</summary>
    public bool IsFull { get; set; }

    /// <summary>For tests.</summary>
    public int JobsWaiting => _jobs.Count;

    public void Start() => IsRunning = true;

    /// <summary>Stops the thread; waiting jobs never run.</summary>
    public void Stop()
    {
        IsRunning = false;
        _jobs.Clear();
    }

    public bool QueueJob(string name, Action action, string commonId = null)
    {
        if (!IsRunning || IsFull)
            return false;
        _jobs.Enqueue(action);
        return true;
    }

    /// <summary>For tests: runs the waiting jobs as the thread would. A job that fails does not stop the others.</summary>
    public void RunJobs()
    {
        while (IsRunning && _jobs.TryDequeue(out Action job))
        {
            try
            {
                job();
            }
            catch
            {
                Failures++;
            }
        }
    }

    /// <summary>For tests: jobs that threw.</summary>
    public int Failures { get; private set; }
}

public enum MeasuresOfInterest
{
    None = 0,
    AverageChangeOverTime = 1,
}

public class Stat(string shortName, string name, string description, string unitName, string category, string container,
    StatType type, MeasuresOfInterest moi, Action<Stat> pullAction, StatVerbosity verbosity)
{
    private double _value;

    public string ShortName => shortName;

    public string Category => category;

    public string Container => container;

    public string UnitName => unitName;

    public MeasuresOfInterest MeasuresOfInterest => moi;

    public virtual double Value
    {
        get
        {
            pullAction(this);
            return _value;
        }
        set => _value = value;
    }
}

public static class StatsManager
{
    private static readonly ConcurrentDictionary<(string Category, string Container, string Name), Stat> Registered = new();
    private static readonly ConcurrentQueue<string> Calls = new();

    public static bool RegisterStat(Stat stat)
    {
        Count();
        return Registered.TryAdd((stat.Category, stat.Container, stat.ShortName), stat);
    }

    public static bool DeregisterStat(Stat stat)
    {
        Count();
        return Registered.TryRemove((stat.Category, stat.Container, stat.ShortName), out _);
    }

    /// <summary>For tests.</summary>
    public static IReadOnlyList<Stat> Of(string category, string container) =>
        [.. Registered.Values.Where(stat => stat.Category == category && stat.Container == container)];

    /// <summary>For tests: the names of the threads that have registered or deregistered, call by call.</summary>
    public static IReadOnlyList<string> Callers => [.. Calls];

    private static void Count() => Calls.Enqueue(Thread.CurrentThread.Name ?? "");
}

public enum StatType
{
    Pull = 1,
}

public enum StatVerbosity
{
    Info = 1,
}

public static class Watchdog
{
    public const int DEFAULT_WATCHDOG_TIMEOUT_MS = 5000;

    private static readonly ConcurrentDictionary<int, string> Watched = new();

    /// <summary>For tests: the names of the watched threads.</summary>
    public static IReadOnlyList<string> Threads => [.. Watched.Values];

    public static bool RemoveThread(bool log = true) => Watched.TryRemove(Environment.CurrentManagedThreadId, out _);

    public static void UpdateThread()
    {
    }

    internal static void Add(Thread thread, string name) => Watched[thread.ManagedThreadId] = name;
}

public static class WorkManager
{
    public static Thread StartThread(ThreadStart start, string name, ThreadPriority priority, bool isBackground, bool alarmIfTimeout,
        Func<string> alarmMethod, int timeout, bool log = true, bool SuspendFlow = true)
    {
        Thread thread = new(start) { Name = name, IsBackground = isBackground, Priority = priority };
        Watchdog.Add(thread, name);
        thread.Start();
        return thread;
    }
}
