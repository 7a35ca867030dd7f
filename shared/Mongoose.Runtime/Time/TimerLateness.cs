using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Runtime.Time;

/// <summary>
/// Measures, a hundred times a second, how late timers fire on a thread because the host or the thread is busy. The thread handles
/// datagrams equally late, so the lateness is part of every round trip that the thread measures.
/// </summary>
/// <param name="scheduler">The thread's clock.</param>
public sealed class TimerLateness(IScheduler scheduler)
{
    /// <summary>If the 99th percentile is higher, measured round trips show the host, not only the path.</summary>
    public static readonly Duration Tolerable = Duration.FromMilliseconds(5);

    /// <summary>Waking up this often costs a thread with a thousand sockets 0.02 cores; every millisecond, it would cost 0.2.</summary>
    private static readonly Duration Interval = Duration.FromMilliseconds(10);

    /// <summary>A longer pause of the host counts as this long.</summary>
    private static readonly Duration MaxLateness = Duration.FromSeconds(60);

    private Instant _due;
    private bool _isStopped;

    /// <summary>The lateness of every timer so far.</summary>
    public DelayHistogram Delays { get; } = new();

    public void Begin()
    {
        if (!_isStopped)
            FireAt(scheduler.Now + Interval);
    }

    public void Stop() => _isStopped = true;

    private void FireAt(Instant due)
    {
        _due = due;
        scheduler.At(due, Fire);
    }

    private void Fire()
    {
        if (_isStopped)
            return;
        Instant now = scheduler.Now;
        // The timers that were due during a pause are late too: without them a long pause would count as a single late timer.
        for (Duration late = Duration.Min(now - _due, MaxLateness); late >= Duration.Zero; late -= Interval)
            Delays.Add(late);
        FireAt(now + Interval);
    }
}
