using Mongoose.Core.Lludp;
using Mongoose.Core.Units;

namespace Mongoose.TestKit.Lludp;

/// <summary>A datagram as it arrived.</summary>
internal sealed record RawDatagram(Instant At, uint Sequence, PacketFlags Flags, MessageId Message, byte[] Body, byte[] Bytes)
{
    public bool IsResent => (Flags & PacketFlags.Resent) != 0;

    public bool IsReliable => (Flags & PacketFlags.Reliable) != 0;
}
