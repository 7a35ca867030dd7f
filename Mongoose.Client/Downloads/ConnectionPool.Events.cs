using Mongoose.Core.Units;

namespace Mongoose.Client.Downloads;

internal sealed partial class ConnectionPool
{
    /// <summary>A connection can take requests.</summary>
    public void OnOpened(DownloadConnection connection)
    {
        lock (_lock)
        {
            connection.IsOpen = true;
            Dispatch();
        }
    }

    /// <summary>A connection begins to write a request.</summary>
    public void OnRequestWriting(DownloadConnection connection, PendingDownload download)
    {
        lock (_lock)
        {
            if (connection.InFlight.Contains(download))
                download.WrittenAt = core.Now;
        }
    }

    /// <summary>A response begins; returns the request that it answers, null if there is none.</summary>
    public PendingDownload? OnResponseStarted(DownloadConnection connection)
    {
        lock (_lock)
        {
            connection.IsReceiving = true;
            if (connection.InFlight.FirstOrDefault() is not { } download)
                return null;
            download.FirstByteAt = core.Now;
            return download;
        }
    }

    /// <summary>A response has ended.</summary>
    public void OnResponseCompleted(DownloadConnection connection, PendingDownload download, AttemptResult outcome)
    {
        Download? result = null;
        lock (_lock)
        {
            connection.IsReceiving = false;
            connection.HasResponded = true;
            // A request that has timed out is no longer in flight.
            if (connection.InFlight.Remove(download))
                result = Settle(download, outcome);
            if (outcome.Head!.Closes)
                Abandon(connection);
            Dispatch();
        }
        Deliver(download, result);
    }

    /// <summary>A connection has ended, or could not be opened.</summary>
    public void OnClosed(DownloadConnection connection, DownloadFailure failure)
    {
        PendingDownload? first;
        Download? result = null;
        lock (_lock)
        {
            // A server may close an idle connection while a request is on its way: that is not a failure.
            bool wasIdle = failure == DownloadFailure.Connection && connection is { HasResponded: true, IsReceiving: false };
            first = wasIdle ? null : connection.InFlight.FirstOrDefault();
            if (first is not null)
            {
                connection.InFlight.Remove(first);
                result = Settle(first, new AttemptResult(failure));
            }
            Abandon(connection);
            Dispatch();
        }
        Deliver(first, result);
    }

    private void TimedOut(PendingDownload download, CancellationTokenSource attempt)
    {
        Download? result;
        lock (_lock)
        {
            if (download.Attempt != attempt)
                return;
            if (_connections.All.FirstOrDefault(connection => connection.InFlight.Remove(download)) is { } connection)
                Abandon(connection);
            _ready.Remove(download);
            core.Counters.AddTimeout();
            result = Settle(download, new AttemptResult(DownloadFailure.Timeout));
            Dispatch();
        }
        Deliver(download, result);
    }

    /// <summary>
    /// Closes a connection and repeats its unanswered requests at once on other connections, as curl 7.54 does with a broken pipeline. The
    /// repetitions end: each abandoned connection has completed or failed at least one request.
    /// </summary>
    private void Abandon(DownloadConnection connection)
    {
        _connections.Remove(connection);
        connection.Close();
        foreach (PendingDownload download in Enumerable.Reverse(connection.InFlight))
        {
            download.Repeats++;
            download.FirstByteAt = null;
            core.Counters.AddRepeat();
            _ready.AddFirst(download);
        }
        connection.InFlight.Clear();
    }

    /// <summary>Ends an attempt. Returns the result; null if the request is tried again, or if the pool has stopped.</summary>
    private Download? Settle(PendingDownload download, AttemptResult outcome)
    {
        download.EndAttempt();
        if (_hasStopped)
            return null;
        RetryHabits retries = core.Options.Habits.Retries;
        if (!RetryHabits.MayHelp(outcome.Failure, outcome.Head?.Status ?? 0) || download.Retries >= retries.Limit)
        {
            _window.Leave();
            return download.Finish(outcome, core.Now);
        }
        download.FirstByteAt = null;
        core.Counters.AddRetry();
        Instant next = core.Now + retries.Pause(download.Retries++, outcome.Head?.RetryAfter);
        core.Tasks.Run(() => RetryAsync(download, next));
        return null;
    }

    private void Deliver(PendingDownload? download, Download? result)
    {
        if (result is null)
            return;
        core.Counters.Add(result);
        try
        {
            core.Finished(result);
            download?.Then?.Invoke(result);
        }
        catch (Exception exception)
        {
            core.Tasks.Failed(exception);
        }
    }
}
