using System.Diagnostics.Metrics;
using Mongoose.Core.Status.Metrics;

namespace Mongoose.Server.Status.Metrics;

/// <summary>
/// Publishes metrics on a meter of System.Diagnostics.Metrics, for dotnet-counters and OpenTelemetry. It costs nothing while there is
/// no listener. A histogram is published as counters of its buckets, sum and count, because a meter has no observable histogram.
/// </summary>
internal sealed class MongooseMeter : IDisposable
{
    public const string Name = "Mongoose";

    public MongooseMeter(IEnumerable<Metric> metrics)
    {
        foreach (Metric metric in metrics)
        {
            if (metric.Kind == MetricKind.Gauge)
                Meter.CreateObservableGauge(metric.Name, () => Read(metric, ""), null, metric.Help);
            else
                foreach (string suffix in metric.Kind == MetricKind.Histogram ? (string[])["_bucket", "_sum", "_count"] : [""])
                    Meter.CreateObservableCounter(metric.Name + suffix, () => Read(metric, suffix), null, metric.Help);
        }
    }

    public Meter Meter { get; } = new(Name);

    public void Dispose() => Meter.Dispose();

    private static IEnumerable<Measurement<double>> Read(Metric metric, string suffix) =>
        metric.Read().Where(sample => sample.Suffix == suffix).Select(sample => new Measurement<double>(sample.Value, sample.Labels));
}
