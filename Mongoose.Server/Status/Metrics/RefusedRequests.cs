namespace Mongoose.Server.Status.Metrics;

/// <summary>Counts the requests for the page and the metrics that were refused. Thread-safe.</summary>
internal sealed class RefusedRequests
{
    private static readonly string[] Reasons = ["address", "host_name", "no_password", "wrong_password", "too_many_wrong_passwords"];

    private readonly long[] _counts = new long[Reasons.Length];

    public Metric Metric => new("mongoose_status_refused_total", MetricKind.Counter, "Requests for the status page and the metrics that were refused.",
        () => Reasons.Select((reason, i) => new Sample(Volatile.Read(ref _counts[i]), ("reason", reason))));

    public void Count(Refusal reason) => Interlocked.Increment(ref _counts[(int)reason]);
}

/// <summary>Why a request is refused.</summary>
internal enum Refusal
{
    /// <summary>StatusAllow does not list the reader's address.</summary>
    Address,

    /// <summary>There is no password, and the reader asked for the host by a name.</summary>
    HostName,

    NoPassword,

    WrongPassword,

    /// <summary>The reader's address has sent too many wrong passwords: this one was not compared.</summary>
    TooManyWrongPasswords,
}
