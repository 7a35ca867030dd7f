using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Watches whether a viewer acknowledges packets, and holds a circuit back while no acks arrive.
/// <list type="bullet">
/// <item>While acks arrive, resends are sent like packets of any channel, with borrowing.</item>
/// <item>
/// After a resend timeout without an ack, one resend is sent. The next follows after twice the time, and so on (back-off as in RFC 6298 5.5).
/// </item>
/// <item>
/// After <see cref="SilenceLimit"/> without an ack, every packet counts as such a resend, whatever its channel. New packets still take their turn,
/// because the unacknowledged packet may be one that can never arrive, such as a datagram too large for the path.
/// </item>
/// </list>
/// </summary>
internal struct AckWatch
{
    /// <summary>Longer than any viewer collects acks, and longer than a round trip over a satellite.</summary>
    public static readonly Duration SilenceLimit = Duration.FromSeconds(2);

    /// <summary>Maximum time between two probes, except on slow circuits.</summary>
    public static readonly Duration MaxProbeInterval = Duration.FromSeconds(4);

    /// <summary>Maximum fraction of the circuit's rate that probes use.</summary>
    private const double ProbeShare = 0.02;

    private long _acks;
    private Instant _progressAt;
    private int _probes;

    /// <summary>Creates a watch that starts now, whatever is in flight.</summary>
    public AckWatch(Instant now) => (_progressAt, NextProbeAt) = (now, now);

    /// <summary>When the next probe may be sent. A probe is a packet that tests whether the viewer responds.</summary>
    public Instant NextProbeAt { get; private set; }

    /// <summary>Whether no ack has arrived for a resend timeout.</summary>
    public bool IsStalled { get; private set; }

    /// <summary>Whether no ack has arrived for <see cref="SilenceLimit"/>, so that every packet is a probe.</summary>
    public bool IsSilent { get; private set; }

    /// <summary>Updates the state at a poll.</summary>
    public void Poll(in InFlight inFlight, Duration resendTimeout, Instant now)
    {
        if (inFlight.Bytes <= 0 || inFlight.Acks != _acks || now < _progressAt)
            (_acks, _progressAt, _probes, NextProbeAt) = (inFlight.Acks, now, 0, now);
        IsStalled = now - _progressAt >= resendTimeout;
        IsSilent = now - _progressAt >= SilenceLimit;
    }

    /// <summary>The channels that may send now.</summary>
    /// <param name="isFull">Whether the limit on unacknowledged data is reached; then only resends may be sent.</param>
    /// <param name="now">The time.</param>
    public readonly ChannelSet MaySend(bool isFull, Instant now)
    {
        ChannelSet open = isFull ? ChannelSet.Resend : ChannelSet.All;
        if (now >= NextProbeAt)
            return open;
        return IsSilent ? ChannelSet.None : IsStalled ? open.Without(Channel.Resend) : open;
    }

    /// <summary>Reports that a packet was sent.</summary>
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
    /// Time from a packet's last transmission to its next resend, after <paramref name="resends"/> resends (0 for the first resend). It starts at
    /// the timeout, doubles with each resend and is at most sixteen times the timeout.
    /// </summary>
    public static Duration Interval(Duration timeout, int resends) => timeout * (1 << Math.Clamp(resends, 0, MaxDoublings));
}
