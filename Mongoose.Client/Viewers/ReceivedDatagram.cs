using Mongoose.Core.Lludp;
using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>A line of a viewer's packet log: every datagram that can be parsed, duplicates included.</summary>
/// <param name="At">The datagram's arrival time.</param>
/// <param name="Sequence">The datagram's sequence number; resends keep that of the first transmission.</param>
/// <param name="Message">The message that it carries.</param>
/// <param name="Flags">Whether it is reliable, resent and so on.</param>
/// <param name="Bytes">UDP payload.</param>
/// <param name="IsNew">Whether it arrived for the first time.</param>
public readonly record struct ReceivedDatagram(Instant At, uint Sequence, MessageId Message, PacketFlags Flags, int Bytes, bool IsNew);
