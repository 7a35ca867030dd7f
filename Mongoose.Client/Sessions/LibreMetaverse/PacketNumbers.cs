using LibreMetaverse.Packets;
using Mongoose.Core.Lludp;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>The library numbers packets by frequency (1 Low, 2 Medium, 3 High) and id; the wire does it by leading bytes.</summary>
internal static class PacketNumbers
{
    private const int Low = 1, Medium = 2, High = 3;

    public static MessageId MessageOf(PacketType type) => ((int)type >> 16) switch
    {
        High => (MessageId)((int)type & 0xFF),
        Medium => (MessageId)(0xFF00u | (uint)type & 0xFF),
        Low => (MessageId)(0xFFFF0000u | (uint)type & 0xFFFF),
        _ => default,
    };
}
