using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>A sign of congestion.</summary>
/// <param name="Now">When.</param>
/// <param name="Signal">Which.</param>
/// <param name="FlightBytes">FlightSize (RFC 5681): sent and not acknowledged, without what limited transmit added; never more than the window.</param>
/// <param name="WholeSegments">What is left is to be rounded down to whole segments.</param>
public readonly record struct CongestionEvent(Instant Now, CongestionSignal Signal, long FlightBytes, bool WholeSegments = false)
{
    public bool IsTimeout => Signal >= CongestionSignal.Timeout;

    /// <summary>RFC 5681 equation (4), the half of what is in flight, but at least two segments.</summary>
    public long HalfOfFlight(int segmentBytes)
    {
        long half = FlightBytes / 2;
        return Math.Max(WholeSegments ? half - half % segmentBytes : half, 2 * segmentBytes);
    }
}
