using Mongoose.Core.Status.Metrics;

namespace Mongoose.Core.Status.Http;

/// <summary>Counts the requests for the page and the metrics that were refused. Thread-safe.</summary>
public sealed class RefusedRequests
{
    private static readonly Refusal[] Reasons = Enum.GetValues<Refusal>();

    private readonly long[] _counts = new long[Reasons.Length];

    /// <summary>The counts as a metric, by reason.</summary>
    public Metric Metric => new("mongoose_status_refused_total", MetricKind.Counter,
        "Requests for the status page and the metrics that were refused.",
        () => Reasons.Select(reason => new Sample(Volatile.Read(ref _counts[(int)reason]), ("reason", NameOf(reason)))));

    /// <summary>Counts a refused request.</summary>
    public void Count(Refusal reason) => Interlocked.Increment(ref _counts[(int)reason]);

    private static string NameOf(Refusal reason) => reason switch
    {
        Refusal.Address => "address",
        Refusal.HostName => "host_name",
        Refusal.NoPassword => "no_password",
        Refusal.WrongPassword => "wrong_password",
        Refusal.TooManyWrongPasswords => "too_many_wrong_passwords",
        _ => throw new ArgumentOutOfRangeException(nameof(reason), reason, null),
    };
}

/// <summary>Why a request is refused.</summary>
public enum Refusal
{
    /// <summary>The reader's address is not allowed.</summary>
    Address,

    /// <summary>There is no password, and the reader asked for the host by a name.</summary>
    HostName,

    /// <summary>The request has no password.</summary>
    NoPassword,

    /// <summary>The request has another password.</summary>
    WrongPassword,

    /// <summary>The reader's address has sent too many wrong passwords: the request's password was not compared.</summary>
    TooManyWrongPasswords,
}
