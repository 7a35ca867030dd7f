using Mongoose.Core.Channels;
using Mongoose.Core.Sending;

namespace Mongoose.Core.Status.Arrivals;

/// <summary>What a circuit has counted since it began.</summary>
/// <param name="udp">Bytes sent, by channel.</param>
/// <param name="limited">Seconds by limit.</param>
public readonly struct ArrivalTotals(in PerChannel<long> udp, in LimitCounts limited)
{
    private readonly PerChannel<long> _udp = udp;
    private readonly LimitCounts _limited = limited;

    /// <summary>Reads the totals of a circuit.</summary>
    public static ArrivalTotals Of(CircuitCounters counters)
    {
        PerChannel<long> udp = default;
        foreach (Channel channel in ChannelSet.All)
            udp[channel] = counters.TotalBytesOf(channel);
        return new ArrivalTotals(udp, counters.TotalLimits.Seconds);
    }

    /// <summary>The bytes sent since <paramref name="before"/>, by channel.</summary>
    public PerChannel<long> UdpSince(in ArrivalTotals before)
    {
        (PerChannel<long> since, PerChannel<long> start) = (_udp, before._udp);
        foreach (Channel channel in ChannelSet.All)
            since[channel] -= start[channel];
        return since;
    }

    /// <summary>The seconds since <paramref name="before"/>, by limit.</summary>
    public LimitCounts LimitedSince(in ArrivalTotals before) => _limited - before._limited;
}
