using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;

namespace Mongoose.Server.Status.Health;

/// <summary>Reads what the process and its host do. Not thread-safe.</summary>
/// <param name="files">The host's files.</param>
/// <param name="read">Reads what the runtime says of the process.</param>
/// <param name="pool">Sees how long work waits for a thread.</param>
internal sealed class ProcessSampler(HostFiles files, Func<ProcessReading> read, PoolProbe pool)
{
    private readonly HostProcessors _processors = new(files);
    private readonly ProcessorQuota _quota = new(files);
    private readonly ReadPages _pages = new(files);
    private readonly LateThreads _threads = new();
    private (ProcessReading Reading, Instant At)? _before;

    /// <param name="clock">Returns the time.</param>
    public ProcessSampler(Func<Instant> clock)
        : this(new HostFiles(), ProcessReading.Now, new PoolProbe(clock))
    {
    }

    /// <summary>What the process has used since its start, and time in which a quota stopped it since the first sample.</summary>
    public ProcessTotals Totals { get; private set; }

    /// <summary>The process since the last call. At the first call all figures of a time are 0.</summary>
    /// <param name="loops">The sending threads of the regions.</param>
    public ProcessHealth Sample(IEnumerable<LoopCounters> loops, Instant now)
    {
        ProcessReading reading = read();
        (ProcessReading before, Instant since) = _before ?? (reading, now);
        _before = (reading, now);
        double elapsed = (now - since).Seconds;
        int cores = _processors.Cores;
        (Duration late, Duration longest) = _threads.Take(loops, now);
        double? throttled = _quota.TakeThrottled(now - since);
        (double Used, double Stolen)? host = _processors.Take();
        Totals = new ProcessTotals(reading.Processor.TotalSeconds, reading.Paused.TotalSeconds,
            Totals.ThrottledSeconds + (throttled ?? 0) * elapsed);
        return new ProcessHealth
        {
            UsedCores = elapsed > 0 ? Math.Max(0, (reading.Processor - before.Processor).TotalSeconds / elapsed) : 0,
            AllowedCores = Math.Min(Math.Min(cores, _processors.AllowedCores ?? Environment.ProcessorCount), _quota.Cores ?? cores),
            HostUsedCores = cores * host?.Used,
            Stolen = host?.Stolen,
            PagesRead = _pages.Take(now - since),
            HostCores = cores,
            Throttled = throttled,
            Paused = Part((reading.Paused - before.Paused).TotalSeconds, elapsed),
            Late = Part(late.Seconds, elapsed),
            Lateness = longest,
            QueuedWork = reading.Queued,
            WorkWait = pool.Take(),
            MemoryBytes = reading.MemoryBytes,
        };
    }

    private static double Part(double seconds, double elapsed) => elapsed > 0 ? Math.Clamp(seconds / elapsed, 0, 1) : 0;
}

/// <summary>Figures of the process that only grow.</summary>
/// <param name="ProcessorSeconds">Processor time used.</param>
/// <param name="PausedSeconds">Time in which garbage collections paused it.</param>
/// <param name="ThrottledSeconds">Time in which a quota stopped it.</param>
internal readonly record struct ProcessTotals(double ProcessorSeconds, double PausedSeconds, double ThrottledSeconds);
