namespace Mongoose.Network.Tcp.CongestionControl;

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
