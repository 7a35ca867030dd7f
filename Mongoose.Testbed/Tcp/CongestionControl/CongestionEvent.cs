using Mongoose.Core.Units;

namespace Mongoose.Testbed.Tcp.CongestionControl;

/// <summary>A sign of congestion.</summary>
/// <param name="Now">When.</param>
/// <param name="Signal">Which.</param>
/// <param name="FlightBytes">FlightSize (RFC 5681): sent and not acknowledged, without what limited transmit added.</param>
public readonly record struct CongestionEvent(Instant Now, CongestionSignal Signal, long FlightBytes)
{
    public bool IsTimeout => Signal >= CongestionSignal.Timeout;
}
