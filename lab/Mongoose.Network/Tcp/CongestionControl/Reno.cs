namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>RFC 5681 with appropriate byte counting (RFC 3465).</summary>
public sealed record Reno : CongestionAlgorithm
{
    /// <summary>
    /// L of RFC 3465: maximum growth of the window per acknowledgment in slow start, 1 or 2 segments. After a timeout it is 1.
    /// </summary>
    public int SlowStartSegments { get; init; } = 2;

    public override ICongestionWindow Start(int segmentBytes, long initialCwnd) => new Window(this, segmentBytes, initialCwnd);

    private sealed class Window(Reno options, int segmentBytes, long initialCwnd) : WindowInBytes(segmentBytes, initialCwnd)
    {
        private long _bytesAcked;

        public override void OnAck(in AckEvent ack)
        {
            if (!ack.CwndLimited)
                return;
            if (Cwnd < Ssthresh)
            {
                Cwnd += SlowStart.Increase(ack, SegmentBytes, options.SlowStartSegments);
                return;
            }
            _bytesAcked += ack.Bytes; // RFC 3465 section 2.1: one segment per window of bytes
            if (_bytesAcked >= Cwnd)
            {
                _bytesAcked -= Cwnd;
                Cwnd += SegmentBytes;
            }
        }

        protected override void OnReduced() => _bytesAcked = 0;
    }
}
