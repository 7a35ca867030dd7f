namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>RFC 5681 with appropriate byte counting (RFC 3465).</summary>
public sealed record Reno : CongestionAlgorithm
{
    /// <summary>
    /// L of RFC 3465: maximum growth of the window per acknowledgment in slow start, 1 or 2 segments. After a timeout it is 1.
    /// </summary>
    public int SlowStartSegments { get; init; } = 2;

    public override ICongestionWindow Start(int segmentBytes, long initialCwnd) => new Window(this, segmentBytes, initialCwnd);

    private sealed class Window(Reno options, int segmentBytes, long initialCwnd) : ICongestionWindow
    {
        private long _bytesAcked;

        public long Cwnd { get; private set; } = initialCwnd;

        public long Ssthresh { get; private set; } = long.MaxValue;

        public void OnAck(in AckEvent ack)
        {
            if (!ack.CwndLimited)
                return;
            if (Cwnd < Ssthresh)
            {
                Cwnd += SlowStart.Increase(ack, segmentBytes, options.SlowStartSegments);
                return;
            }
            _bytesAcked += ack.Bytes; // RFC 3465 section 2.1: one segment per window of bytes
            if (_bytesAcked >= Cwnd)
            {
                _bytesAcked -= Cwnd;
                Cwnd += segmentBytes;
            }
        }

        public void OnCongestion(in CongestionEvent congestion)
        {
            if (congestion.Signal != CongestionSignal.RepeatedTimeout)
                Ssthresh = congestion.HalfOfFlight(segmentBytes);
            Cwnd = congestion.IsTimeout ? segmentBytes : Ssthresh;
            _bytesAcked = 0;
        }

        public void Limit(long cwnd) => Cwnd = Math.Min(Cwnd, cwnd);
    }
}
