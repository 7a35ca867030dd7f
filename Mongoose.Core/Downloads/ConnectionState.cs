using Mongoose.Core.Units;

namespace Mongoose.Core.Downloads;

/// <summary>The state of a connection at one moment, as its sending TCP shows it. Counters never fall.</summary>
/// <param name="SmoothedRoundTrip">SRTT of RFC 6298, with a weight of 1/8 for each sample; zero before the first one.</param>
/// <param name="MinRoundTrip">The smallest round trip of the last minutes; zero if not known.</param>
/// <param name="DeliveredBytes">Bytes that have arrived, in order or not, so that a lost segment does not hold back the count.</param>
/// <param name="InFlightBytes">Bytes sent that are not acknowledged.</param>
/// <param name="UnsentBytes">Bytes written that have not been sent.</param>
/// <param name="Retransmitted">Segments sent again.</param>
/// <param name="Acks">Segments received, of which nearly all are acknowledgments.</param>
/// <param name="SegmentBytes">Payload of a full segment.</param>
public readonly record struct ConnectionState(
    Duration SmoothedRoundTrip, Duration MinRoundTrip, long DeliveredBytes, long InFlightBytes, long UnsentBytes, long Retransmitted,
    long Acks, int SegmentBytes)
{
    /// <summary>Bytes that TCP has and the receiver has not acknowledged.</summary>
    public long HeldBytes => InFlightBytes + UnsentBytes;
}
