using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.TestKit.Hosts;

/// <summary>
/// A clock whose host can stall, like a paused container: actions due in the meantime run at its end, before any socket is read.
/// </summary>
internal sealed class StallingScheduler : IScheduler
{
    private readonly TimerQueue _timers = new();

    public Instant Now { get; private set; }

    public void At(Instant time, Action action) => _timers.Add(time, action);

    public void AfterWork(Duration work, Action then) => At(Now + work, then);

    /// <summary>Runs every action at its time.</summary>
    public void Pass(Duration time)
    {
        Instant end = Now + time;
        while (_timers.TryTake(end, out Action? action, out Instant due))
        {
            Now = Instant.Max(Now, due);
            action();
        }
        Now = end;
    }

    public void StandStill(Duration time)
    {
        Now += time;
        Pass(Duration.Zero);
    }
}
