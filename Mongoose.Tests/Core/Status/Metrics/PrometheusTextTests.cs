using System.Text;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Metrics;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Metrics;

/// <summary>Metrics of any program in Prometheus' text format.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class PrometheusTextTests
{
    [Test]
    public void A_metric_has_its_help_its_type_and_a_line_for_each_value() => Assert.That(
        Write(new Metric("a_total", MetricKind.Counter, "Counts.", () => [new Sample(2), new Sample(0.5, ("by", "x"), ("of", "y"))])),
        Is.EqualTo("# HELP a_total Counts.\n# TYPE a_total counter\na_total 2\na_total{by=\"x\",of=\"y\"} 0.5\n"));

    [Test]
    public void Label_values_and_helps_are_escaped() => Assert.That(
        Write(new Metric("a", MetricKind.Gauge, "A\nB\\", () => [new Sample(1, ("name", "\"\\\n"))])),
        Is.EqualTo("# HELP a A\\nB\\\\\n# TYPE a gauge\na{name=\"\\\"\\\\\\n\"} 1\n"));

    [Test]
    public void More_labels_come_first() => Assert.That(
        new Sample(1, ("by", "x")).With(("region", "r")).Labels.Select(label => label.Key), Is.EqualTo(new[] { "region", "by" }));

    [Test]
    public void A_histogram_has_cumulative_buckets_a_sum_and_a_count()
    {
        DelayHistogram delays = new();
        Assert.That(DelayBuckets.Of(delays), Is.Empty);
        delays.Add(Duration.FromMilliseconds(1));
        delays.Add(Duration.FromMilliseconds(10));
        delays.Add(Duration.FromSeconds(10));
        string text = Write(new Metric("d", MetricKind.Histogram, "D.", () => DelayBuckets.Of(delays, ("channel", "task"))));
        Assert.That(text, Does.Contain("d_bucket{channel=\"task\",le=\"0.001024\"} 1\n").And.Contain("le=\"0.032768\"} 2\n")
            .And.Contain("le=\"4.718592\"} 2\n").And.Contain("le=\"+Inf\"} 3\n").And.Contain("d_count{channel=\"task\"} 3\n")
            .And.Contain("d_sum{channel=\"task\"} 10.011\n"));
    }

    private static string Write(Metric metric) => Encoding.UTF8.GetString(PrometheusText.Write([metric]));
}
