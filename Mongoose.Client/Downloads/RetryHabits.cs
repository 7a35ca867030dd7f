using Mongoose.Core.Units;

namespace Mongoose.Client.Downloads;

/// <summary>When a viewer repeats a failed request (HttpPolicy::retryOp in _httppolicy.cpp).</summary>
public sealed record RetryHabits
{
    /// <summary>Retries of one request.</summary>
    public int Limit { get; init; } = 5;

    /// <summary>The pause before the first retry; it doubles with each.</summary>
    public Duration FirstPause { get; init; } = Duration.FromSeconds(1);

    public Duration MaxPause { get; init; } = Duration.FromSeconds(5);

    /// <summary>Viewers ignore a Retry-After of this length or longer.</summary>
    private static readonly Duration TooLong = Duration.FromSeconds(30);

    /// <summary>Whether another attempt may succeed (HttpStatus::isRetryable in httpcommon.cpp).</summary>
    /// <param name="failure">Why the attempt failed.</param>
    /// <param name="status">The answer's status; 0 if there was none.</param>
    public static bool MayHelp(DownloadFailure failure, int status) => failure switch
    {
        DownloadFailure.Timeout or DownloadFailure.Connection or DownloadFailure.WrongRange => true,
        DownloadFailure.Status => status is >= 499 and <= 599,
        _ => false,
    };

    /// <param name="retries">The number of earlier retries.</param>
    /// <param name="retryAfter">The pause that the server asks for; null if it asks for none.</param>
    public Duration Pause(int retries, Duration? retryAfter) =>
        retryAfter is { } asked && asked > Duration.Zero && asked < TooLong
            ? asked
            : Duration.Min(FirstPause * Math.Pow(2, retries), MaxPause);
}
