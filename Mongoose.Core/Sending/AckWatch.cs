using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Watches whether a viewer acknowledges packets, and holds a circuit back while no acks arrive.
/// <list type="bullet">
/// <item>
/// While acks arrive, resends are sent like packets of any channel, with borrowing. Each acknowledged byte pays for two resent bytes, so
/// that a viewer that acknowledges hardly anything is not sent its whole window again.
/// </item>
/// <item>
/// After a resend timeout without an ack, one resend is sent. The next follows after twice the time, and so on (back-off as in RFC 6298
/// 5.5). Resends that earlier acks have paid for are forfeited.
/// </item>
/// <item>
/// After <see cref="SilenceLimit"/> without an ack, every packet counts as such a resend, whatever its channel. Resends and new packets
/// take turns (<see cref="PrefersResends"/>): only a resend may bring an ack if new packets need none, and the unacknowledged packet may be
/// one that can never arrive, such as a datagram too large for the path. If the line is full, every eighth packet is a new one.
/// </item>
/// </list>
/// Both states end with an ack, or when nothing is unacknowledged. Packets that the path's record has dropped are still unacknowledged.
/// </summary>
internal struct AckWatch
{
    /// <summary>Longer than any viewer collects acks, and longer than a round trip over a satellite.</summary>
    public static readonly Duration SilenceLimit = Duration.FromSeconds(2);

    /// <summary>Maximum time between two probes, except on slow circuits.</summary>
    public static readonly Duration MaxProbeInterval = Duration.FromSeconds(4);

    /// <summary>Maximum fraction of the allowed rate that probes use.</summary>
    private const double ProbeShare = 0.02;

    /// <summary>As in slow start, the packets that acks permit double with each round trip.</summary>
    private const int ResentPerAcked = 2;

    /// <summary>One of this many packets to a viewer without acks may be a new one.</summary>
    private const int PacketsPerTurn = 2, PacketsPerTurnOnFullLine = 8;

    private long _acked;
    private long _paidResends;
    private Instant _progressAt, _stallsAt;
    private int _probes;

    /// <summary>When the next probe may be sent. A probe is a packet that tests whether the viewer responds.</summary>
    private Instant _nextProbeAt;

    /// <summary>Creates a watch that starts now, whatever is in flight.</summary>
    public AckWatch(Instant now) =>
        (_progressAt, _stallsAt, _nextProbeAt, _paidResends) = (now, now, now, long.MaxValue);

    /// <summary>Whether no ack has arrived for a resend timeout.</summary>
    public bool IsStalled { get; private set; }

    /// <summary>Whether no ack has arrived for <see cref="SilenceLimit"/>, so that every packet is a probe.</summary>
    public bool IsSilent { get; private set; }

    /// <summary>Whether the next packet to a viewer without acks is to be a resend.</summary>
    public readonly bool PrefersResends(bool isLineFull) => isLineFull
        ? IsStalled && _probes % PacketsPerTurnOnFullLine != PacketsPerTurnOnFullLine - 1
        : IsSilent && _probes % PacketsPerTurn != PacketsPerTurn - 1;

    /// <summary>Updates the state at a poll.</summary>
    public void Poll(in InFlight inFlight, Duration resendTimeout, Instant now)
    {
        if (now < _progressAt)
        {
            this = new AckWatch(now) { _acked = inFlight.Acked };
        }
        else if (inFlight.Bytes <= 0 || inFlight.Acked != _acked)
        {
            PayResends(inFlight);
            (_acked, _progressAt, _probes, _nextProbeAt) = (inFlight.Acked, now, 0, now);
        }
        _stallsAt = _progressAt + resendTimeout;
        IsStalled = now >= _stallsAt;
        IsSilent = now - _progressAt >= SilenceLimit;
        if (IsStalled)
            _paidResends = 0;
    }

    /// <summary>Continues with another counter of acknowledged bytes; the change does not count as an ack.</summary>
    public void CountFrom(long acked) => _acked = acked;

    /// <summary>The channels that may send now.</summary>
    /// <param name="isFull">Whether the limit on unacknowledged data is reached; then only resends may be sent.</param>
    public readonly ChannelSet MaySend(bool isFull, Instant now)
    {
        ChannelSet open = isFull ? ChannelSet.Resend : ChannelSet.All;
        bool mayProbe = now >= _nextProbeAt;
        if (IsSilent)
            return mayProbe ? open : ChannelSet.None;
        return (IsStalled ? mayProbe : _paidResends > 0) ? open : open.Without(Channel.Resend);
    }

    /// <summary>When more channels may send although no ack has arrived; never if waiting opens none.</summary>
    /// <param name="hasResend">Whether a resend is queued.</param>
    public readonly Instant OpensAt(bool hasResend)
    {
        if (IsSilent || IsStalled && hasResend)
            return _nextProbeAt;
        return hasResend && _paidResends <= 0 ? _stallsAt : Instant.Never;
    }

    /// <summary>Reports that a packet was sent.</summary>
    /// <param name="grant">The packet.</param>
    /// <param name="allowed">The allowed rate. Path control's own rate falls while no acks arrive, and would delay the probes.</param>
    public void PacketSent(in Grant grant, DataRate allowed, Duration resendTimeout, Instant now)
    {
        if (grant.Channel == Channel.Resend)
            _paidResends = Math.Max(0, _paidResends - grant.Bytes);
        if (!IsSilent && !(IsStalled && grant.Channel == Channel.Resend))
            return;
        Duration backedOff = Duration.Min(ResendBackoff.Interval(resendTimeout, ++_probes), MaxProbeInterval);
        _nextProbeAt = now + Duration.Max(backedOff, (allowed * ProbeShare).TimeToSend(grant.Bytes));
    }

    /// <summary>
    /// Acks pay for at most the bytes that are still unacknowledged. A viewer that has acknowledged everything may be sent any resend. The
    /// credit left from earlier acks counts only up to that of the new acks, so that a viewer with occasional acks saves up no burst.
    /// </summary>
    private void PayResends(in InFlight inFlight)
    {
        if (inFlight.Bytes <= 0)
        {
            _paidResends = long.MaxValue;
            return;
        }
        long paid = ResentPerAcked * Math.Clamp(inFlight.Acked - _acked, 0, inFlight.Bytes);
        _paidResends = Math.Min(Math.Min(_paidResends, paid) + paid, inFlight.Bytes);
    }
}

/// <summary>Exponential back-off of resends (RFC 6298 5.5).</summary>
public static class ResendBackoff
{
    private const int MaxDoublings = 4;

    /// <summary>
    /// Time from a packet's last transmission to its next resend, after <paramref name="resends"/> resends (0 for the first resend). It
    /// starts at the timeout, doubles with each resend and is at most sixteen times the timeout.
    /// </summary>
    public static Duration Interval(Duration timeout, int resends) => timeout * (1 << Math.Clamp(resends, 0, MaxDoublings));
}
