using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Rtp;

/// <summary>
/// Decides from receiver reports whether a sender has to stop (RFC 8083): media timeout (section 4.2), congestion (section 4.3), unusable
/// media (section 4.4) and, once reports have come, RTCP timeout (section 4.1). A peer that never reports never opens it.
/// </summary>
/// <remarks>
/// A report within half an interval of the previous one only shows that the peer is alive: the breaker counts intervals, and a peer must
/// not be able to open it within milliseconds. An open breaker stays open until <see cref="Reset"/>.
/// </remarks>
/// <param name="reportInterval">The time between the peer's reports on average, at least 10 ms: Td and Tdr of the RFC.</param>
/// <param name="segmentBytes">
/// The segment size of the TCP in the congestion test, if packets are smaller: RFC 4828 section 3 allows a flow of small packets the rate
/// of a TCP with normal segments. 0: segments as large as the packets, as in RFC 8083.
/// </param>
internal sealed class CircuitBreaker(Duration reportInterval, Instant now, int segmentBytes = 0)
{
    /// <summary>The rate may be ten times that of a TCP (section 4.3).</summary>
    private const double OrderOfMagnitude = 10;

    /// <summary>
    /// The mean share of lost packets above which speech is unintelligible. Section 4.4 leaves this value to the application.
    /// </summary>
    private const double UnusableLoss = 0.5;

    /// <summary>Report intervals without a report (section 4.1).</summary>
    private const double SilentIntervals = 3;

    private readonly BreakerIntervals _lengths = new(Duration.Max(reportInterval, BreakerIntervals.MinInterval));
    private readonly BreakerHistory _history = new(BreakerIntervals.MaxReports(reportInterval), now);
    private Duration? _roundTrip;
    private Instant _heardAt = now, _reportedAt = now, _sentAt = now;
    private uint _highest;
    private int _unchanged, _sentSinceReport;
    private long _bytesSinceReport;
    private bool _hasReport, _hasSent;

    /// <summary>Why it is open; <see cref="BreakerCause.None"/> while it is closed.</summary>
    public BreakerCause Cause { get; private set; }

    /// <summary>Counts a packet that was sent.</summary>
    /// <param name="ipBytes">The packet's bytes with the IP header.</param>
    public void Sent(int ipBytes)
    {
        _hasSent = true;
        _sentSinceReport++;
        _bytesSinceReport += ipBytes;
    }

    /// <summary>Evaluates a report.</summary>
    /// <param name="block">The block for the stream; null if the report has none, because nothing of the stream has arrived.</param>
    /// <param name="roundTrip">The round trip, if it is known.</param>
    public void Received(in ReportBlock? block, Duration? roundTrip, Instant at)
    {
        _roundTrip = roundTrip ?? _roundTrip;
        _heardAt = at;
        if (_hasReport ? at - _reportedAt < _lengths.Report / 2 : block is null)
            return;
        bool hasAdvanced = block is { } some && (!_hasReport || some.HighestNumber != _highest);
        byte lost = block?.FractionLost ?? 0;
        _history.Add(new BreakerReport(lost, _sentSinceReport, _bytesSinceReport, at));
        if (Cause == BreakerCause.None)
            Cause = CauseIn(lost, hasAdvanced);
        (_hasReport, _reportedAt, _highest) = (true, at, block?.HighestNumber ?? _highest);
        (_sentSinceReport, _bytesSinceReport) = (0, 0);
    }

    /// <summary>Evaluates the time without reports; call it more often than reports come.</summary>
    public void Tick(Instant at)
    {
        Duration maxSilence = _lengths.Report * SilentIntervals;
        if (_hasSent)
        {
            // Receivers do not report paused streams, so the timeout starts when sending resumes.
            if (at - _sentAt > maxSilence)
                _heardAt = Instant.Max(_heardAt, at);
            _sentAt = at;
        }
        _hasSent = false;
        bool isSending = at - _sentAt <= maxSilence;
        if (Cause == BreakerCause.None && _hasReport && isSending && at - _heardAt > maxSilence)
            Cause = BreakerCause.ReportTimeout;
    }

    /// <summary>Closes it, so that sending is tried again.</summary>
    public void Reset(Instant at)
    {
        Cause = BreakerCause.None;
        _history.Clear(at);
        (_unchanged, _sentSinceReport, _bytesSinceReport, _hasSent) = (0, 0, 0, false);
        (_heardAt, _reportedAt, _sentAt) = (at, at, at);
    }

    /// <summary>Closes it for another peer, which may never report: also resets the record of earlier reports.</summary>
    public void ResetForNewPeer(Instant at)
    {
        Reset(at);
        (_hasReport, _roundTrip) = (false, null);
    }

    private BreakerCause CauseIn(byte lost, bool hasAdvanced)
    {
        if (hasAdvanced)
            _unchanged = 0;
        else if (_sentSinceReport > 0)
            _unchanged++;
        if (_unchanged >= _lengths.MediaTimeout(_roundTrip))
            return BreakerCause.MediaTimeout;
        int reports = _lengths.Congestion(_roundTrip);
        if (!hasAdvanced || lost == 0 || _history.Count < reports)
            return BreakerCause.None;
        BreakerMean mean = _history.Mean(reports);
        if (IsCongestion(mean))
            return BreakerCause.Congestion;
        return mean.Loss > UnusableLoss ? BreakerCause.Unusable : BreakerCause.None;
    }

    /// <summary>
    /// The TCP rate is s / (R sqrt(2bp/3)) with b = 1, the simpler of the two equations of section 4.3; s is the mean packet. It is
    /// <see cref="TcpEquations.Mathis"/> for periodic loss, and for large p gives more than the other, so that the breaker opens later.
    /// </summary>
    private bool IsCongestion(in BreakerMean mean) =>
        _roundTrip is { } roundTrip && roundTrip > Duration.Zero && mean.PacketBytes > 0
        && mean.Rate > TcpEquations.Mathis(Math.Max(mean.PacketBytes, segmentBytes), roundTrip, mean.Loss,
        TcpEquations.PeriodicLossConstant) * OrderOfMagnitude;
}
