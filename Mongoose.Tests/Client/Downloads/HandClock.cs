using Mongoose.Client.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>A clock that the test moves.</summary>
internal sealed class HandClock : IDownloadClock
{
    private readonly object _lock = new();
    private readonly List<Sleeper> _sleepers = [];
    private readonly List<(Duration Time, TaskCompletionSource Begun)> _awaited = [];
    private Instant _now = Instant.Zero;

    public Instant Now
    {
        get
        {
            lock (_lock)
                return _now;
        }
    }

    public Task Delay(Duration time, CancellationToken cancellation)
    {
        Sleeper sleeper = new(time, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)) { Due = Now + time };
        lock (_lock)
        {
            _sleepers.Add(sleeper);
            foreach ((_, TaskCompletionSource begun) in _awaited.Where(awaited => awaited.Time == time))
                begun.TrySetResult();
        }
        cancellation.Register(() => Remove(sleeper)?.TrySetCanceled(cancellation));
        return sleeper.Awake.Task;
    }

    /// <summary>Waits until somebody waits for this time.</summary>
    public Task UntilDelayAsync(double seconds)
    {
        Duration time = Duration.FromSeconds(seconds);
        TaskCompletionSource begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_lock)
        {
            _awaited.Add((time, begun));
            if (_sleepers.Exists(sleeper => sleeper.Time == time))
                begun.TrySetResult();
        }
        return begun.Task.WaitAsync(ScriptedServer.Patience);
    }

    public void Advance(double seconds)
    {
        Sleeper[] due;
        lock (_lock)
        {
            _now += Duration.FromSeconds(seconds);
            due = _sleepers.Where(sleeper => sleeper.Due <= _now).OrderBy(sleeper => sleeper.Due).ToArray();
            _sleepers.RemoveAll(due.Contains);
        }
        foreach (Sleeper sleeper in due)
            sleeper.Awake.TrySetResult();
    }

    private TaskCompletionSource? Remove(Sleeper sleeper)
    {
        lock (_lock)
            return _sleepers.Remove(sleeper) ? sleeper.Awake : null;
    }

    private sealed record Sleeper(Duration Time, TaskCompletionSource Awake)
    {
        public required Instant Due { get; init; }
    }
}
