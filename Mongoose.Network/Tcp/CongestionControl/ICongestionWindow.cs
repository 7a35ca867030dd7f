using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>
/// Decides how much may be in flight. Which data is lost and what is sent next is the sender's business; while fast recovery lasts it
/// asks nothing here. No clock: events carry their time, which never goes back.
/// </summary>
public interface ICongestionWindow
{
    /// <summary>cwnd in bytes; at least one segment.</summary>
    long Cwnd { get; }

    /// <summary>In bytes; <see cref="long.MaxValue"/> before the first sign of congestion.</summary>
    long Ssthresh { get; }

    void OnAck(in AckEvent ack);

    void OnCongestion(in CongestionEvent congestion);

    /// <summary>No more than that many bytes from now on: after idleness, or to avoid a burst. It can grow again.</summary>
    void Limit(long cwnd);
}

/// <summary>New data was acknowledged, and the sender is not in fast recovery.</summary>
public readonly record struct AckEvent
{
    public Instant Now { get; init; }

    /// <summary>Bytes that this acknowledgment newly covers.</summary>
    public long Bytes { get; init; }

    /// <summary>The next byte that the receiver expects.</summary>
    public long Next { get; init; }

    /// <summary>The first byte that was never sent: what is acknowledged beyond it was sent a round trip from now.</summary>
    public long SendNext { get; init; }

    /// <summary>The round trip that this acknowledgment measured; zero if none.</summary>
    public Duration Rtt { get; init; }

    /// <summary>RFC 6298; zero before the first measurement.</summary>
    public Duration SmoothedRtt { get; init; }

    /// <summary>The window, not the application or the receiver, limited what was in flight; otherwise it must not grow (RFC 7661).</summary>
    public bool CwndLimited { get; init; }

    /// <summary>What was in flight at the last retransmission timeout is not all acknowledged yet.</summary>
    public bool AfterTimeout { get; init; }
}

/// <summary>A sign of congestion.</summary>
/// <param name="Now">When.</param>
/// <param name="Signal">Which.</param>
/// <param name="FlightBytes">FlightSize (RFC 5681): sent and not acknowledged, without what limited transmit added; never more than the window.</param>
/// <param name="WholeSegments">What is left is to be rounded down to whole segments.</param>
public readonly record struct CongestionEvent(Instant Now, CongestionSignal Signal, long FlightBytes, bool WholeSegments = false)
{
    public bool IsTimeout => Signal >= CongestionSignal.Timeout;

    /// <summary>RFC 5681 equation (4), the half of what is in flight, but at least two segments.</summary>
    public long HalfOfFlight(int segmentBytes)
    {
        long half = FlightBytes / 2;
        return Math.Max(WholeSegments ? half - half % segmentBytes : half, 2 * segmentBytes);
    }
}

/// <summary>How congestion showed. Loss and marks are signalled at most once for a window of data.</summary>
public enum CongestionSignal
{
    /// <summary>Duplicate acknowledgments; fast recovery begins.</summary>
    Loss,
    /// <summary>A mark, echoed by the receiver.</summary>
    EcnEcho,
    /// <summary>The retransmission timer, for the first time for this segment.</summary>
    Timeout,
    /// <summary>The retransmission timer again: ssthresh stays (RFC 5681 section 3.1).</summary>
    RepeatedTimeout,
}
