using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Server.Statistics;

/// <summary>
/// What a circuit has sent and how long packets waited, since it began or since the last reset. The loop's thread counts; others read figures
/// that are at most a packet old.
/// </summary>
internal sealed class CircuitCounters(CircuitShaper shaper)
{
    private static readonly Duration RateInterval = Duration.FromSeconds(1);

    private readonly DelayHistogram[] _delays = Enumerable.Range(0, ChannelRates.Count).Select(_ => new DelayHistogram()).ToArray();
    private ChannelUsage[] _baseline = new ChannelUsage[ChannelRates.Count];
    private long _sentBytes;
    private long _sentBytesBefore;
    private Instant _rateSince;

    /// <summary>Of the last full second.</summary>
    public DataRate RecentRate { get; private set; }

    /// <summary>Times that the limit on unacknowledged bytes was met.</summary>
    public long Stalls { get; set; }

    public DelayHistogram AllDelays { get; } = new();

    public DelayHistogram Delays(Channel channel) => _delays[(int)channel];

    public ChannelUsage Usage(Channel channel) => shaper.Usage(channel) - _baseline[(int)channel];

    public ChannelUsage Total() => Enum.GetValues<Channel>().Aggregate(default(ChannelUsage), (sum, channel) => sum + Usage(channel));

    public void CountSent(Channel channel, int bytes, Duration delay)
    {
        _sentBytes += bytes;
        _delays[(int)channel].Add(delay);
        AllDelays.Add(delay);
    }

    /// <summary>Time goes on; keeps <see cref="RecentRate"/>.</summary>
    public void Tick(Instant now)
    {
        if (now - _rateSince < RateInterval)
            return;
        RecentRate = DataRate.Of(_sentBytes - _sentBytesBefore, now - _rateSince);
        (_sentBytesBefore, _rateSince) = (_sentBytes, now);
    }

    public void Reset()
    {
        _baseline = Enum.GetValues<Channel>().Select(channel => shaper.Usage(channel)).ToArray();
        Stalls = 0;
        AllDelays.Reset();
        foreach (DelayHistogram delays in _delays)
            delays.Reset();
    }
}
