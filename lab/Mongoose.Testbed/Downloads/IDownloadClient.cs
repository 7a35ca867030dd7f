using Mongoose.Client.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Downloads;

/// <summary>A viewer's HTTP client, real or simulated.</summary>
internal interface IDownloadClient
{
    /// <summary>Queues a request.</summary>
    /// <param name="what">The object to load.</param>
    /// <param name="part">The part of the object; null: the whole object, without a Range header.</param>
    /// <param name="over">Called when the request is over, on any thread; not if the client ends first.</param>
    void Request(DownloadObject what, ByteRange? part, Action<FinishedRequest> over);

    /// <summary>The counters so far.</summary>
    DownloadTotals Totals { get; }
}

/// <summary>A request that is over.</summary>
/// <param name="Succeeded">Whether the request was answered, perhaps after retries.</param>
/// <param name="WrittenAt">When it was last written.</param>
/// <param name="FirstByteAt">When its answer's first byte arrived; null if none has.</param>
/// <param name="FinishedAt">When it was over.</param>
internal readonly record struct FinishedRequest(bool Succeeded, Instant WrittenAt, Instant? FirstByteAt, Instant FinishedAt);

/// <summary>Counters of a viewer's HTTP client.</summary>
/// <param name="Connections">Connections opened or tried.</param>
/// <param name="Retries">Requests tried again, after a pause, because they had failed.</param>
/// <param name="Repeats">Requests repeated at once, because their connection was closed before their turn.</param>
/// <param name="Timeouts">Requests whose answer was not complete in time.</param>
internal readonly record struct DownloadTotals(long Connections, long Retries, long Repeats, long Timeouts);
