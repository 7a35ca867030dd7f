using Mongoose.Core.Units;

namespace Mongoose.Network.Games;

/// <summary>A datagram of a game that has arrived.</summary>
/// <param name="At">When.</param>
/// <param name="Sequence">The sender's number.</param>
/// <param name="Bytes">Of its payload.</param>
/// <param name="Delay">One way.</param>
/// <param name="RoundTrip">
/// From the sending of the datagram that it echoes until now, without the time that the peer held it; null when there is none, or when an
/// earlier arrival echoed the same: each datagram is used once, as in TEACUP's synthetic packet pairs.
/// </param>
public readonly record struct GameArrival(Instant At, int Sequence, int Bytes, Duration Delay, Duration? RoundTrip);
