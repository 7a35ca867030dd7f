using Mongoose.Core.Units;

namespace Mongoose.Client.Downloads;

/// <summary>A request that is over, and when its steps happened.</summary>
public sealed record Download
{
    public required DownloadRequest Request { get; init; }

    /// <summary>The status of the last answer; 0 if there was none.</summary>
    public required int Status { get; init; }

    public required DownloadFailure Failure { get; init; }

    /// <summary>Length of the last answer's body.</summary>
    public required long Bytes { get; init; }

    /// <summary>Size of the whole asset, if the answer is a part and says so.</summary>
    public required long? AssetBytes { get; init; }

    /// <summary>The body, if bodies are kept and the download succeeded.</summary>
    public required byte[]? Content { get; init; }

    public required Instant QueuedAt { get; init; }

    /// <summary>When the request was last written; if it never was, when it was last given to a connection.</summary>
    public required Instant WrittenAt { get; init; }

    /// <summary>When the last answer's first byte was read; null if there was none.</summary>
    public required Instant? FirstByteAt { get; init; }

    public required Instant FinishedAt { get; init; }

    /// <summary>The number of retries after failures, each after a pause.</summary>
    public required int Retries { get; init; }

    /// <summary>The number of times that the request was repeated at once, because its connection was closed before its turn.</summary>
    public required int Repeats { get; init; }

    /// <summary>The last connection's number, counted from 1 over all classes.</summary>
    public required int Connection { get; init; }

    public bool Succeeded => Failure == DownloadFailure.None;
}
