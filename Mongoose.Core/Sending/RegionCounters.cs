using System.Runtime.CompilerServices;
using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;

namespace Mongoose.Core.Sending;

/// <summary>
/// Counts what a region has done, including circuits that have closed. A reset changes <see cref="Sent"/>, <see cref="Path"/>,
/// <see cref="UpdateResends"/> and <see cref="Stalls"/>; all other counts are since the region began and never go back, so that monitoring
/// can compute rates from them. The sender's thread writes without a lock; other threads read values that are at most one packet old.
/// </summary>
public sealed class RegionCounters
{
    private PerChannel<ChannelUsage> _sent;
    private PerChannel<DelayHistogram> _queueDelays = new(() => new DelayHistogram());
    private ResendCounts _resends, _resendsBefore;
    private Reasons _resentPackets, _resentBytes;
    private LimitCounts _limited;
    private PathCounts _pathBefore;
    private ChannelUsage _sentBefore;
    private long _seconds, _stalls, _stallsBefore;

    /// <summary>Packets and bytes of all channels since the last reset.</summary>
    public ChannelUsage Sent => ResettableCount.Since(_sentBefore, TotalSent);

    /// <summary>Outcomes of reliable packets since the last reset; all zero if acks are not used.</summary>
    public PathCounts Path => ResettableCount.Since(_pathBefore, TotalPath);

    /// <summary>Counts of resent object updates since the last reset.</summary>
    public ResendCounts UpdateResends => ResettableCount.Since(_resendsBefore, _resends);

    /// <summary>How often circuits reached their limit on unacknowledged data since the last reset.</summary>
    public long Stalls => ResettableCount.Since(_stallsBefore, TotalStalls);

    /// <summary>Packets and bytes of all channels.</summary>
    public ChannelUsage TotalSent
    {
        get
        {
            ChannelUsage sent = default;
            foreach (Channel channel in ChannelSet.All)
                sent += _sent[channel];
            return sent;
        }
    }

    /// <summary>Outcomes of reliable packets; all zero if acks are not used.</summary>
    public PathCounts TotalPath { get; private set; }

    /// <summary>How often circuits reached their limit on unacknowledged data.</summary>
    public long TotalStalls => Volatile.Read(ref _stalls);

    /// <summary>Seconds of all circuits together.</summary>
    public long CircuitSeconds => Volatile.Read(ref _seconds);

    /// <summary>Queueing delays of the circuits' paths, one for each circuit and second.</summary>
    public DelayHistogram PathDelays { get; } = new();

    /// <summary>Packets and bytes of a channel.</summary>
    public ChannelUsage Usage(Channel channel) => _sent[channel];

    /// <summary>How long a channel's packets waited in the region's queues.</summary>
    public DelayHistogram QueueDelays(Channel channel) => _queueDelays[channel];

    /// <summary>Packets that were sent again for the given reason.</summary>
    public long ResentPackets(ResendReason reason) => Volatile.Read(ref _resentPackets[(int)reason]);

    /// <summary>Bytes that were sent again for the given reason.</summary>
    public long ResentBytes(ResendReason reason) => Volatile.Read(ref _resentBytes[(int)reason]);

    /// <summary>Seconds in which a limit held a circuit back, added up over all circuits.</summary>
    public long LimitedSeconds(LimitedBy limit) => _limited.Of(limit);

    /// <summary>Restarts from zero the counts that a reset changes.</summary>
    public void Reset()
    {
        _sentBefore = TotalSent;
        _pathBefore = TotalPath;
        _resendsBefore = _resends;
        _stallsBefore = TotalStalls;
    }

    internal void CountSent(in Grant grant, Duration delay)
    {
        _sent[grant.Channel].Count(grant.Bytes, grant.Borrowed);
        _queueDelays[grant.Channel].Add(delay);
    }

    internal void CountPath(in PathCounts counts) => TotalPath += counts;

    internal void CountResend(int bytes, ResendReason reason)
    {
        _resentPackets[(int)reason]++;
        _resentBytes[(int)reason] += bytes;
    }

    internal void CountSecond(LimitedBy limit, Duration? pathDelay)
    {
        _seconds++;
        _limited.Add(limit);
        if (pathDelay is { } delay)
            PathDelays.Add(delay);
    }

    internal void CountStall() => _stalls++;

    internal void CountUpdateResend(in ResendCounts resend) => _resends += resend;

    [InlineArray((int)ResendReason.ThreeLater + 1)]
    private struct Reasons
    {
        private long _first;
    }
}
