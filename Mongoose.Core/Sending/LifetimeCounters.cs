using System.Runtime.CompilerServices;
using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Counts what a region has done since it began, including circuits that have closed. The counts never go back, so that monitoring can compute rates
/// from them. The sender's thread writes without a lock; other threads read values that are at most one packet old.
/// </summary>
public sealed class LifetimeCounters
{
    private PerChannel<ChannelUsage> _sent;
    private PerChannel<DelayHistogram> _queueDelays;
    private PathCounts _path;
    private Reasons _resentPackets, _resentBytes;
    private LimitCounts _limited;
    private long _seconds, _stalls;

    public LifetimeCounters()
    {
        foreach (Channel channel in ChannelSet.All)
            _queueDelays[channel] = new DelayHistogram();
    }

    /// <summary>Packets and bytes of all channels.</summary>
    public ChannelUsage Sent
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
    public PathCounts Path => _path;

    /// <summary>How often circuits reached their limit on unacknowledged data.</summary>
    public long Stalls => Volatile.Read(ref _stalls);

    /// <summary>Seconds of all circuits together.</summary>
    public long CircuitSeconds => Volatile.Read(ref _seconds);

    /// <summary>Queueing delays of the circuits' paths, one for each circuit and second.</summary>
    public DelayHistogram PathDelays { get; } = new();

    /// <summary>Packets and bytes of a channel.</summary>
    public ChannelUsage Usage(Channel channel) => _sent[channel];

    /// <summary>How long a channel's packets waited in the region's queues.</summary>
    public DelayHistogram QueueDelays(Channel channel) => _queueDelays[channel];

    /// <summary>Packets that were sent again for a reason.</summary>
    public long ResentPackets(ResendReason reason) => Volatile.Read(ref _resentPackets[(int)reason]);

    /// <summary>Bytes that were sent again for a reason.</summary>
    public long ResentBytes(ResendReason reason) => Volatile.Read(ref _resentBytes[(int)reason]);

    /// <summary>Seconds of all circuits together in which a limit held them back.</summary>
    public long LimitedSeconds(LimitedBy limit) => _limited.Of(limit);

    internal void CountSent(in Grant grant, Duration delay)
    {
        _sent[grant.Channel].Count(grant.Bytes, grant.Borrowed);
        _queueDelays[grant.Channel].Add(delay);
    }

    internal void CountPath(in PathCounts counts) => _path += counts;

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

    [InlineArray((int)ResendReason.ThreeLater + 1)]
    private struct Reasons
    {
        private long _first;
    }
}
