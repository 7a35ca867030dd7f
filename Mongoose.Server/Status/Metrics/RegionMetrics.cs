using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Metrics;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.Metrics;

/// <summary>
/// The metrics of regions; docs/operators/metrics.md explains them. Counters count from the region's start, and no command resets them.
/// </summary>
/// <param name="servers">Returns the running regions.</param>
internal sealed class RegionMetrics(Func<IReadOnlyList<MongooseUdpServer>> servers)
{
    /// <summary>The mode whose count is given even if it is 0; the others have no series while no circuit is in them.</summary>
    private static readonly string Usual = PathModeNames.Name(PathMode.Free);

    private static readonly string[] Kinds = [CircuitFigures.KindOf(isChild: false), CircuitFigures.KindOf(isChild: true)];
    private static readonly string[] Modes = [PathModeNames.Off, .. Enum.GetValues<PathMode>().Select(mode => PathModeNames.Name(mode))];

    public IReadOnlyList<Metric> All =>
    [
        Gauge("mongoose_shaping", "Whether Mongoose shapes the region's circuits (1) or stock throttles do (0).",
            server => server.IsShaping ? 1 : 0),
        Of("mongoose_circuits", MetricKind.Gauge, "Open circuits, by kind of agent and mode of path control.", Circuits),
        Of("mongoose_sent_bytes_total", MetricKind.Counter, "Bytes of UDP payload sent, by channel and by whose share paid for them.",
            server => Sent(server, usage => usage.Own.Bytes, usage => usage.Borrowed.Bytes)),
        Of("mongoose_sent_packets_total", MetricKind.Counter, "Packets sent, by channel and by whose share paid for them.",
            server => Sent(server, usage => usage.Own.Packets, usage => usage.Borrowed.Packets)),
        Of("mongoose_resent_bytes_total", MetricKind.Counter, "Bytes of UDP payload sent again, by reason.",
            server => ByReason(server, counts => counts.ResentBytes(ResendReason.Timer),
                counts => counts.ResentBytes(ResendReason.ThreeLater))),
        Of("mongoose_resent_packets_total", MetricKind.Counter, "Packets sent again, by reason.",
            server => ByReason(server, counts => counts.ResentPackets(ResendReason.Timer),
                counts => counts.ResentPackets(ResendReason.ThreeLater))),
        Of("mongoose_lost_packets_total", MetricKind.Counter, "Tracked packets found lost, each once, by what showed the loss first.",
            server => ByReason(server, counts => counts.TotalPath.FoundByTimer, counts => counts.TotalPath.FoundByAcks)),
        Counter("mongoose_spurious_losses_total", "Packets found lost that arrived after all.",
            server => server.Counters.TotalPath.Spurious),
        Counter("mongoose_tracked_packets_total", "Reliable packets sent whose acknowledgments are tracked.",
            server => server.Counters.TotalPath.Sent),
        Of("mongoose_queue_delay_seconds", MetricKind.Histogram, "Time that packets waited in the region's queues, by channel.",
            QueueDelays),
        Of("mongoose_path_delay_seconds", MetricKind.Histogram,
            "Time that packets waited in queues on the path, once per circuit and second.",
            server => DelayBuckets.Of(server.Counters.PathDelays)),
        Of("mongoose_rate_limited_seconds_total", MetricKind.Counter, "Approximate circuit-seconds in which a limit held circuits back.",
            Limited),
        Counter("mongoose_circuit_seconds_total", "Approximate circuit-seconds, limited or not.",
            server => server.Counters.CircuitSeconds),
        Gauge("mongoose_scene_rate_bytes", "The region's total limit in bytes per second; 0 for none.",
            server => server.Limit.BytesPerSecond),
        Counter("mongoose_stalls_total", "How often circuits reached their limit on unacknowledged data.",
            server => server.Counters.TotalStalls),
        Of("mongoose_downloads", MetricKind.Gauge, "Visitors who download by HTTP, by what limits their downloads.",
            DownloadSamples.ByLimit),
        Of("mongoose_downloads_bytes_total", MetricKind.Counter, "Bytes of paced downloads by HTTP, headers included, by capability.",
            server => DownloadSamples.ByCap(server.Downloads, count => count.Bytes)),
        Of("mongoose_downloads_responses_total", MetricKind.Counter, "Paced downloads by HTTP that were sent whole, by capability.",
            server => DownloadSamples.ByCap(server.Downloads, count => count.Responses)),
        Of("mongoose_downloads_seconds_total", MetricKind.Counter,
            "Time from the moment when a download was ready until it was sent, by capability.",
            server => DownloadSamples.ByCap(server.Downloads, count => count.Seconds)),
        Gauge("mongoose_downloads_waiting", "Requests for downloads by HTTP that OpenSimulator has not answered yet.",
            server => server.Downloads.Waiting),
        Of("mongoose_downloads_answer_seconds", MetricKind.Histogram, "Time from such a request until OpenSimulator's answer was ready.",
            server => DelayBuckets.Of(server.Downloads.Answers)),
        Counter("mongoose_downloads_unpaced_total", "Downloads that OpenSimulator sent unpaced, because something had failed.",
            server => server.Downloads.Unpaced.Total),
        Counter("mongoose_failures_total", "Exceptions caught while sending.", server => server.Failures.Count.Total),
        Counter("mongoose_bad_throttles_total", "AgentThrottle messages without valid rates.",
            server => server.Inbound.BadThrottles.Total),
        Of("mongoose_malformed_datagrams_total", MetricKind.Counter, "Malformed datagrams, dropped, by whether the sender has a circuit.",
            server =>
            [
                new Sample(server.Inbound.Malformed.Total, ("from", "viewer")),
                new Sample(server.Inbound.Foreign.Total, ("from", "other")),
            ]),
        Counter("mongoose_loop_seconds_total", "Time that the sending thread spent in passes.", server => server.Loop.Times.Sum.Seconds),
        Counter("mongoose_loop_passes_total", "Passes of the sending thread.", server => server.Loop.Passes),
        Counter("mongoose_loop_late_passes_total", "Passes that began more than 10 ms after they were due.",
            server => server.Loop.LatePasses),
        Counter("mongoose_loop_late_seconds_total", "Time by which these passes were more than 10 ms late.",
            server => server.Loop.LateTime.Seconds),
    ];

    private Metric Gauge(string name, string help, Func<MongooseUdpServer, double> value) =>
        Of(name, MetricKind.Gauge, help, server => [new Sample(value(server))]);

    private Metric Counter(string name, string help, Func<MongooseUdpServer, double> value) =>
        Of(name, MetricKind.Counter, help, server => [new Sample(value(server))]);

    private Metric Of(string name, MetricKind kind, string help, Func<MongooseUdpServer, IEnumerable<Sample>> read) => new(name, kind, help,
        () => servers().SelectMany(server => read(server).Select(sample => sample.With(("region", server.RegionName)))));

    private static IEnumerable<Sample> Circuits(MongooseUdpServer server)
    {
        ILookup<(string, string), CircuitSender<ClientCircuit>> circuits = server.Circuits.ToLookup(
            circuit => (CircuitFigures.KindOf(circuit.Port.IsChild), circuit.Mode.Name()));
        return from kind in Kinds
               from mode in Modes
               let count = circuits[(kind, mode)].Count()
               where count > 0 || mode == Usual
               select new Sample(count, ("kind", kind), ("mode", mode));
    }

    private static IEnumerable<Sample> Sent(MongooseUdpServer server, Func<ChannelUsage, long> own, Func<ChannelUsage, long> borrowed)
    {
        foreach (Channel channel in UsedChannels(server))
        {
            ChannelUsage usage = server.Counters.Usage(channel);
            yield return new Sample(own(usage), ("channel", channel.Name()), ("share", "own"));
            yield return new Sample(borrowed(usage), ("channel", channel.Name()), ("share", "borrowed"));
        }
    }

    private static IEnumerable<Sample> QueueDelays(MongooseUdpServer server) =>
        UsedChannels(server).SelectMany(channel => DelayBuckets.Of(server.Counters.QueueDelays(channel), ("channel", channel.Name())));

    /// <summary>The channels that have sent something: a region that uses few channels has few series.</summary>
    private static IEnumerable<Channel> UsedChannels(MongooseUdpServer server) =>
        Enum.GetValues<Channel>().Where(channel => server.Counters.Usage(channel).Packets > 0);

    private static IEnumerable<Sample> ByReason(
        MongooseUdpServer server, Func<RegionCounters, long> timer, Func<RegionCounters, long> threeLater) =>
        [new Sample(timer(server.Counters), ("reason", "timer")), new Sample(threeLater(server.Counters), ("reason", "three_later"))];

    private static IEnumerable<Sample> Limited(MongooseUdpServer server) =>
        Cause.All.Where(cause => cause.Limit is not null)
            .Select(cause => new Sample(server.Counters.LimitedSeconds(cause.Limit!.Value), ("by", cause.Label)));
}
