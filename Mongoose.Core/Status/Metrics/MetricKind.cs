namespace Mongoose.Server.Status.Metrics;

/// <summary>The kinds of metrics, named as in Prometheus' text format.</summary>
internal enum MetricKind
{
    Counter,
    Gauge,
    Histogram,
}
