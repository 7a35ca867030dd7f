using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Watches whether a viewer acknowledges, and holds a circuit back that sends into a void.
/// <list type="bullet">
/// <item>While acks arrive, resends go as the channel Resend may, borrowing included.</item>
/// <item>No ack for a resend timeout: one resend goes, then the next after twice the time, and so on (as RFC 6298 5.5 backs off).</item>
/// <item>No ack for <see cref="SilenceLimit"/>: now every packet counts as such a resend, whatever its channel. New packets take their
/// turn, for the one that is not acknowledged may be one that never arrives, such as a datagram too large for the path.</item>
/// </list>
/// </summary>
internal struct AckWatch
{
    /// <summary>Longer than any viewer collects acks and than a round trip over a satellite takes.</summary>
    public static readonly Duration SilenceLimit = Duration.FromSeconds(2);

    /// <summary>The longest time between two probes, but for slow circuits.</summary>
    public static readonly Duration MaxProbeInterval = Duration.FromSeconds(4);

    /// <summary>Probes take at most this part of the circuit's rate.</summary>
    private const double ProbeShare = 0.02;

    private long _acks;
    private Instant _progressAt;
    private int _probes;

    /// <summary>A watch that begins now, whatever is in flight by then.</summary>
    public AckWatch(Instant now) => (_progressAt, NextProbeAt) = (now, now);

    /// <summary>When the next probe may go: a packet that is sent to see whether the viewer is there.</summary>
    public Instant NextProbeAt { get; private set; }

    /// <summary>Whether no ack has come for a resend timeout.</summary>
    public bool IsStalled { get; private set; }

    /// <summary>Whether no ack has come for so long that every packet is a probe.</summary>
    public bool IsSilent { get; private set; }

    /// <summary>Takes note of the state at a look.</summary>
    public void Look(in InFlight inFlight, Duration resendTimeout, Instant now)
    {
        if (inFlight.Bytes <= 0 || inFlight.Acks != _acks || now < _progressAt)
            (_acks, _progressAt, _probes, NextProbeAt) = (inFlight.Acks, now, 0, now);
        IsStalled = now - _progressAt >= resendTimeout;
        IsSilent = now - _progressAt >= SilenceLimit;
    }

    /// <summary>The channels that may send at present.</summary>
    /// <param name="isFull">Whether the limit on unacknowledged data is met: then resends alone may go.</param>
    /// <param name="now">The time.</param>
    public readonly ChannelSet MaySend(bool isFull, Instant now)
    {
        ChannelSet open = isFull ? ChannelSet.Resend : ChannelSet.All;
        if (now >= NextProbeAt)
            return open;
        return IsSilent ? ChannelSet.None : IsStalled ? open.Without(Channel.Resend) : open;
    }

    /// <summary>A packet was sent.</summary>
    public void PacketSent(in Grant grant, DataRate circuit, Duration resendTimeout, Instant now)
    {
        if (!IsSilent && !(IsStalled && grant.Channel == Channel.Resend))
            return;
        Duration backedOff = Duration.Min(ResendBackoff.Interval(resendTimeout, ++_probes), MaxProbeInterval);
        NextProbeAt = now + Duration.Max(backedOff, (circuit * ProbeShare).TimeToSend(grant.Bytes));
    }
}

/// <summary>Exponential back-off of resends (RFC 6298 5.5).</summary>
public static class ResendBackoff
{
    private const int MaxDoublings = 4;

    /// <summary>
    /// How long after its last transmission a packet is sent again that was resent <paramref name="resends"/> times (0 for the first
    /// resend): the timeout, doubled each time, sixteen times the timeout at most.
    /// </summary>
    public static Duration Interval(Duration timeout, int resends) => timeout * (1 << Math.Clamp(resends, 0, MaxDoublings));
}
