using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Updates;
using Mongoose.Server.Downloads;
using Mongoose.Server.Regions;
using OpenSim.Framework.Monitoring;

namespace Mongoose.Server.Console;

/// <summary>A region's figures in OpenSim's statistics. The category is "mongoose", the container is the region's name.</summary>
internal sealed class RegionStatistics(MongooseUdpServer server)
{
    private const string Category = "mongoose";

    private readonly List<Stat> _stats = [];

    public void Register()
    {
        Add("Shaping", "1 if Mongoose shapes the circuits, 0 if stock throttles do.", "", () => server.IsShaping ? 1 : 0);
        Add("Circuits", "Open circuits.", "", () => server.Circuits.Count);
        Add("SentRate", "Rate at which all circuits together sent in the last second.", "kbit/s",
            () => server.Figures.Sum(circuit => circuit.UsedRate.KilobitsPerSecond));
        Add("QueuedPackets", "Packets in the queues of all circuits.", "", () => server.Figures.Sum(circuit => circuit.QueuedPackets));
        Add("DelayP99", "99th percentile of the time that packets spend in a queue; the maximum over all circuits.", "ms",
            () => server.Figures.Select(circuit => circuit.QueueDelayP99.Milliseconds).DefaultIfEmpty().Max());
        AddSent("OwnBytes", "Bytes sent from the channels' own shares.", usage => usage.Own.Bytes);
        AddSent("BorrowedBytes", "Bytes sent from shares borrowed from other channels.", usage => usage.Borrowed.Bytes);
        Add("Stalls", "Number of times that circuits reached their limit on unacknowledged data.", "", () => server.Counters.Stalls);
        Add("PathLimited", "Circuits limited by their paths in the last second.", "",
            () => server.Figures.Count(circuit => circuit.Limit.IsPath()));
        Add("Silent", "Circuits whose viewers have stopped acknowledging.", "",
            () => server.Figures.Count(circuit => circuit.Mode == PathMode.Silent));
        Add("PathPackets", "Packets sent whose acknowledgments are tracked.", "", () => server.Counters.Path.Sent);
        Add("PathLost", "Tracked packets that were found lost, less those that arrived after all.", "", () => server.Counters.Path.Lost);
        Add("FastResends", "Packets resent before their timer expired.", "", () => server.Counters.Path.FastResends);
        AddResends("ResentUpdates", "Packets with object updates that were resent.", "", counts => counts.Packets);
        AddResends("ResentBlocksLeftOut", "Blocks left out of resent object updates, because later packets had replaced them.", "",
            counts => counts.BlocksLeftOut);
        AddResends("EmptyResends", "Packets with object updates that were resent without any block.", "", counts => counts.EmptyPackets);
        AddResends("ResentUpdateBytes", "Bytes of resent object updates.", "bytes", counts => counts.Bytes);
        AddResends("ResentUpdateBytesUntrimmed", "Bytes that resent object updates would have had with all blocks.", "bytes",
            counts => counts.UntrimmedBytes);
        AddDownloads("DownloadBytes", "Bytes of downloads by HTTP that Mongoose paced.", "bytes", count => count.Bytes);
        AddDownloads("DownloadResponses", "Downloads by HTTP that Mongoose paced.", "", count => count.Responses);
        Add("DownloadsUnpaced", "Downloads that OpenSimulator sent unpaced, because something had failed.", "",
            () => server.Downloads.Unpaced.SinceReset);
        Add("Failures", "Exceptions caught while sending.", "", () => server.Failures.Count.SinceReset);
        Add("BadThrottles", "AgentThrottle messages without valid rates; the last valid rates stay in force.", "",
            () => server.Inbound.BadThrottles.SinceReset);
        Add("MalformedDatagrams", "Malformed datagrams from viewers, dropped.", "",
            () => server.Inbound.Malformed.SinceReset);
        Add("ForeignDatagrams", "Malformed datagrams from addresses without a circuit, dropped.", "",
            () => server.Inbound.Foreign.SinceReset);
    }

    /// <summary>Removes all statistics, because their names would collide when the region starts again.</summary>
    public void Deregister()
    {
        foreach (Stat stat in _stats)
            StatsManager.DeregisterStat(stat);
        _stats.Clear();
    }

    private void AddSent(string name, string description, Func<ChannelUsage, long> bytes) =>
        Add(name, description, "bytes", () => bytes(server.Counters.Sent));

    private void AddResends(string name, string description, string unit, Func<ResendCounts, long> value) =>
        Add(name, description, unit, () => value(server.Counters.UpdateResends));

    private void AddDownloads(string name, string description, string unit, Func<DownloadCount, long> value) =>
        Add(name, description, unit,
            () => Enumerable.Range(0, DownloadCounters.Names.Count).Sum(cap => value(server.Downloads.SinceReset(cap))));

    private void Add(string name, string description, string unit, Func<double> value)
    {
        MeasuresOfInterest measures = unit == "bytes" ? MeasuresOfInterest.AverageChangeOverTime : MeasuresOfInterest.None;
        Stat stat = new(name, name, description, unit, Category, server.RegionName, StatType.Pull, measures,
            pulled => pulled.Value = value(), StatVerbosity.Info);
        if (StatsManager.RegisterStat(stat))
            _stats.Add(stat);
    }
}
