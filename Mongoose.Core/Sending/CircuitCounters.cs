using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;

namespace Mongoose.Core.Sending;

/// <summary>
/// Counts what a circuit has sent and how long packets waited, since the circuit began or since the last reset, also under stock throttles.
/// The sender's thread writes these counters and the region's; other threads read values that are at most one packet old.
/// </summary>
/// <param name="region">The counters of the whole region, which this circuit also updates.</param>
/// <param name="now">When the circuit opens.</param>
public sealed class CircuitCounters(RegionCounters region, Instant now)
{
    private static readonly Duration RateInterval = Duration.FromSeconds(1);

    private PerChannel<DelayHistogram> _delays = new(() => new DelayHistogram());
    private PerChannel<ChannelUsage> _sent, _sentBefore;
    private PathCounts _pathBefore;
    private ResendCounts _resends, _resendsBefore;
    private LimitTotals _limits;
    private long _stalls, _stallsBefore;
    private long _bytes, _bytesBefore;
    private Instant _rateSince = now;

    /// <summary>The mean rate of the last full second.</summary>
    public DataRate UsedRate { get; private set; }

    /// <summary>How often the circuit reached the limit on unacknowledged data.</summary>
    public long Stalls => ResettableCount.Since(_stallsBefore, _stalls);

    /// <summary>Outcomes of reliable packets; all zero if acks are not used.</summary>
    public PathCounts Path => ResettableCount.Since(_pathBefore, TotalPath);

    /// <summary>Counts of resent object updates.</summary>
    public ResendCounts UpdateResends => ResettableCount.Since(_resendsBefore, _resends);

    public DelayHistogram AllDelays { get; } = new();

    public DelayHistogram Delays(Channel channel) => _delays[channel];

    public ChannelUsage Usage(Channel channel) => ResettableCount.Since(_sentBefore[channel], _sent[channel]);

    /// <summary>Bytes sent since the circuit began; a reset does not change them.</summary>
    public long TotalBytes => Volatile.Read(ref _bytes);

    /// <summary>Bytes that a channel has sent since the circuit began; a reset does not change them.</summary>
    public long TotalBytesOf(Channel channel) => _sent[channel].Bytes;

    /// <summary>Outcomes of reliable packets since the circuit began; a reset does not change them.</summary>
    public PathCounts TotalPath { get; private set; }

    public void CountSent(in Grant grant, Duration delay)
    {
        _bytes += grant.Bytes;
        _sent[grant.Channel].Count(grant.Bytes, grant.Borrowed);
        _delays[grant.Channel].Add(delay);
        AllDelays.Add(delay);
        region.CountSent(grant, delay);
    }

    /// <summary>The limits since the circuit began; a reset does not change them.</summary>
    public LimitTotals TotalLimits => _limits;

    /// <summary>Counts a packet that was sent again.</summary>
    public void CountResend(int bytes, ResendReason reason) => region.CountResend(bytes, reason);

    /// <summary>Counts a second of the circuit.</summary>
    /// <param name="limit">The limit of the circuit.</param>
    /// <param name="nanoseconds">The time, by what held the circuit back.</param>
    /// <param name="pathDelay">Time that packets wait in queues on the path; null if it is unknown.</param>
    public void CountSecond(LimitedBy limit, in LimitCounts nanoseconds, Duration? pathDelay)
    {
        LimitCounts second = default;
        second.Add(limit);
        _limits += new LimitTotals(second, nanoseconds);
        region.CountSecond(limit, pathDelay);
    }

    public void CountStall()
    {
        _stalls++;
        region.CountStall();
    }

    /// <summary>Counts a resent object update, including updates that stock throttles have resent.</summary>
    public void CountUpdateResend(in ResendCounts resend)
    {
        if (resend.Packets == 0)
            return;
        _resends += resend;
        region.CountUpdateResend(resend);
    }

    /// <summary>Updates the outcomes of reliable packets.</summary>
    /// <param name="path">Totals since the circuit began.</param>
    public void NotePath(in PathCounts path)
    {
        region.CountPath(path - TotalPath);
        TotalPath = path;
    }

    /// <summary>Advances the time and updates <see cref="UsedRate"/>. Returns whether a second has ended.</summary>
    public bool Tick(Instant now)
    {
        Duration elapsed = now - _rateSince;
        // If the clock went back, a new second starts.
        if (elapsed >= Duration.Zero && elapsed < RateInterval)
            return false;
        UsedRate = DataRate.Of(_bytes - _bytesBefore, elapsed);
        (_bytesBefore, _rateSince) = (_bytes, now);
        return true;
    }

    /// <summary>Restarts the counts from zero.</summary>
    public void Reset()
    {
        _sentBefore = _sent;
        _pathBefore = TotalPath;
        _resendsBefore = _resends;
        _stallsBefore = _stalls;
        AllDelays.Reset();
        foreach (Channel channel in ChannelSet.All)
            _delays[channel].Reset();
    }
}
