using System.Globalization;
using Mongoose.Core.Status.Figures;

namespace Mongoose.Core.Status.Metrics;

/// <summary>The metrics of each visitor. They end with the visitor's circuit.</summary>
/// <param name="circuits">The figures of all circuits.</param>
/// <param name="withNames">Whether the label "visitor" is the visitor's name; otherwise it is the circuit's number.</param>
public sealed class VisitorMetrics(IReadOnlyList<CircuitFigures> circuits, bool withNames)
{
    /// <summary>Old names, which remain for one release, and the names that replace them.</summary>
    public static readonly IReadOnlyList<(string Old, string New)> Replaced =
    [
        ("mongoose_visitor_asked_rate_bytes", "mongoose_visitor_requested_rate_bytes"),
        ("mongoose_visitor_rate_bytes", "mongoose_visitor_current_rate_bytes"),
    ];

    /// <summary>All metrics, also those under old names.</summary>
    public IReadOnlyList<Metric> All
    {
        get
        {
            Metric[] metrics = Make();
            return [.. metrics, .. Replaced.Select(name => UnderOldName(metrics.Single(metric => metric.Name == name.New), name.Old))];
        }
    }

    private Metric[] Make() =>
    [
        Gauge("requested_rate_bytes", "Rate that the viewer requests, in bytes per second.",
            circuit => circuit.RequestedRate?.BytesPerSecond),
        Gauge("allowed_rate_bytes", "Rate that OpenSimulator allows the viewer, in bytes per second.",
            circuit => circuit.AllowedRate.BytesPerSecond),
        Gauge("path_rate_bytes", "Rate that path control permits, in bytes per second.", circuit => circuit.PathRate?.BytesPerSecond),
        Gauge("current_rate_bytes", "Rate that the circuit may use now, in bytes per second.",
            circuit => circuit.CurrentRate.BytesPerSecond),
        Counter("sent_bytes_total", "Bytes of UDP payload sent to the visitor.", circuit => circuit.SentBytes),
        Gauge("path_delay_seconds", "Time that packets wait in queues on the path.", circuit => circuit.PathDelay?.Seconds),
        Gauge("queue_delay_seconds", "Time in the region's queues that 99 of 100 packets did not exceed recently.",
            circuit => circuit.RecentQueueDelay?.Seconds),
        Counter("tracked_packets_total", "Reliable packets sent whose acknowledgements are tracked.", circuit => circuit.Path.Sent),
        Counter("lost_packets_total", "Tracked packets that were found lost.", circuit => circuit.Path.Found),
        Counter("spurious_losses_total", "Packets found lost that arrived after all.", circuit => circuit.Path.Spurious),
        Gauge("unacked_bytes", "Bytes sent and not yet acknowledged.", circuit => circuit.UnackedBytes),
        Gauge("download_rate_bytes", "Rate at which the visitor's downloads by HTTP arrive, in bytes per second.",
            circuit => circuit.DownloadsHere?.Rate.BytesPerSecond),
        Gauge("download_queue_seconds", "Time that packets of these downloads wait in queues on the line.",
            circuit => circuit.DownloadsHere?.Queueing.Seconds),
        Of("limited", MetricKind.Gauge, "1 for what held the circuit back in the last second.", Limited),
    ];

    private static Metric UnderOldName(Metric metric, string name) =>
        metric with { Name = name, Help = $"Replaced by {metric.Name}, and to be removed in the release after the next." };

    private static IEnumerable<Sample> Limited(CircuitFigures circuit) =>
        Cause.Of(circuit.Limit) is { } cause ? [new Sample(1, ("by", cause.Label))] : [];

    private Metric Gauge(string name, string help, Func<CircuitFigures, double?> value) =>
        Of(name, MetricKind.Gauge, help, circuit => value(circuit) is { } number ? [new Sample(number)] : []);

    private Metric Counter(string name, string help, Func<CircuitFigures, long> value) =>
        Of(name, MetricKind.Counter, help, circuit => [new Sample(value(circuit))]);

    private Metric Of(string name, MetricKind kind, string help, Func<CircuitFigures, IEnumerable<Sample>> read) =>
        new($"mongoose_visitor_{name}", kind, help, () =>
            from circuit in circuits
            from sample in read(circuit)
            select sample.With(Labels(circuit)));

    /// <summary>
    /// The circuit's number is a label beside the name, because a visitor who logs in again while the old circuit is still open would
    /// otherwise have two series with the same labels.
    /// </summary>
    private (string, string)[] Labels(in CircuitFigures circuit)
    {
        string number = circuit.Number.ToString(CultureInfo.InvariantCulture);
        return [("region", circuit.Region), ("visitor", withNames ? circuit.Name : number), ("circuit", number), ("kind", circuit.Kind)];
    }
}
