using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>
/// Limits the bytes in flight. The sender finds the lost segments and chooses the next segment to send; during fast recovery it reports no
/// acknowledgments. The window has no clock: events carry their time, which never decreases.
/// </summary>
public interface ICongestionWindow
{
    /// <summary>cwnd in bytes; at least one segment.</summary>
    long Cwnd { get; }

    /// <summary>ssthresh in bytes; <see cref="long.MaxValue"/> before the first sign of congestion.</summary>
    long Ssthresh { get; }

    void OnAck(in AckEvent ack);

    void OnCongestion(in CongestionEvent congestion);

    /// <summary>Reduces the window to at most the given number of bytes: after idleness, or to avoid a burst. It can grow again.</summary>
    void Limit(long cwnd);
}

/// <summary>New data was acknowledged, and the sender is not in fast recovery.</summary>
/// <param name="Now">The time.</param>
/// <param name="Bytes">Bytes newly covered by this acknowledgment.</param>
/// <param name="Next">The next byte that the receiver expects.</param>
/// <param name="SendNext">The first byte that was never sent: when all data before it is acknowledged, a round trip has passed.</param>
/// <param name="Rtt">The round trip that this acknowledgment measured; zero if none.</param>
/// <param name="SmoothedRtt">SRTT of RFC 6298; zero before the first measurement.</param>
/// <param name="CwndLimited">
/// Whether the window, not the application or the receiver, limited the data in flight; otherwise cwnd must not grow (RFC 7661).
/// </param>
/// <param name="AfterTimeout">Whether some of the data in flight at the last retransmission timeout is not acknowledged yet.</param>
public readonly record struct AckEvent(
    Instant Now, long Bytes, long Next, long SendNext, Duration Rtt, Duration SmoothedRtt, bool CwndLimited, bool AfterTimeout);

/// <summary>A sign of congestion.</summary>
/// <param name="Now">The time.</param>
/// <param name="Signal">The kind of sign.</param>
/// <param name="FlightBytes">
/// FlightSize (RFC 5681): sent and not acknowledged, without the data of limited transmit; never more than the window.
/// </param>
/// <param name="WholeSegments">Whether the reduced window is to be rounded down to whole segments.</param>
public readonly record struct CongestionEvent(Instant Now, CongestionSignal Signal, long FlightBytes, bool WholeSegments = false)
{
    public bool IsTimeout => Signal >= CongestionSignal.Timeout;

    /// <summary>RFC 5681 equation (4): half of the data in flight, but at least two segments.</summary>
    public long HalfOfFlight(int segmentBytes)
    {
        long half = FlightBytes / 2;
        return Math.Max(WholeSegments ? half - half % segmentBytes : half, 2 * segmentBytes);
    }
}

/// <summary>How congestion was detected. Loss and marks are signalled at most once per window of data.</summary>
public enum CongestionSignal
{
    /// <summary>Duplicate acknowledgments; fast recovery begins.</summary>
    Loss,
    /// <summary>A mark, echoed by the receiver.</summary>
    EcnEcho,
    /// <summary>The retransmission timer expired for the first time for this segment.</summary>
    Timeout,
    /// <summary>The retransmission timer expired again: ssthresh stays (RFC 5681 section 3.1).</summary>
    RepeatedTimeout,
}
