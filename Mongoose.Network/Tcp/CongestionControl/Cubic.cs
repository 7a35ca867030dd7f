using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>
/// CUBIC (RFC 9438): with the Reno-friendly region and fast convergence, without the undoing of spurious reductions (section 4.9). Windows
/// inside are in segments, as in the RFC.
/// </summary>
public sealed record Cubic : CongestionAlgorithm
{
    /// <summary>C, in segments per second cubed.</summary>
    public const double C = 0.4;

    /// <summary>The multiplicative decrease.</summary>
    public const double Beta = 0.7;

    /// <summary>Of the Reno-friendly window: with beta it makes the mean window that of Reno (section 4.3).</summary>
    public const double RenoFriendlyAlpha = 3 * (1 - Beta) / (1 + Beta);

    /// <summary>Section 4.7: a flow whose windows shrink releases more, so that new flows get their share sooner.</summary>
    public bool FastConvergence { get; init; } = true;

    /// <summary>HyStart++ (RFC 9406) in slow start.</summary>
    public bool HyStart { get; init; }

    /// <summary>L of RFC 3465: how many segments one acknowledgment adds to the window in slow start, 1 or 2. After a timeout it is 1.</summary>
    public int SlowStartSegments { get; init; } = 2;

    public override ICongestionWindow Start(int segmentBytes, long initialCwnd) => new Window(this, segmentBytes, initialCwnd);

    /// <summary>W_cubic(t) in segments, equation (1).</summary>
    public static double WindowAt(Duration sinceEpoch, double k, double wMax)
    {
        double t = sinceEpoch.Seconds - k;
        return C * (t * t * t) + wMax;
    }

    /// <summary>K in seconds, equation (2): how long the window takes back to <paramref name="wMax"/>.</summary>
    public static double TimeToReach(double wMax, double cwndEpoch) => PortableMath.Cbrt((wMax - cwndEpoch) / C);

    private sealed class Window(Cubic options, int segmentBytes, long initialCwnd) : ICongestionWindow
    {
        private HyStart? _hyStart = options.HyStart ? new HyStart() : null;
        private double _cwnd = (double)initialCwnd / segmentBytes;
        private double _ssthresh = double.PositiveInfinity;
        private double _cwndPrior, _wMax, _wEst, _k;
        private Instant _epochStart, _lastAck;
        private bool _inEpoch;
        private bool _afterLoss;

        public long Cwnd => (long)(_cwnd * segmentBytes);

        public long Ssthresh => double.IsPositiveInfinity(_ssthresh) ? long.MaxValue : (long)(_ssthresh * segmentBytes);

        public void OnAck(in AckEvent ack)
        {
            Duration sinceLastAck = ack.Now - _lastAck;
            _lastAck = ack.Now;
            if (!ack.CwndLimited)
                _epochStart += sinceLastAck; // section 5.8: the curve stands still meanwhile
            else if (_cwnd < _ssthresh)
                GrowInSlowStart(ack);
            else
                GrowInAvoidance(ack, (double)ack.Bytes / segmentBytes);
        }

        public void OnCongestion(in CongestionEvent congestion)
        {
            _inEpoch = false;
            _hyStart = null; // RFC 9406: in the first slow start only
            _afterLoss = !congestion.IsTimeout;
            if (congestion.Signal != CongestionSignal.RepeatedTimeout)
            {
                _cwndPrior = _cwnd;
                _wMax = options.FastConvergence && _cwnd < _wMax ? _cwnd * (1 + Beta) / 2 : _cwnd;
                _ssthresh = Math.Max((double)congestion.FlightBytes / segmentBytes * Beta, 2);
            }
            _cwnd = congestion.IsTimeout ? 1 : _ssthresh;
        }

        public void Limit(long cwnd) => _cwnd = Math.Min(_cwnd, (double)cwnd / segmentBytes);

        private void GrowInSlowStart(in AckEvent ack)
        {
            _inEpoch = false;
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

        private void GrowInAvoidance(in AckEvent ack, double segmentsAcked)
        {
            if (!_inEpoch)
                BeginEpoch(ack.Now);
            Duration t = ack.Now - _epochStart;
            _wEst += (_wEst < _cwndPrior ? RenoFriendlyAlpha : 1) * segmentsAcked / _cwnd; // equation (4)
            if (WindowAt(t, _k, _wMax) < _wEst)
            {
                _cwnd = Math.Max(_cwnd, _wEst); // section 4.3
                return;
            }
            double target = Math.Clamp(WindowAt(t + ack.SmoothedRtt, _k, _wMax), _cwnd, 1.5 * _cwnd);
            _cwnd += (target - _cwnd) / _cwnd * segmentsAcked; // sections 4.4 and 4.5
        }

        private void BeginEpoch(Instant now)
        {
            _inEpoch = true;
            _epochStart = now;
            if (!_afterLoss || _wMax < _cwnd)
                _wMax = _cwndPrior = _cwnd; // after a timeout, or slow start that no loss ended: K = 0 (sections 4.8 and 4.10)
            _k = TimeToReach(_wMax, _cwnd);
            _wEst = _cwnd;
            _afterLoss = false;
        }
    }
}
