namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>A window that responds to congestion as in RFC 5681.</summary>
internal abstract class WindowInBytes(int segmentBytes, long initialCwnd) : ICongestionWindow
{
    /// <summary>SMSS: payload of a full segment.</summary>
    protected int SegmentBytes => segmentBytes;

    public long Cwnd { get; protected set; } = initialCwnd;

    public long Ssthresh { get; protected set; } = long.MaxValue;

    public abstract void OnAck(in AckEvent ack);

    public void OnCongestion(in CongestionEvent congestion)
    {
        if (congestion.Signal != CongestionSignal.RepeatedTimeout)
            Ssthresh = congestion.HalfOfFlight(segmentBytes);
        Cwnd = congestion.IsTimeout ? segmentBytes : Ssthresh;
        OnReduced();
    }

    public void Limit(long cwnd) => Cwnd = Math.Min(Cwnd, cwnd);

    /// <summary>The window was reduced because of congestion.</summary>
    protected abstract void OnReduced();
}
