using Mongoose.Core.Lludp;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>A packet that the library has handed on.</summary>
/// <param name="At">When.</param>
/// <param name="Sequence">Its number.</param>
/// <param name="IsResent">Its resent flag.</param>
/// <param name="Message">What it carries.</param>
/// <param name="Bytes">UDP payload.</param>
/// <param name="Datagram">The packet itself, if its content matters; else empty.</param>
internal readonly record struct IncomingPacket(Instant At, uint Sequence, bool IsResent, MessageId Message, int Bytes, byte[] Datagram);
