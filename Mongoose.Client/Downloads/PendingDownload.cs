using Mongoose.Core.Units;

namespace Mongoose.Client.Downloads;

/// <summary>A request that is not over. Its pool's lock guards it.</summary>
internal sealed class PendingDownload(DownloadRequest request, Instant queuedAt, Action<Download>? then)
{
    public DownloadRequest Request { get; } = request;

    public Origin Origin { get; } = Origin.From(request.Address);

    /// <summary>Called once, when it is over.</summary>
    public Action<Download>? Then { get; } = then;

    public Instant WrittenAt { get; set; }

    public Instant? FirstByteAt { get; set; }

    public int Retries { get; set; }

    public int Repeats { get; set; }

    public int Connection { get; set; }

    /// <summary>Cancelled when the attempt is over before its timeout; null between attempts.</summary>
    public CancellationTokenSource? Attempt { get; set; }

    /// <summary>Ends the attempt, so that it can no longer time out.</summary>
    public void EndAttempt()
    {
        Attempt?.Cancel();
        Attempt = null;
    }

    public Download Finish(AttemptResult outcome, Instant now) => new(
        Request,
        Status: outcome.Head?.Status ?? 0,
        outcome.Failure,
        Bytes: outcome.Bytes,
        AssetBytes: outcome.Head?.AssetBytes,
        Content: outcome.Failure == DownloadFailure.None ? outcome.Content : null,
        QueuedAt: queuedAt,
        WrittenAt: WrittenAt,
        FirstByteAt: FirstByteAt,
        FinishedAt: now,
        Retries: Retries,
        Repeats: Repeats,
        Connection: Connection);
}
