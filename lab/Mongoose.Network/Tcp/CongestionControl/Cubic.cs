using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>
/// CUBIC (RFC 9438): with the Reno-friendly region and fast convergence, without the undoing of spurious reductions (section 4.9).
/// Internally, windows are in segments, as in the RFC.
/// </summary>
public sealed record Cubic : CongestionAlgorithm
{
    /// <summary>Section 4.7: a flow with shrinking windows releases more, so that new flows reach their share sooner.</summary>
    public bool FastConvergence { get; init; } = true;

    /// <summary>HyStart++ (RFC 9406) in slow start.</summary>
    public bool HyStart { get; init; }

    /// <summary>
    /// L of RFC 3465: maximum growth of the window per acknowledgment in slow start, 1 or 2 segments. After a timeout it is 1.
    /// </summary>
    public int SlowStartSegments { get; init; } = 2;

    public override ICongestionWindow Start(int segmentBytes, long initialCwnd) => new Window(this, segmentBytes, initialCwnd);

    private sealed class Window(Cubic options, int segmentBytes, long initialCwnd) : ICongestionWindow
    {
        private HyStart? _hyStart = options.HyStart ? new HyStart() : null;
        private double _cwnd = (double)initialCwnd / segmentBytes;
        private double _ssthresh = double.PositiveInfinity;
        private CubicGrowth _growth;
        private Instant _lastAck;

        public long Cwnd => (long)(_cwnd * segmentBytes);

        public long Ssthresh => double.IsPositiveInfinity(_ssthresh) ? long.MaxValue : (long)(_ssthresh * segmentBytes);

        public void OnAck(in AckEvent ack)
        {
            Duration sinceLastAck = ack.Now - _lastAck;
            _lastAck = ack.Now;
            if (!ack.CwndLimited)
                _growth.Pause(sinceLastAck);
            else if (_cwnd < _ssthresh)
                GrowInSlowStart(ack);
            else
                _cwnd = _growth.Grow(_cwnd, (double)ack.Bytes / segmentBytes, ack.Now, ack.SmoothedRtt);
        }

        public void OnCongestion(in CongestionEvent congestion)
        {
            _hyStart = null; // RFC 9406: in the first slow start only
            if (congestion.Signal != CongestionSignal.RepeatedTimeout)
            {
                _growth.OnReduction(_cwnd, options.FastConvergence);
                _ssthresh = Math.Max((double)congestion.FlightBytes / segmentBytes * CubicGrowth.Beta, 2);
            }
            if (congestion.IsTimeout)
                _growth.OnTimeout();
            _cwnd = congestion.IsTimeout ? 1 : _ssthresh;
        }

        public void Limit(long cwnd) => _cwnd = Math.Min(_cwnd, (double)cwnd / segmentBytes);

        private void GrowInSlowStart(in AckEvent ack)
        {
            _growth.LeaveEpoch();
            long increase = SlowStart.Increase(ack, segmentBytes, options.SlowStartSegments);
            if (_hyStart is not null)
            {
                _hyStart.OnAck(ack);
                increase = _hyStart.Increase(increase);
                if (_hyStart.IsOver)
                    _ssthresh = _cwnd;
            }
            _cwnd += (double)increase / segmentBytes;
        }
    }
}
