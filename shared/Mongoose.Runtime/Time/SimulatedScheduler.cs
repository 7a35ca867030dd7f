using Mongoose.Core.Units;

namespace Mongoose.Runtime.Time;

/// <summary>A clock that jumps from event to event: hours pass in seconds, and the same inputs give the same run.</summary>
public sealed class SimulatedScheduler : IScheduler
{
    private readonly TimerQueue _events = new();

    public Instant Now { get; private set; } = Instant.Zero;

    /// <summary>The number of events run so far.</summary>
    public long EventsRun { get; private set; }

    public void At(Instant time, Action action) => _events.Add(Instant.Max(time, Now), action);

    public void AfterWork(Duration work, Action then) => At(Now + work, then);

    /// <summary>Runs all events up to and including <paramref name="end"/>, and stops there.</summary>
    public void RunUntil(Instant end)
    {
        while (_events.TryTake(end, out Action? action, out Instant time))
        {
            Now = time;
            EventsRun++;
            action();
        }
        Now = Instant.Max(Now, end);
    }

    public void RunFor(Duration time) => RunUntil(Now + time);
}
