namespace Mongoose.Server.Status;

/// <summary>What the status page and the metrics say. Called by the threads of OpenSim's HTTP server.</summary>
internal interface IStatusSource
{
    /// <summary>Returns data.json as UTF-8.</summary>
    /// <param name="after">Number of the last point of history that the reader has; 0 for all of the last ten minutes.</param>
    /// <param name="withNames">Whether visitors' names are included.</param>
    byte[] Data(long after, bool withNames);

    /// <summary>Returns the metrics in Prometheus' text format 0.0.4, as UTF-8.</summary>
    /// <param name="withNames">Whether visitors' names are included.</param>
    byte[] Metrics(bool withNames);
}
