using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Server.Statistics;

/// <summary>
/// What a circuit has sent and how long packets waited, since it began or since the last reset, whoever scheduled it. The loop's thread
/// counts, for the region too; others read figures that are at most a packet old.
/// </summary>
internal sealed class CircuitCounters(RegionCounters region)
{
    private static readonly Duration RateInterval = Duration.FromSeconds(1);

    private readonly DelayHistogram[] _delays = Enumerable.Range(0, ChannelRates.Count).Select(_ => new DelayHistogram()).ToArray();
    private readonly ChannelUsage[] _sent = new ChannelUsage[ChannelRates.Count];
    private ChannelUsage[] _sentBefore = new ChannelUsage[ChannelRates.Count];
    private long _stalls, _stallsBefore;
    private long _bytes, _bytesBefore;
    private Instant _rateSince;

    /// <summary>Of the last full second.</summary>
    public DataRate RecentRate { get; private set; }

    /// <summary>Times that the limit on unacknowledged bytes was met.</summary>
    public long Stalls => _stalls - _stallsBefore;

    /// <summary>OpenSim's count of packets sent again, as it was at the last reset.</summary>
    public long ResentBefore { get; private set; }

    public DelayHistogram AllDelays { get; } = new();

    public DelayHistogram Delays(Channel channel) => _delays[(int)channel];

    public ChannelUsage Usage(Channel channel) => _sent[(int)channel] - _sentBefore[(int)channel];

    public void CountSent(in Grant grant, Duration delay)
    {
        _bytes += grant.Bytes;
        _sent[(int)grant.Channel].Count(grant.Bytes, grant.Borrowed);
        _delays[(int)grant.Channel].Add(delay);
        AllDelays.Add(delay);
        region.CountSent(grant);
    }

    public void CountStall()
    {
        _stalls++;
        region.CountStall();
    }

    /// <summary>Time goes on; keeps <see cref="RecentRate"/>.</summary>
    public void Tick(Instant now)
    {
        if (now - _rateSince < RateInterval)
            return;
        RecentRate = DataRate.Of(_bytes - _bytesBefore, now - _rateSince);
        (_bytesBefore, _rateSince) = (_bytes, now);
    }

    /// <summary>Counts from now.</summary>
    /// <param name="resent">OpenSim's count of packets sent again.</param>
    public void Reset(long resent)
    {
        _sentBefore = [.. _sent];
        _stallsBefore = _stalls;
        ResentBefore = resent;
        AllDelays.Reset();
        foreach (DelayHistogram delays in _delays)
            delays.Reset();
    }
}
