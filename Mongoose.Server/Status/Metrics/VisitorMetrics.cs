using System.Globalization;
using Mongoose.Core.Sending;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.Metrics;

/// <summary>The metrics of each visitor. They end with the visitor's circuit.</summary>
internal static class VisitorMetrics
{
    /// <param name="withNames">Whether the label "visitor" is the visitor's name; otherwise it is the circuit's number.</param>
    public static IReadOnlyList<Metric> All(bool withNames) =>
    [
        Gauge("asked_rate_bytes", "Rate that the viewer asks for, in bytes per second.",
            (server, circuit) => server.RequestedRate(circuit)?.BytesPerSecond ?? circuit.AskedRate.BytesPerSecond, withNames),
        Gauge("allowed_rate_bytes", "Rate that OpenSimulator allows the viewer, in bytes per second.", (_, circuit) => circuit.AskedRate.BytesPerSecond, withNames),
        Gauge("path_rate_bytes", "Rate that path control permits, in bytes per second.", (_, circuit) => circuit.ActivePath?.Control?.Rate.BytesPerSecond, withNames),
        Gauge("rate_bytes", "Rate that the circuit may use now, in bytes per second.", (server, circuit) => server.RateNow(circuit).BytesPerSecond, withNames),
        Of("sent_bytes_total", MetricKind.Counter, "Bytes of UDP payload sent to the visitor.", (_, circuit) => circuit.Counters.TotalBytes, withNames),
        Gauge("path_delay_seconds", "Time that packets wait in queues on the path.", (_, circuit) => circuit.ActivePath?.QueueingDelay.Seconds, withNames),
        Of("tracked_packets_total", MetricKind.Counter, "Reliable packets sent whose acknowledgements are tracked.",
            (_, circuit) => circuit.Counters.TotalPath.Sent, withNames),
        Of("lost_packets_total", MetricKind.Counter, "Tracked packets that three later packets have overtaken.",
            (_, circuit) => circuit.Counters.TotalPath.Lost, withNames),
        Gauge("unacked_bytes", "Bytes sent and not yet acknowledged.", (_, circuit) => circuit.Port.Client.UnackedBytes, withNames),
        new Metric("mongoose_visitor_limited", MetricKind.Gauge, "1 for what held the circuit back in the last second.", () => Circuits()
            .Where(found => found.Circuit.Limit != LimitedBy.Nothing)
            .Select(found => new Sample(1, [.. Labels(found.Server, found.Circuit, withNames), ("by", RegionMetrics.LabelOf(found.Circuit.Limit))]))),
    ];

    private static Metric Gauge(string name, string help, Func<MongooseUdpServer, CircuitSender<ClientCircuit>, double?> value, bool withNames) =>
        Of(name, MetricKind.Gauge, help, value, withNames);

    private static Metric Of(
        string name, MetricKind kind, string help, Func<MongooseUdpServer, CircuitSender<ClientCircuit>, double?> value, bool withNames) =>
        new($"mongoose_visitor_{name}", kind, help, () => Circuits()
            .Select(found => (found, Value: value(found.Server, found.Circuit)))
            .Where(pair => pair.Value is not null)
            .Select(pair => new Sample(pair.Value!.Value, Labels(pair.found.Server, pair.found.Circuit, withNames))));

    private static IEnumerable<(MongooseUdpServer Server, CircuitSender<ClientCircuit> Circuit)> Circuits() =>
        RunningServers.All.SelectMany(server => server.Circuits.Select(circuit => (server, circuit)));

    /// <summary>
    /// The number is a label even beside the name, because a visitor who logs in again while the old circuit is still open would otherwise have two
    /// series with the same labels.
    /// </summary>
    private static (string, string)[] Labels(MongooseUdpServer server, CircuitSender<ClientCircuit> circuit, bool withNames)
    {
        string number = circuit.Port.Number.ToString(CultureInfo.InvariantCulture);
        return
        [
            ("region", server.Scene.Name),
            ("visitor", withNames ? circuit.Port.View.Name : number),
            ("circuit", number),
            ("kind", RegionMetrics.KindOf(circuit.Port)),
        ];
    }
}
