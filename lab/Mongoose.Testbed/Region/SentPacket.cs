using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Region;

/// <summary>A packet that left a queue of the region.</summary>
/// <param name="At">The time when it left.</param>
/// <param name="Channel">The channel that was charged; a resend is on <see cref="Channel.Resend"/>.</param>
/// <param name="Bytes">Size of the UDP payload.</param>
internal readonly record struct SentPacket(Instant At, uint CircuitCode, Channel Channel, int Bytes);
