using Mongoose.Core.Numerics;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// CUBIC's window growth in congestion avoidance (RFC 9438 sections 4.2 to 4.7), in segments: the cubic curve, the Reno-friendly region and
/// fast convergence. The caller holds the window itself.
/// </summary>
public struct CubicGrowth
{
    /// <summary>C, in segments per second cubed.</summary>
    public const double C = 0.4;

    /// <summary>The multiplicative decrease factor.</summary>
    public const double Beta = 0.7;

    /// <summary>The additive increase of the Reno-friendly window. With beta it gives the same mean window as Reno (section 4.3).</summary>
    public const double RenoFriendlyAlpha = 3 * (1 - Beta) / (1 + Beta);

    private double _cwndPrior, _wMax, _wEst, _k;
    private Instant _epochStart;
    private bool _inEpoch;
    private bool _afterLoss;

    /// <summary>W_cubic(t) in segments, equation (1).</summary>
    public static double WindowAt(Duration sinceEpoch, double k, double wMax)
    {
        double t = sinceEpoch.Seconds - k;
        return C * (t * t * t) + wMax;
    }

    /// <summary>K in seconds, equation (2): the time that the window takes to return to <paramref name="wMax"/>.</summary>
    public static double TimeToReach(double wMax, double cwndEpoch) => PortableMath.Cbrt((wMax - cwndEpoch) / C);

    /// <summary>Reports that the window is about to be reduced.</summary>
    /// <param name="cwnd">The window before the reduction.</param>
    /// <param name="fastConvergence">
    /// Whether to apply section 4.7: a flow whose window shrinks releases more bandwidth, so that new flows get their share sooner.
    /// </param>
    public void OnReduction(double cwnd, bool fastConvergence)
    {
        _cwndPrior = cwnd;
        _wMax = fastConvergence && cwnd < _wMax ? cwnd * (1 + Beta) / 2 : cwnd;
        (_inEpoch, _afterLoss) = (false, true);
    }

    /// <summary>Ends the epoch because another rule, such as slow start, now grows the window.</summary>
    public void LeaveEpoch() => _inEpoch = false;

    /// <summary>Reports a timeout: in the next epoch K is 0, and W_max is the window at its beginning (section 4.8).</summary>
    public void OnTimeout() => (_inEpoch, _afterLoss) = (false, false);

    /// <summary>Shifts the curve by a time in which the application did not use the window (section 5.8).</summary>
    public void Pause(Duration time) => _epochStart += time;

    /// <summary>Returns the window after an acknowledgement in congestion avoidance.</summary>
    /// <param name="cwnd">The window before the acknowledgement.</param>
    /// <param name="segmentsAcked">Number of newly acknowledged segments.</param>
    /// <param name="now">When the acknowledgement arrived.</param>
    /// <param name="roundTrip">The smoothed round-trip time.</param>
    public double Grow(double cwnd, double segmentsAcked, Instant now, Duration roundTrip)
    {
        if (!_inEpoch)
            BeginEpoch(cwnd, now);
        Duration t = now - _epochStart;
        _wEst += (_wEst < _cwndPrior ? RenoFriendlyAlpha : 1) * segmentsAcked / cwnd; // equation (4)
        if (WindowAt(t, _k, _wMax) < _wEst)
            return Math.Max(cwnd, _wEst); // section 4.3
        double target = Math.Clamp(WindowAt(t + roundTrip, _k, _wMax), cwnd, 1.5 * cwnd);
        return cwnd + (target - cwnd) / cwnd * segmentsAcked; // sections 4.4 and 4.5
    }

    private void BeginEpoch(double cwnd, Instant now)
    {
        _inEpoch = true;
        _epochStart = now;
        if (!_afterLoss || _wMax < cwnd)
            _wMax = _cwndPrior = cwnd; // after a timeout, or after slow start that ended without loss: K = 0 (sections 4.8 and 4.10)
        _k = TimeToReach(_wMax, cwnd);
        _wEst = cwnd;
        _afterLoss = false;
    }
}
