using Mongoose.Core.Units;

namespace Mongoose.Runtime.Time;

/// <summary>
/// A wake-up that can be rescheduled. If the alarm is moved to a later time, the earlier event fires without effect, so that no search for
/// that event is needed.
/// </summary>
public sealed class Alarm
{
    private readonly IScheduler _scheduler;
    private readonly Action _action;
    private readonly Action _fire;
    private Instant _earliestEvent = Instant.Never;

    public Alarm(IScheduler scheduler, Action action)
    {
        _scheduler = scheduler;
        _action = action;
        _fire = Fire;
    }

    /// <summary>When the alarm fires; <see cref="Instant.Never"/> if it is not set.</summary>
    public Instant Due { get; private set; } = Instant.Never;

    /// <summary>Fires at <paramref name="time"/> instead of any time set before.</summary>
    public void Set(Instant time)
    {
        Due = time;
        if (time < _earliestEvent)
        {
            _earliestEvent = time;
            _scheduler.At(time, _fire);
        }
    }

    /// <summary>Fires at <paramref name="time"/> unless an earlier time is set.</summary>
    public void SetNoLaterThan(Instant time)
    {
        if (time < Due)
            Set(time);
    }

    public void Cancel() => Due = Instant.Never;

    private void Fire()
    {
        Instant now = _scheduler.Now;
        if (now < _earliestEvent)
            return; // Another event has replaced this one, and has already fired.
        _earliestEvent = Instant.Never;
        if (Due == Instant.Never)
            return;
        if (now < Due)
        {
            Set(Due);
            return;
        }
        Due = Instant.Never;
        _action();
    }
}
