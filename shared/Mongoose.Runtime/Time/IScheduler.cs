using Mongoose.Core.Units;

namespace Mongoose.Runtime.Time;

/// <summary>
/// A clock with alarms: the only source of time for links, regions and viewers. One implementation follows the host's clock, another jumps
/// from event to event. Every action runs on the scheduler's one thread, so components need no locks.
/// </summary>
public interface IScheduler
{
    Instant Now { get; }

    /// <summary>
    /// Runs <paramref name="action"/> at <paramref name="time"/>, or as soon as possible if that time has passed. Actions run in order of
    /// time, then in order of the calls. Call it on the scheduler's thread. If the delegate is reused, nothing is allocated.
    /// </summary>
    void At(Instant time, Action action);

    /// <summary>
    /// Runs <paramref name="then"/> when the caller's current work is done. On the host's clock that is immediately, because the work
    /// itself has taken its time; a simulated clock moves on by <paramref name="work"/>. For components that do not sleep.
    /// </summary>
    void AfterWork(Duration work, Action then);
}
