using Mongoose.Core.Lludp;
using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>A line of a viewer's packet log: every datagram that can be parsed, also one that has come before.</summary>
/// <param name="At">When.</param>
/// <param name="Sequence">Its number; resends keep that of the first sending.</param>
/// <param name="Message">What it carries.</param>
/// <param name="Flags">Whether it is reliable, resent and so on.</param>
/// <param name="Bytes">UDP payload.</param>
/// <param name="IsNew">Whether it came for the first time.</param>
public readonly record struct ReceivedDatagram(Instant At, uint Sequence, MessageId Message, PacketFlags Flags, int Bytes, bool IsNew);
