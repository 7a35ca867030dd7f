using Mongoose.Core.Units;

namespace Mongoose.Core.Paths;

/// <summary>The state of a path's deliveries when a packet was sent.</summary>
/// <param name="Bytes">Bytes acknowledged until then.</param>
/// <param name="At">When the last of them were acknowledged; if no other packet was in flight, when the packet was sent.</param>
/// <param name="FlightSentAt">When the newest of them was sent; if no other packet was in flight, when the packet was sent.</param>
public readonly record struct DeliveryMark(long Bytes, Instant At, Instant FlightSentAt);

/// <summary>
/// Samples of the rate that a path delivers: acknowledged bytes over the longer of the times in which they were sent and acknowledged
/// (BBR's delivery rate samples, draft-ietf-ccwg-bbr). A sample reaches from one clump of acks to another, so that clumps do not raise it.
/// </summary>
public struct DeliverySampler
{
    private long _bytes;
    private Instant _at, _flightSentAt;

    /// <summary>The mark to record with a packet that is sent now.</summary>
    /// <param name="isFlightNew">Whether no other packet waits for an ack.</param>
    public DeliveryMark Mark(bool isFlightNew, Instant now)
    {
        if (isFlightNew)
            (_at, _flightSentAt) = (now, now);
        return new DeliveryMark(_bytes, _at, _flightSentAt);
    }

    /// <summary>Takes the sample of a datagram, in bytes per second; null if it covers no time.</summary>
    /// <param name="bytes">Bytes that the datagram acknowledges for the first time.</param>
    /// <param name="newest">The newest packet that it acknowledges.</param>
    /// <param name="at">When the datagram arrived.</param>
    public double? Take(long bytes, in SentPacket newest, Instant at)
    {
        _bytes += bytes;
        Duration interval = Duration.Max(newest.FirstSent - newest.Mark.FlightSentAt, at - newest.Mark.At);
        (_at, _flightSentAt) = (at, Instant.Max(_flightSentAt, newest.FirstSent));
        return interval > Duration.Zero ? (_bytes - newest.Mark.Bytes) / interval.Seconds : null;
    }
}
