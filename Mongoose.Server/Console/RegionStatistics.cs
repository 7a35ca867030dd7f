using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;
using OpenSim.Framework.Monitoring;

namespace Mongoose.Server.Console;

/// <summary>A region's figures in OpenSim's statistics: category "mongoose", container the region's name.</summary>
internal sealed class RegionStatistics(MongooseUdpServer server)
{
    private const string Category = "mongoose";

    private readonly List<Stat> _stats = [];

    public void Register()
    {
        Gauge("Shaping", "Whether Mongoose shapes the circuits (1) or stock throttles do (0).", "", () => server.IsShaping ? 1 : 0);
        Gauge("Circuits", "Circuits served.", "", () => server.Circuits.Count);
        Gauge("SentRate", "What all circuits have sent in the last second.", "kbit/s", () => Sum(circuit => circuit.Counters.RecentRate.KilobitsPerSecond));
        Gauge("QueuedPackets", "Packets that wait in the queues of all circuits.", "", () => Sum(circuit => Enum.GetValues<Channel>().Sum(channel => circuit.Port.QueuedPackets(channel))));
        Gauge("DelayP99", "Longest of the circuits' 99th percentiles of time in a queue.", "ms",
            () => server.Circuits.Select(circuit => circuit.Counters.AllDelays.Quantile(0.99).Milliseconds).DefaultIfEmpty().Max());
        Counter("OwnBytes", "Bytes sent from the channels' own shares.", "bytes", usage => usage.OwnBytes);
        Counter("BorrowedBytes", "Bytes sent from share that was lent.", "bytes", usage => usage.BorrowedBytes);
        Gauge("Stalls", "Times that circuits met their limit on unacknowledged bytes.", "", () => server.Counters?.Stalls ?? 0);
        Gauge("PathLimited", "Circuits that their paths have limited in the last second.", "", () => server.Circuits.Count(circuit => circuit.Limit == LimitedBy.Path));
        Gauge("Silent", "Circuits whose viewers have stopped acknowledging.", "", () => server.Circuits.Count(circuit => circuit.Mode == PathMode.Silent));
        Gauge("PathPackets", "Packets sent whose acks are watched.", "", () => server.Counters?.Path.Sent ?? 0);
        Gauge("PathLost", "Packets of these that the paths have lost.", "", () => server.Counters?.Path.Lost ?? 0);
        Gauge("FastResends", "Packets sent again before their timer ran out.", "", () => server.Counters?.Path.FastResends ?? 0);
        Gauge("Failures", "Exceptions that were caught while sending.", "", () => server.Failures.Failures);
        Gauge("BadThrottles", "AgentThrottle messages that state no rates; the last good ones stayed in force.", "", () => server.Inbound.BadThrottles);
        Gauge("MalformedDatagrams", "Malformed datagrams of viewers, dropped.", "", () => server.Inbound.Malformed);
        Gauge("ForeignDatagrams", "Malformed datagrams of addresses without a circuit, dropped.", "", () => server.Inbound.Foreign);
    }

    /// <summary>Takes everything out again, or the next start of the region would find its names taken.</summary>
    public void Deregister()
    {
        foreach (Stat stat in _stats)
            StatsManager.DeregisterStat(stat);
        _stats.Clear();
    }

    private void Gauge(string name, string description, string unit, Func<double> value) =>
        Add(Make(name, description, unit, MeasuresOfInterest.None, value));

    private void Counter(string name, string description, string unit, Func<ChannelUsage, long> value) =>
        Add(Make(name, description, unit, MeasuresOfInterest.AverageChangeOverTime, () => value(server.Counters?.Sent ?? default)));

    private void Add(Stat stat)
    {
        if (StatsManager.RegisterStat(stat))
            _stats.Add(stat);
    }

    private Stat Make(string name, string description, string unit, MeasuresOfInterest measures, Func<double> value) =>
        new(name, name, description, unit, Category, server.Scene.Name, StatType.Pull, measures, stat => stat.Value = value(), StatVerbosity.Info);

    private double Sum(Func<CircuitSender<ClientCircuit>, double> value) => server.Circuits.Sum(value);
}
