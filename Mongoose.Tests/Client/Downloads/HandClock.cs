using Mongoose.Client.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Downloads;

/// <summary>A clock that the test moves.</summary>
internal sealed class HandClock : IDownloadClock
{
    private readonly object _lock = new();
    private readonly List<(Instant Due, TaskCompletionSource Awake)> _sleepers = [];
    private readonly List<(Instant Due, TaskCompletionSource Begun)> _awaited = [];
    private Instant _now = Instant.Zero;

    public Instant Now
    {
        get
        {
            lock (_lock)
                return _now;
        }
    }

    public Task WaitUntilAsync(Instant time, CancellationToken cancellation)
    {
        TaskCompletionSource awake = Create();
        lock (_lock)
        {
            if (time <= _now)
                return Task.CompletedTask;
            _sleepers.Add((time, awake));
            foreach ((_, TaskCompletionSource begun) in _awaited.Where(awaited => awaited.Due == time))
                begun.TrySetResult();
        }
        cancellation.Register(() => Cancel(awake, cancellation));
        return awake.Task;
    }

    /// <summary>Waits until somebody waits for the time that is so far from now.</summary>
    public Task UntilWaitAsync(double seconds)
    {
        TaskCompletionSource begun = Create();
        lock (_lock)
        {
            Instant due = _now + Duration.FromSeconds(seconds);
            _awaited.Add((due, begun));
            if (_sleepers.Exists(sleeper => sleeper.Due == due))
                begun.TrySetResult();
        }
        return begun.Task.WaitAsync(ScriptedServer.Patience);
    }

    public void Advance(double seconds)
    {
        (Instant Due, TaskCompletionSource Awake)[] due;
        lock (_lock)
        {
            _now += Duration.FromSeconds(seconds);
            due = _sleepers.Where(sleeper => sleeper.Due <= _now).OrderBy(sleeper => sleeper.Due).ToArray();
            _sleepers.RemoveAll(due.Contains);
        }
        foreach ((_, TaskCompletionSource awake) in due)
            awake.TrySetResult();
    }

    private static TaskCompletionSource Create() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private void Cancel(TaskCompletionSource awake, CancellationToken cancellation)
    {
        lock (_lock)
            _sleepers.RemoveAll(sleeper => sleeper.Awake == awake);
        awake.TrySetCanceled(cancellation);
    }
}
