using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>What a controller knows, for results and displays.</summary>
/// <param name="WindowBytes">CWND in bytes, as far as it may be used; 0 for controllers without a window and before the first round trip.</param>
/// <param name="ThresholdBytes">SSTHRESH in bytes; 0 likewise, and until it is set.</param>
/// <param name="RoundTrip">The round-trip time in use; zero before the first.</param>
/// <param name="LossEvents">Loss events that the controller has answered.</param>
/// <param name="LossEventRate">Loss event rate or loss ratio in [0, 1] that the rate follows; 0 for controllers that follow none.</param>
public readonly record struct ControllerState(
    double WindowBytes, double ThresholdBytes, Duration RoundTrip, long LossEvents, double LossEventRate);
