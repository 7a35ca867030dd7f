namespace Mongoose.Core.Status.Metrics;

/// <summary>The kinds of metrics, named as in Prometheus' text format.</summary>
public enum MetricKind
{
    /// <summary>A value that only grows until its program ends.</summary>
    Counter,

    /// <summary>A value that goes up and down.</summary>
    Gauge,

    /// <summary>Counts of values up to each of some bounds, their sum and their number.</summary>
    Histogram,
}
