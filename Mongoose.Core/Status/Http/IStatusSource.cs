using Mongoose.Core.Status.Page;

namespace Mongoose.Core.Status.Http;

/// <summary>The data that the status page and monitoring read. Thread-safe.</summary>
public interface IStatusSource
{
    /// <summary>Counts the requests that are refused.</summary>
    RefusedRequests Refused { get; }

    /// <summary>The data of the status page, as JSON in UTF-8.</summary>
    /// <param name="request">What the reader asks for.</param>
    /// <param name="withNames">Whether the reader may see visitors' names.</param>
    byte[] Data(PageRequest request, bool withNames);

    /// <summary>An incident as a file, as JSON in UTF-8; null if it is not known, or no longer.</summary>
    /// <param name="id">Its number.</param>
    /// <param name="withNames">Whether the reader may see visitors' names.</param>
    byte[]? Incident(long id, bool withNames);

    /// <summary>The metrics in Prometheus' text format 0.0.4, in UTF-8.</summary>
    /// <param name="withNames">Whether the reader may see visitors' names.</param>
    byte[] Metrics(bool withNames);
}
