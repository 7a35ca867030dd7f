using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// What a circuit has sent and how long packets waited, since it began or since the last reset, also under stock throttles. The sender's thread
/// counts, for the region too; others read figures that are at most a packet old.
/// </summary>
public sealed class CircuitCounters
{
    private static readonly Duration RateInterval = Duration.FromSeconds(1);

    private readonly RegionCounters _region;
    private PerChannel<DelayHistogram> _delays;
    private PerChannel<ChannelUsage> _sent, _sentBefore;
    private PathCounts _path, _pathBefore;
    private long _stalls, _stallsBefore;
    private long _bytes, _bytesBefore;
    private Instant _rateSince;

    /// <param name="region">Counts for all circuits of the region.</param>
    public CircuitCounters(RegionCounters region)
    {
        _region = region;
        foreach (Channel channel in ChannelSet.All)
            _delays[channel] = new DelayHistogram();
    }

    /// <summary>Of the last full second.</summary>
    public DataRate RecentRate { get; private set; }

    /// <summary>Times that the limit on unacknowledged data was met.</summary>
    public long Stalls => _stalls - _stallsBefore;

    /// <summary>What became of reliable packets; nothing where nobody heeds acks.</summary>
    public PathCounts Path => _path - _pathBefore;

    public DelayHistogram AllDelays { get; } = new();

    public DelayHistogram Delays(Channel channel) => _delays[channel];

    public ChannelUsage Usage(Channel channel) => _sent[channel] - _sentBefore[channel];

    public void CountSent(in Grant grant, Duration delay)
    {
        _bytes += grant.Bytes;
        _sent[grant.Channel].Count(grant.Bytes, grant.Borrowed);
        _delays[grant.Channel].Add(delay);
        AllDelays.Add(delay);
        _region.CountSent(grant);
    }

    public void CountStall()
    {
        _stalls++;
        _region.CountStall();
    }

    /// <summary>Takes note of what the acks say.</summary>
    /// <param name="path">Since the circuit began.</param>
    public void NotePath(in PathCounts path)
    {
        _region.CountPath(path - _path);
        _path = path;
    }

    /// <summary>Time goes on; keeps <see cref="RecentRate"/>. Whether a second has ended.</summary>
    public bool Tick(Instant now)
    {
        Duration elapsed = now - _rateSince;
        // A clock that went back begins another second.
        if (elapsed >= Duration.Zero && elapsed < RateInterval)
            return false;
        RecentRate = DataRate.Of(_bytes - _bytesBefore, elapsed);
        (_bytesBefore, _rateSince) = (_bytes, now);
        return true;
    }

    /// <summary>Counts from now.</summary>
    public void Reset()
    {
        _sentBefore = _sent;
        _pathBefore = _path;
        _stallsBefore = _stalls;
        AllDelays.Reset();
        foreach (Channel channel in ChannelSet.All)
            _delays[channel].Reset();
    }
}

/// <summary>
/// What a region has sent since it began or since the last reset. A circuit that closes takes nothing away. The sender's thread counts;
/// others read figures that are at most a packet old.
/// </summary>
public sealed class RegionCounters
{
    private ChannelUsage _sent, _sentBefore;
    private PathCounts _path, _pathBefore;
    private long _stalls, _stallsBefore;

    public ChannelUsage Sent => _sent - _sentBefore;

    /// <summary>Times that circuits met their limit on unacknowledged data.</summary>
    public long Stalls => _stalls - _stallsBefore;

    /// <summary>What became of reliable packets; nothing where nobody heeds acks.</summary>
    public PathCounts Path => _path - _pathBefore;

    public void Reset()
    {
        _sentBefore = _sent;
        _pathBefore = _path;
        _stallsBefore = _stalls;
    }

    internal void CountSent(in Grant grant) => _sent.Count(grant.Bytes, grant.Borrowed);

    internal void CountPath(in PathCounts counts) => _path += counts;

    internal void CountStall() => _stalls++;
}
