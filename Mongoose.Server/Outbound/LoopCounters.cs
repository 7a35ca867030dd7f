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

    private long _passes, _latePasses, _late, _longest, _due = Instant.Never.Nanoseconds;

    public long Passes => Volatile.Read(ref _passes);

    public long LatePasses => Volatile.Read(ref _latePasses);

    /// <summary>How long passes took.</summary>
    public DelayHistogram Times { get; } = new();

    /// <summary>Time by which passes were later than <see cref="Late"/>, all together.</summary>
    public Duration LateTime => new(Volatile.Read(ref _late));

    /// <summary>Like <see cref="LateTime"/>, with a pass that is late now; less than before if that pass then does not count.</summary>
    public Duration LateTimeUntil(Instant now)
    {
        // Read first: a pass that begins meanwhile must not count twice.
        Duration past = LateTime;
        return past + Duration.Max(Duration.Zero, Overdue(now) - Late);
    }

    /// <summary>The longest delay of a pass since the last call, with a pass that is late now. Only one thread may call it.</summary>
    public Duration TakeLongest(Instant now) => Duration.Max(new Duration(Interlocked.Exchange(ref _longest, 0)), Overdue(now));

    /// <summary>Publishes when the next pass is due; <see cref="Instant.Never"/> when the thread ends.</summary>
    public void Expect(Instant due) => Volatile.Write(ref _due, due.Nanoseconds);

    /// <summary>Counts a pass that begins. A pass that does not end is late like one that does not begin.</summary>
    public void Begin(Instant due, Instant now)
    {
        Expect(now);
        Duration delay = now - due;
        _passes++;
        if (delay > Late)
        {
            _latePasses++;
            _late += (delay - Late).Nanoseconds;
        }
        if (delay.Nanoseconds > Volatile.Read(ref _longest))
            Volatile.Write(ref _longest, delay.Nanoseconds);
    }

    /// <param name="time">How long the pass took.</param>
    public void End(Duration time) => Times.Add(time);

    private Duration Overdue(Instant now) => Duration.Max(Duration.Zero, now - new Instant(Volatile.Read(ref _due)));
}
