using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Server.Outbound;
using OpenSim.Framework.Monitoring;

namespace Mongoose.Server.Statistics;

/// <summary>A region's figures in OpenSim's statistics: category "mongoose", container the region's name.</summary>
internal sealed class RegionStatistics(MongooseUdpServer server)
{
    private const string Category = "mongoose";

    private readonly List<Stat> _stats = [];
    private readonly Dictionary<CircuitOutbound, Stat> _circuits = [];

    public void Register()
    {
        Gauge("Shaping", "Whether Mongoose shapes the circuits (1) or stock throttles do (0).", "", () => server.State.Shapes ? 1 : 0);
        Gauge("Circuits", "Circuits served.", "", () => server.Loop.Circuits.Count);
        Gauge("SentRate", "What all circuits have sent in the last second.", "kbit/s", () => Sum(circuit => circuit.Counters.RecentRate.KilobitsPerSecond));
        Gauge("QueuedPackets", "Packets that wait in the queues of all circuits.", "", () => Sum(circuit => Enum.GetValues<Channel>().Sum(channel => circuit.QueuedPackets(channel))));
        Gauge("DelayP99", "Longest of the circuits' 99th percentiles of time in a queue.", "ms",
            () => server.Loop.Circuits.Select(circuit => circuit.Counters.AllDelays.Quantile(0.99).Milliseconds).DefaultIfEmpty().Max());
        Counter("OwnBytes", "Bytes sent from the channels' own shares.", "bytes", usage => usage.OwnBytes);
        Counter("BorrowedBytes", "Bytes sent from share that was lent.", "bytes", usage => usage.BorrowedBytes);
        Gauge("Stalls", "Times that circuits met their limit on unacknowledged bytes.", "", () => server.Counters.Stalls);
        Gauge("Failures", "Exceptions that were caught while sending.", "", () => server.Counters.Failures);
        Gauge("BadThrottles", "AgentThrottle messages that could not be read and were dropped.", "", () => server.Counters.BadThrottles);
    }

    /// <summary>Adds a circuit's line: what it has sent in the last second.</summary>
    public void Register(CircuitOutbound circuit)
    {
        // OpenSim refuses dots in a short name; names of visitors from other grids have them.
        string name = circuit.View.Name.Replace('.', '_').Replace(' ', '_');
        Stat stat = Make($"Use_{name}", "What the circuit has sent in the last second.", "kbit/s", MeasuresOfInterest.None,
            () => circuit.Counters.RecentRate.KilobitsPerSecond);
        if (StatsManager.RegisterStat(stat))
            _circuits.Add(circuit, stat);
    }

    public void Deregister(CircuitOutbound circuit)
    {
        if (_circuits.Remove(circuit, out Stat? stat))
            StatsManager.DeregisterStat(stat);
    }

    /// <summary>Takes everything out again, or the next start of the region would find its names taken.</summary>
    public void Deregister()
    {
        foreach (Stat stat in _stats.Concat(_circuits.Values))
            StatsManager.DeregisterStat(stat);
        _stats.Clear();
        _circuits.Clear();
    }

    private void Gauge(string name, string description, string unit, Func<double> value) =>
        Add(Make(name, description, unit, MeasuresOfInterest.None, value));

    private void Counter(string name, string description, string unit, Func<ChannelUsage, long> value) =>
        Add(Make(name, description, unit, MeasuresOfInterest.AverageChangeOverTime, () => value(server.Counters.Sent)));

    private void Add(Stat stat)
    {
        if (StatsManager.RegisterStat(stat))
            _stats.Add(stat);
    }

    private Stat Make(string name, string description, string unit, MeasuresOfInterest measures, Func<double> value) =>
        new(name, name, description, unit, Category, server.Scene.Name, StatType.Pull, measures, stat => stat.Value = value(), StatVerbosity.Info);

    private double Sum(Func<CircuitOutbound, double> value) => server.Loop.Circuits.Sum(value);
}
