namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>A sender's counters. Always: bytes sent = bytes retransmitted + the first byte that was never sent.</summary>
public sealed class SenderCounters
{
    public long SegmentsSent { get; private set; }
    public long BytesSent { get; private set; }
    public long SegmentsRetransmitted { get; private set; }
    public long BytesRetransmitted { get; private set; }

    /// <summary>Expiries of the retransmission timer, including those during the handshake.</summary>
    public long Timeouts { get; internal set; }

    public long FastRecoveries { get; internal set; }

    internal void OnSent(in DataSegment segment)
    {
        SegmentsSent++;
        BytesSent += segment.Length;
        if (!segment.Retransmission)
            return;
        SegmentsRetransmitted++;
        BytesRetransmitted += segment.Length;
    }
}
