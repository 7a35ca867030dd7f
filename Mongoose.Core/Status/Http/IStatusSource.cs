namespace Mongoose.Core.Status.Http;

/// <summary>The data that the status page and monitoring read. Thread-safe.</summary>
public interface IStatusSource
{
    /// <summary>Counts the requests that are refused.</summary>
    RefusedRequests Refused { get; }

    /// <summary>The data of the status page, as JSON in UTF-8.</summary>
    /// <param name="after">Number of the last point of history that the reader has; 0 for all of the last ten minutes.</param>
    /// <param name="withNames">Whether the reader may see visitors' names.</param>
    byte[] Data(long after, bool withNames);

    /// <summary>The metrics in Prometheus' text format 0.0.4, in UTF-8.</summary>
    /// <param name="withNames">Whether the reader may see visitors' names.</param>
    byte[] Metrics(bool withNames);
}
