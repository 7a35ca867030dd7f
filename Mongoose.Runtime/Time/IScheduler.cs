using Mongoose.Core.Units;

namespace Mongoose.Runtime.Time;

/// <summary>
/// A clock with alarms: all that links, regions and viewers know of time. One implementation follows the host's clock, another
/// jumps from event to event. Every action runs on the scheduler's one thread, so components need no locks.
/// </summary>
public interface IScheduler
{
    Instant Now { get; }

    /// <summary>
    /// Runs <paramref name="action"/> at <paramref name="time"/>, or as soon as possible if that has passed; in order of time, then of
    /// asking. Call it on the scheduler's thread. Pass a delegate that you keep, and nothing is allocated.
    /// </summary>
    void At(Instant time, Action action);

    /// <summary>
    /// Runs <paramref name="then"/> when the caller's work of the moment is done. On the host's clock that is at once, for the work itself has
    /// taken its time; a simulated clock moves on by <paramref name="work"/>. For components that do not sleep.
    /// </summary>
    void AfterWork(Duration work, Action then);
}
