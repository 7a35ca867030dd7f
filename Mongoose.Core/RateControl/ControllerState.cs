using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>A controller's state, for results and displays.</summary>
/// <param name="WindowBytes">The usable part of CWND, in bytes; 0 for controllers without a window and until it is set.</param>
/// <param name="ThresholdBytes">SSTHRESH in bytes; 0 for controllers without a window and until it is set.</param>
/// <param name="RoundTrip">The round-trip time in use; zero before the first sample.</param>
/// <param name="LossEvents">Loss events that the controller has responded to.</param>
/// <param name="LossEventRate">The loss event rate or loss ratio in [0, 1] that the controller uses; 0 for controllers that use
/// none.</param>
public readonly record struct ControllerState(
    double WindowBytes, double ThresholdBytes, Duration RoundTrip, long LossEvents, double LossEventRate);
