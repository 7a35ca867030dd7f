using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>What the acks of one datagram of a viewer say.</summary>
/// <param name="At">When the datagram arrived.</param>
/// <param name="Bytes">UDP payload that it acknowledged for the first time.</param>
/// <param name="Shortest">
/// The shortest time between a packet and its ack in this datagram: the round trip to within a frame of the viewer. Null if no packet
/// of it was sent just once.
/// </param>
/// <param name="Lost">Whether packets were found to be lost.</param>
/// <param name="HighestLost">The highest number of those.</param>
public readonly record struct AckReport(Instant At, long Bytes, Duration? Shortest, bool Lost, uint HighestLost);
