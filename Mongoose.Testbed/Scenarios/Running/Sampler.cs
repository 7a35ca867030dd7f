using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Looks at something from its start on, every 100 ms, until it is stopped.</summary>
/// <param name="scheduler">On whose thread it looks.</param>
/// <param name="origin">The run's begin on that clock.</param>
/// <param name="look">Gets the time since then.</param>
internal sealed class Sampler(IScheduler scheduler, Instant origin, Action<Duration> look)
{
    private static readonly Duration Interval = Duration.FromMilliseconds(100);

    private bool _stopped;

    public void Start() => Look();

    public void Stop() => _stopped = true;

    private void Look()
    {
        if (_stopped)
            return;
        look(scheduler.Now - origin);
        scheduler.At(scheduler.Now + Interval, Look);
    }
}
