using System.Globalization;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Server.Downloads;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.Metrics;

/// <summary>The metrics of each visitor. They end with the visitor's circuit.</summary>
/// <param name="servers">Returns the running regions.</param>
/// <param name="queueDelay">Returns the 99th percentile of the time that a circuit's packets waited recently; null if it is unknown.</param>
/// <param name="withNames">Whether the label "visitor" is the visitor's name; otherwise it is the circuit's number.</param>
internal sealed class VisitorMetrics(
    Func<IReadOnlyList<MongooseUdpServer>> servers, Func<CircuitSender<ClientCircuit>, Duration?> queueDelay, bool withNames)
{
    public IReadOnlyList<Metric> All =>
    [
        Gauge("asked_rate_bytes", "Rate that the viewer asks for, in bytes per second.", (server, circuit) => server.RequestedRate(circuit)?.BytesPerSecond),
        Gauge("allowed_rate_bytes", "Rate that OpenSimulator allows the viewer, in bytes per second.", (_, circuit) => circuit.AskedRate.BytesPerSecond),
        Gauge("path_rate_bytes", "Rate that path control permits, in bytes per second.", (_, circuit) => circuit.ActivePath?.Control?.Rate.BytesPerSecond),
        Gauge("rate_bytes", "Rate that the circuit may use now, in bytes per second.", (server, circuit) => server.RateNow(circuit).BytesPerSecond),
        Counter("sent_bytes_total", "Bytes of UDP payload sent to the visitor.", circuit => circuit.Counters.TotalBytes),
        Gauge("path_delay_seconds", "Time that packets wait in queues on the path.", (_, circuit) => circuit.ActivePath?.QueueingDelay.Seconds),
        Gauge("queue_delay_seconds", "Time in the region's queues that 99 of 100 packets did not exceed recently.", (_, circuit) => queueDelay(circuit)?.Seconds),
        Counter("tracked_packets_total", "Reliable packets sent whose acknowledgements are tracked.", circuit => circuit.Counters.TotalPath.Sent),
        Counter("lost_packets_total", "Tracked packets that were found lost.", circuit => circuit.Counters.TotalPath.Found),
        Counter("spurious_losses_total", "Packets found lost that arrived after all.", circuit => circuit.Counters.TotalPath.Spurious),
        Gauge("unacked_bytes", "Bytes sent and not yet acknowledged.", (_, circuit) => circuit.Port.Client.UnackedBytes),
        Gauge("download_rate_bytes", "Rate at which the visitor's downloads by HTTP arrive, in bytes per second.", (server, circuit) => Downloads(server, circuit)?.Rate.BytesPerSecond),
        Gauge("download_queue_seconds", "Time that packets of these downloads wait in queues on the line.", (server, circuit) => Downloads(server, circuit)?.Queueing.Seconds),
        Of("limited", MetricKind.Gauge, "1 for what held the circuit back in the last second.", (_, circuit) => Limited(circuit)),
    ];

    /// <summary>The visitor's downloads, at the circuit of the region where the avatar is.</summary>
    private static DownloadFigures? Downloads(MongooseUdpServer server, CircuitSender<ClientCircuit> circuit) => circuit.Port.IsChild ? null : server.DownloadsOf(circuit);

    private static IEnumerable<Sample> Limited(CircuitSender<ClientCircuit> circuit) =>
        circuit.Limit == LimitedBy.Nothing ? [] : [new Sample(1, ("by", RegionMetrics.LabelOf(circuit.Limit)))];

    private Metric Gauge(string name, string help, Func<MongooseUdpServer, CircuitSender<ClientCircuit>, double?> value) =>
        Of(name, MetricKind.Gauge, help, (server, circuit) => value(server, circuit) is { } number ? [new Sample(number)] : []);

    private Metric Counter(string name, string help, Func<CircuitSender<ClientCircuit>, long> value) =>
        Of(name, MetricKind.Counter, help, (_, circuit) => [new Sample(value(circuit))]);

    private Metric Of(string name, MetricKind kind, string help, Func<MongooseUdpServer, CircuitSender<ClientCircuit>, IEnumerable<Sample>> read) =>
        new($"mongoose_visitor_{name}", kind, help, () =>
            from server in servers()
            from circuit in server.Circuits
            from sample in read(server, circuit)
            select sample.With(Labels(server, circuit)));

    /// <summary>
    /// The circuit's number is a label beside the name, because a visitor who logs in again while the old circuit is still open would otherwise have
    /// two series with the same labels.
    /// </summary>
    private (string, string)[] Labels(MongooseUdpServer server, CircuitSender<ClientCircuit> circuit)
    {
        string number = circuit.Port.Number.ToString(CultureInfo.InvariantCulture);
        string visitor = withNames ? circuit.Port.View.Name : number;
        return [("region", server.Scene.Name), ("visitor", visitor), ("circuit", number), ("kind", RegionMetrics.KindOf(circuit.Port))];
    }
}
