using Mongoose.Core.Units;
using Mongoose.Server.Outbound;

namespace Mongoose.Server.Status.Health;

/// <summary>How late the sending threads of the regions were.</summary>
internal sealed class LateThreads
{
    private Dictionary<LoopCounters, Duration> _before = [];

    /// <summary>The lateness since the last call.</summary>
    /// <returns>The late time of the thread that was late for longest, and the longest delay of any.</returns>
    public (Duration Late, Duration Longest) Take(IEnumerable<LoopCounters> loops, Instant now)
    {
        Dictionary<LoopCounters, Duration> totals = [];
        Duration late = Duration.Zero, longest = Duration.Zero;
        foreach (LoopCounters loop in loops)
        {
            Duration total = totals[loop] = loop.LateTimeUntil(now);
            late = Duration.Max(late, total - _before.GetValueOrDefault(loop, total));
            longest = Duration.Max(longest, loop.TakeLongest(now));
        }
        _before = totals;
        return (late, longest);
    }
}
