using Mongoose.Core.Units;

namespace Mongoose.Client.Downloads;

/// <summary>
/// The downloads of one class: first come, first served. A lock guards the state, as every connection has tasks of its own. Callbacks are
/// called without the lock.
/// </summary>
internal sealed partial class ConnectionPool(DownloaderCore core, ClassHabits habits)
{
    private readonly object _lock = new();
    private readonly OpenWindow _window = new(habits);
    private readonly ConnectionSet _connections = new(habits);
    private readonly Queue<PendingDownload> _queued = new();

    /// <summary>Requests that are given to the next connection that has room.</summary>
    private readonly LinkedList<PendingDownload> _ready = new();

    private bool _hasStopped;

    public void Add(PendingDownload download)
    {
        lock (_lock)
        {
            _queued.Enqueue(download);
            Dispatch();
        }
    }

    /// <summary>Closes the connections. Unfinished requests get no callback.</summary>
    public void Stop()
    {
        lock (_lock)
        {
            _hasStopped = true;
            foreach (PendingDownload download in _ready.Concat(_connections.All.SelectMany(connection => connection.InFlight)))
                download.EndAttempt();
            _connections.CloseAll();
        }
    }

    /// <summary>Gives requests to connections as long as one has room. Call it under the lock, after every change of the state.</summary>
    private void Dispatch()
    {
        if (_hasStopped)
            return;
        while (_queued.Count > 0 && _window.TryEnter())
            _ready.AddLast(_queued.Dequeue());
        while (_ready.First is { Value: PendingDownload next } && _connections.Choose(next.Origin, Connect) is { } connection)
        {
            _ready.RemoveFirst();
            next.Connection = connection.Number;
            next.WrittenAt = core.Now;
            connection.Give(next);
            Begin(next);
        }
    }

    private DownloadConnection Connect(Origin origin)
    {
        DownloadConnection connection = new(this, core, origin);
        core.Tasks.Run(connection.RunAsync);
        return connection;
    }

    /// <summary>Begins an attempt. An attempt that is repeated on another connection has begun before, and gets no more time.</summary>
    private void Begin(PendingDownload download)
    {
        if (download.Attempt is not null)
            return;
        CancellationTokenSource attempt = download.Attempt = new CancellationTokenSource();
        // The task may start late; the time counts from now.
        Instant end = core.Now + habits.Timeout;
        core.Tasks.Run(async () =>
        {
            if (await HasComeAsync(end, attempt.Token).ConfigureAwait(false))
                TimedOut(download, attempt);
        });
    }

    private async Task RetryAsync(PendingDownload download, Instant time)
    {
        if (!await HasComeAsync(time, core.Stopping).ConfigureAwait(false))
            return;
        lock (_lock)
        {
            // Viewers take retries before other requests.
            _ready.AddFirst(download);
            Dispatch();
        }
    }

    /// <summary>Waits until a time; false if cancelled.</summary>
    private async Task<bool> HasComeAsync(Instant time, CancellationToken cancellation)
    {
        try
        {
            await core.Options.Clock.WaitUntilAsync(time, cancellation).ConfigureAwait(false);
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}
