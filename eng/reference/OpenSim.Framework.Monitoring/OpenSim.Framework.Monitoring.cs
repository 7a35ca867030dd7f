using System;
using System.Threading;

namespace OpenSim.Framework.Monitoring;

public class JobEngine
{
    private JobEngine() => throw null;

    public bool IsRunning => throw null;

    public bool QueueJob(string name, Action action, string commonId = null) => throw null;
}

public enum MeasuresOfInterest
{
    None = 0,
    AverageChangeOverTime = 1,
}

public class Stat
{
    public Stat(string shortName, string name, string description, string unitName, string category, string container,
        StatType type, MeasuresOfInterest moi, Action<Stat> pullAction, StatVerbosity verbosity) => throw null;

    public virtual double Value { set => throw null; }
}

public static class StatsManager
{
    public static bool RegisterStat(Stat stat) => throw null;

    public static bool DeregisterStat(Stat stat) => throw null;
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

    public static bool RemoveThread(bool log = true) => throw null;

    public static void UpdateThread() => throw null;
}

public static class WorkManager
{
    public static Thread StartThread(ThreadStart start, string name, ThreadPriority priority, bool isBackground, bool alarmIfTimeout,
        Func<string> alarmMethod, int timeout, bool log = true, bool SuspendFlow = true) => throw null;
}
