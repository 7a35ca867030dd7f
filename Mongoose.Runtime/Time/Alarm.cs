using Mongoose.Core.Units;

namespace Mongoose.Runtime.Time;

/// <summary>
/// One wake-up that can be moved. Setting it later than before lets the earlier event pass unused instead of searching for it.
/// </summary>
public sealed class Alarm
{
    private readonly IScheduler _scheduler;
    private readonly Action _action;
    private readonly Action _fire;
    private Instant _due = Instant.Never;
    private Instant _earliestEvent = Instant.Never;

    public Alarm(IScheduler scheduler, Action action)
    {
        _scheduler = scheduler;
        _action = action;
        _fire = Fire;
    }

    /// <summary>When it will go off; <see cref="Instant.Never"/> if it is not set.</summary>
    public Instant Due => _due;

    /// <summary>Goes off at <paramref name="time"/> instead of whatever was set before.</summary>
    public void Set(Instant time)
    {
        _due = time;
        if (time < _earliestEvent)
        {
            _earliestEvent = time;
            _scheduler.At(time, _fire);
        }
    }

    /// <summary>Goes off at <paramref name="time"/> unless it is set to go off earlier.</summary>
    public void SetNoLaterThan(Instant time)
    {
        if (time < _due)
            Set(time);
    }

    public void Cancel() => _due = Instant.Never;

    private void Fire()
    {
        Instant now = _scheduler.Now;
        if (now < _earliestEvent)
            return; // Replaced by an earlier event that has already fired and set the alarm anew.
        _earliestEvent = Instant.Never;
        if (_due == Instant.Never)
            return;
        if (now < _due)
        {
            Set(_due);
            return;
        }
        _due = Instant.Never;
        _action();
    }
}
