using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Mixer.Status;

/// <summary>How the process does: the last five seconds, and ten minutes of history. Not thread-safe.</summary>
internal sealed class ProcessHistory
{
    private readonly RecentHealth<ProcessHealth> _recent = new();
    private MixerSecond? _before;
    private ProcessReading _readBefore;

    /// <summary>The last five seconds; null before there is one.</summary>
    public ProcessHealth? Recent => ProcessHealth.Mean(_recent.Seconds);

    /// <summary>The last ten minutes.</summary>
    public ProcessHealthSeries Series { get; } = new(first: 1);

    /// <summary>Adds a second.</summary>
    /// <param name="point">Its number.</param>
    /// <param name="now">The time; a thread of the pool has taken the figures up by then.</param>
    /// <param name="harmed">The number of peers in need of attention.</param>
    public void Add(long point, MixerSecond second, ProcessReading read, Instant now, int harmed)
    {
        double length = Math.Max(1e-3, (second.Elapsed - (_before?.Elapsed ?? Duration.Zero)).Seconds);
        ProcessHealth health = new()
        {
            UsedCores = _before is null ? 0 : (read.Processor - _readBefore.Processor).TotalSeconds / length,
            AllowedCores = Environment.ProcessorCount,
            HostCores = Environment.ProcessorCount,
            Paused = _before is null ? 0 : (read.Paused - _readBefore.Paused).TotalSeconds / length,
            Late = Math.Min(1, (second.LateTime - (_before?.LateTime ?? Duration.Zero)).Seconds / length),
            Lateness = second.MaxLateness,
            QueuedWork = read.Queued,
            WorkWait = now - second.At,
            MemoryBytes = read.MemoryBytes,
        };
        (_before, _readBefore) = (second, read);
        _recent.Add(health);
        Series.Add(point, health, harmed);
    }
}
