namespace Mongoose.Client.Downloads;

/// <summary>Counters of a <see cref="Downloader"/>; can be read at any time, on any thread.</summary>
public sealed class DownloadCounters
{
    private readonly long[] _failures = new long[Enum.GetValues<DownloadFailure>().Length];
    private long _received;
    private long _repeated;
    private long _requested;
    private long _retried;
    private long _succeeded;
    private long _timedOut;
    private int _connections;

    /// <summary>Bytes of headers and bodies; with https, of their plain text.</summary>
    public long ReceivedBytes => Interlocked.Read(ref _received);

    /// <summary>Requests that were queued, finished ones included.</summary>
    public long Requested => Interlocked.Read(ref _requested);

    /// <summary>Connections that were opened or tried.</summary>
    public int Connections => Volatile.Read(ref _connections);

    /// <summary>Requests that were repeated at once, because their connection was closed before their turn.</summary>
    public long Repeated => Interlocked.Read(ref _repeated);

    /// <summary>Retries of failed requests, each after a pause.</summary>
    public long Retried => Interlocked.Read(ref _retried);

    /// <summary>Answers that did not arrive whole in time, including those of requests that were retried.</summary>
    public long TimedOut => Interlocked.Read(ref _timedOut);

    public long Succeeded => Interlocked.Read(ref _succeeded);

    /// <summary>Downloads that failed for good.</summary>
    public long FailedInTotal => Enum.GetValues<DownloadFailure>().Sum(Failed);

    /// <summary>Downloads that failed for good, by reason.</summary>
    public long Failed(DownloadFailure reason) => Interlocked.Read(ref _failures[(int)reason]);

    internal void AddReceived(int bytes) => Interlocked.Add(ref _received, bytes);

    /// <summary>Returns the number of the new connection.</summary>
    internal int AddConnection() => Interlocked.Increment(ref _connections);

    internal void AddRequest() => Interlocked.Increment(ref _requested);

    internal void AddRepeat() => Interlocked.Increment(ref _repeated);

    internal void AddRetry() => Interlocked.Increment(ref _retried);

    internal void AddTimeout() => Interlocked.Increment(ref _timedOut);

    internal void Add(Download finished)
    {
        if (finished.Succeeded)
            Interlocked.Increment(ref _succeeded);
        else
            Interlocked.Increment(ref _failures[(int)finished.Failure]);
    }
}
