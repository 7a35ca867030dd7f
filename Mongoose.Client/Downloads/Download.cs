using Mongoose.Core.Units;

namespace Mongoose.Client.Downloads;

/// <summary>A request that is over, and when its steps happened.</summary>
/// <param name="Request">The request.</param>
/// <param name="Status">The status of the last answer; 0 if the answer did not arrive whole.</param>
/// <param name="Failure">Why it failed for good.</param>
/// <param name="Bytes">Length of the last answer's body; 0 if the answer did not arrive whole.</param>
/// <param name="AssetBytes">Size of the whole asset, if the answer is a part and says so.</param>
/// <param name="Content">The body, if bodies are kept and the download succeeded.</param>
/// <param name="QueuedAt">When it was requested.</param>
/// <param name="WrittenAt">When the request was last written; if it never was, when it was last given to a connection.</param>
/// <param name="FirstByteAt">When the last answer's first byte was read; null if there was none.</param>
/// <param name="FinishedAt">When it was over.</param>
/// <param name="Retries">The number of retries after failures, each after a pause.</param>
/// <param name="Repeats">The number of times that the request was repeated at once: its connection was closed before its turn.</param>
/// <param name="Connection">The last connection's number, counted from 1 over all classes.</param>
public sealed record Download(
    DownloadRequest Request, int Status, DownloadFailure Failure, long Bytes, long? AssetBytes, byte[]? Content,
    Instant QueuedAt, Instant WrittenAt, Instant? FirstByteAt, Instant FinishedAt, int Retries, int Repeats, int Connection)
{
    public bool Succeeded => Failure == DownloadFailure.None;
}
