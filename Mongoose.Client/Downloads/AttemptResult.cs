namespace Mongoose.Client.Downloads;

/// <summary>How an attempt ended.</summary>
/// <param name="Failure">Why it failed; <see cref="DownloadFailure.None"/> if it succeeded.</param>
/// <param name="Head">The response's head; null if the response did not arrive whole.</param>
/// <param name="Bytes">The length of the body.</param>
/// <param name="Content">The body of a successful response, if bodies are kept.</param>
internal readonly record struct AttemptResult(DownloadFailure Failure, ResponseHead? Head = null, long Bytes = 0, byte[]? Content = null)
{
    /// <summary>A response that was read whole.</summary>
    public static AttemptResult Of(ResponseHead head, DownloadRequest request, long bytes, byte[]? content) =>
        new(FailureOf(head, request), head, bytes, content);

    private static DownloadFailure FailureOf(ResponseHead head, DownloadRequest request)
    {
        if (!head.IsSuccess)
            return DownloadFailure.Status;
        return head.Status == 206 && head.FirstPosition is { } first && first != (request.Range?.First ?? 0)
            ? DownloadFailure.WrongRange
            : DownloadFailure.None;
    }
}
