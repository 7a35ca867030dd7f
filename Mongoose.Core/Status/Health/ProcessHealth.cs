using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Health;

/// <summary>What the simulator's process and its host did in about a second. Parts of the time are from 0 to 1.</summary>
public readonly record struct ProcessHealth
{
    /// <summary>Processor time that the process used, in cores.</summary>
    public double UsedCores { get; init; }

    /// <summary>Processor time that the process may use at most, in cores: those of the host, or less if a quota limits it.</summary>
    public double AllowedCores { get; init; }

    /// <summary>Processor time that all programs of the host used, in cores; null if the host does not tell.</summary>
    public double? HostUsedCores { get; init; }

    /// <summary>
    /// Part of the processor time that the programs of the host, a virtual machine, wanted and did not get; null if the host does not tell.
    /// </summary>
    public double? Stolen { get; init; }

    /// <summary>
    /// Pages of memory per second for which the process waited, because they had to be read from a disk; null if the host does not tell.
    /// </summary>
    public double? PagesRead { get; init; }

    /// <summary>The cores of the host.</summary>
    public int HostCores { get; init; }

    /// <summary>Part of the time in which a quota stopped the process; null if the host does not tell.</summary>
    public double? Throttled { get; init; }

    /// <summary>Part of the time in which garbage collections paused the process.</summary>
    public double Paused { get; init; }

    /// <summary>
    /// Part of the time in which the sending thread of a region should have run and did not; of the region that was late for longest.
    /// </summary>
    public double Late { get; init; }

    /// <summary>The longest delay of a sending thread.</summary>
    public Duration Lateness { get; init; }

    /// <summary>Work items that wait for a thread of a pool: of .NET's, or of OpenSim's own.</summary>
    public long QueuedWork { get; init; }

    /// <summary>
    /// How long work waits for a thread of .NET's pool, which also receives packets and requests. A work item that still waits counts with
    /// its time so far.
    /// </summary>
    public Duration WorkWait { get; init; }

    /// <summary>Memory that the process occupies, in bytes.</summary>
    public long MemoryBytes { get; init; }

    /// <summary>
    /// Means of parts and rates, the longest lateness, and the median of the waits, which one short stop does not change; all else is of
    /// the last second. Null without seconds.
    /// </summary>
    public static ProcessHealth? Mean(IReadOnlyCollection<ProcessHealth> seconds) => seconds.Count == 0 ? null : seconds.Last() with
    {
        UsedCores = seconds.Average(second => second.UsedCores),
        HostUsedCores = seconds.Average(second => second.HostUsedCores),
        Throttled = seconds.Average(second => second.Throttled),
        Stolen = seconds.Average(second => second.Stolen),
        PagesRead = seconds.Average(second => second.PagesRead),
        Paused = seconds.Average(second => second.Paused),
        Late = seconds.Average(second => second.Late),
        Lateness = seconds.Max(second => second.Lateness),
        WorkWait = seconds.Select(second => second.WorkWait).Order().ElementAt(seconds.Count / 2),
    };
}
