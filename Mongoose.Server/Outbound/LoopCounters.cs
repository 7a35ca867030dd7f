using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Server.Outbound;

/// <summary>
/// Counts the passes of a region's sending thread since the region's start. That thread writes without a lock; other threads read values
/// that are at most one pass old.
/// </summary>
internal sealed class LoopCounters
{
    /// <summary>A pass that begins more than this after it was due is late: two poll intervals of a busy circuit.</summary>
    public static readonly Duration Late = Duration.FromMilliseconds(10);

    private long _passes, _latePasses;

    public long Passes => Volatile.Read(ref _passes);

    public long LatePasses => Volatile.Read(ref _latePasses);

    /// <summary>How long passes took.</summary>
    public DelayHistogram Times { get; } = new();

    /// <param name="delay">Time from when the pass was due until it began.</param>
    /// <param name="time">How long the pass took.</param>
    public void Count(Duration delay, Duration time)
    {
        _passes++;
        if (delay > Late)
            _latePasses++;
        Times.Add(time);
    }
}
