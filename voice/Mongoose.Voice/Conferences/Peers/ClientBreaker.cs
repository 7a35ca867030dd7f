using Mongoose.Core.Units;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>
/// A client's circuit breaker. It closes again after a pause that doubles with each trip and starts over after ten minutes without a trip.
/// It closes at once if the client reports again after silence, or if another client takes its place.
/// </summary>
internal sealed class ClientBreaker(Instant now)
{
    /// <summary>
    /// The interval of a client's reports: the fixed minimum of RFC 3550 section 6.2, from which RFC 8083 computes Td. Reports come every
    /// 2.05 to 6.16 s, and may be lost.
    /// </summary>
    private static readonly Duration ReportInterval = Duration.FromSeconds(5);

    private static readonly Duration FirstPause = Duration.FromSeconds(30), MaxPause = Duration.FromSeconds(600);

    // The TCP of the congestion test has Ethernet's segments. With segments as small as voice packets, three streams that share a full
    // buffer of one second would be stopped at 1.5 % loss.
    private readonly CircuitBreaker _breaker = new(ReportInterval, now, MixingOptions.DefaultSegmentBytes);

    private Duration _pause = FirstPause;
    private Instant _closedAt = now, _closeAt = Instant.Never;

    public bool IsOpen => _breaker.Cause != BreakerCause.None;

    /// <summary>The number of times that the breaker has opened.</summary>
    public int Trips { get; private set; }

    public void Sent(int ipBytes) => _breaker.Sent(ipBytes);

    /// <param name="block">The client's report of the streams sent to it; null if it reports none of them.</param>
    /// <param name="ntpTime">The time in 2^-32 s, on the clock of the sender reports.</param>
    public void Received(in ReportBlock? block, ulong ntpTime, Instant at)
    {
        if (_breaker.Cause == BreakerCause.ReportTimeout)
            StartOver(at);
        _breaker.Received(block, RoundTrip(block, ntpTime), at);
        CountTrip(at);
    }

    public void Tick(Instant at)
    {
        if (at >= _closeAt)
        {
            _breaker.Reset(at);
            (_closedAt, _closeAt) = (at, Instant.Never);
        }
        _breaker.Tick(at);
        CountTrip(at);
    }

    /// <summary>
    /// Closes the breaker and forgets earlier reports and pauses, but not <see cref="Trips"/>: another client takes this one's place, or
    /// this one reports again after silence or says goodbye.
    /// </summary>
    public void StartOver(Instant at)
    {
        _breaker.ResetForNewPeer(at);
        (_closedAt, _closeAt, _pause) = (at, Instant.Never, FirstPause);
    }

    /// <summary>RFC 3550 section 6.4.1: A - LSR - DLSR, in 1/65536 s.</summary>
    private static Duration? RoundTrip(in ReportBlock? block, ulong ntpTime)
    {
        if (block is not { LastSenderReport: not 0 } known)
            return null;
        uint trip = unchecked(NtpClock.MiddleOf(ntpTime) - known.LastSenderReport - known.DelaySinceLastSenderReport);
        return trip < 60 << 16 ? Duration.FromSeconds(trip / 65_536.0) : null;
    }

    private void CountTrip(Instant at)
    {
        if (!IsOpen || _closeAt != Instant.Never)
            return;
        Trips++;
        if (at - _closedAt > MaxPause)
            _pause = FirstPause;
        _closeAt = at + _pause;
        _pause = Duration.Min(_pause * 2, MaxPause);
    }
}
