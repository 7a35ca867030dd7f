using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;

namespace Mongoose.Server.Regions;

/// <summary>Reads the figures of circuits.</summary>
internal static class CircuitReading
{
    /// <summary>Reads the present figures of a circuit. Any thread may call it.</summary>
    public static CircuitFigures Read(MongooseUdpServer server, CircuitSender<ClientCircuit> circuit)
    {
        ClientCircuit port = circuit.Port;
        CircuitCounters counters = circuit.Counters;
        PathCounts sinceReset = counters.Path;
        long queuedBytes = 0, queuedPackets = 0;
        foreach (Channel channel in ChannelSet.All)
            (queuedBytes, queuedPackets) = (queuedBytes + circuit.QueuedBytes(channel), queuedPackets + port.QueuedPackets(channel));
        return new CircuitFigures
        {
            Name = port.Name,
            Region = server.RegionName,
            Number = port.Number,
            Avatar = port.Avatar,
            IsChild = port.IsChild,
            RequestedRate = server.Requests.RatesOf(port.Client)?.Total,
            AllowedRate = circuit.AllowedRate,
            PathRate = circuit.ActivePath?.Control?.Rate,
            CurrentRate = server.IsShaping ? DataRate.Min(circuit.Shaper.CircuitRate, circuit.Share.Rate) : circuit.Shaper.CircuitRate,
            UsedRate = counters.UsedRate,
            RegionRate = server.LimitNow,
            Limit = circuit.Limit,
            Mode = circuit.Mode,
            IsSearching = circuit.ActivePath?.Control?.LimitKind == PathLimitKind.Search,
            PathDelay = circuit.ActivePath?.QueueingDelay,
            LostFraction = sinceReset.LostFraction,
            Path = counters.TotalPath,
            SentBytes = counters.TotalBytes,
            ResentPackets = counters.Usage(Channel.Resend).Packets,
            QueuedBytes = queuedBytes,
            QueuedPackets = queuedPackets,
            QueueDelayP50 = counters.AllDelays.Quantile(0.5),
            QueueDelayP99 = counters.AllDelays.Quantile(0.99),
            UnackedBytes = port.Client.UnackedBytes,
            WindowBytes = circuit.InFlightLimitBytes,
            Stalls = counters.Stalls,
            Downloads = server.DownloadsOf(circuit),
        };
    }
}
