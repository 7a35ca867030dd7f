using Mongoose.Client.Viewers;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.OpenSim;

/// <summary>The ages of a walker's updates when they reach another viewer. All calls are on the scheduler's thread.</summary>
/// <param name="scheduler">The scheduler of both viewers.</param>
/// <param name="observer">The viewer that receives the walker's updates.</param>
internal sealed class WalkerAges(IScheduler scheduler, TurningWalker walker, Viewer observer)
{
    private readonly Instant?[] _counted = new Instant?[TurningWalker.Headings];

    /// <summary>Called with each age as it is measured, from the sending of a heading to its first arrival.</summary>
    public Action<Duration>? Measured { get; set; }

    public void Start() => observer.ObjectMoved = OnObjectMoved;

    public void Stop() => observer.ObjectMoved = null;

    private void OnObjectMoved(TerseMotion update)
    {
        if (!observer.Objects.TryGetAvatar(walker.Id, out uint localId) || update.LocalId != localId)
            return;
        int heading = TurningWalker.HeadingOf(update.Motion.Rotation);
        // Only the first arrival counts: the same heading is repeated when only the position has changed.
        if (walker.SentAt(heading) is not { } sentAt || _counted[heading] == sentAt)
            return;
        _counted[heading] = sentAt;
        Measured?.Invoke(scheduler.Now - sentAt);
    }
}
