using System.Buffers.Binary;

namespace Mongoose.Core.Lludp;

/// <summary>The wire form of message numbers.</summary>
public static class MessageIds
{
    private const byte Escape = 0xFF;

    /// <summary>Number of bytes of the message number on the wire before zero-coding: 1, 2 or 4.</summary>
    public static int WireBytes(this MessageId id) => (uint)id switch
    {
        < Escape => 1,
        <= 0xFFFF => 2,
        _ => 4,
    };

    /// <summary>Reads the number at the start of <paramref name="source"/>. Returns false if the source ends too early.</summary>
    internal static bool TryRead(ReadOnlySpan<byte> source, out MessageId id)
    {
        id = default;
        if (source.Length >= 1 && source[0] != Escape)
            id = (MessageId)source[0];
        else if (source.Length >= 2 && source[1] != Escape)
            id = (MessageId)BinaryPrimitives.ReadUInt16BigEndian(source);
        else if (source.Length >= 4)
            id = (MessageId)BinaryPrimitives.ReadUInt32BigEndian(source);
        else
            return false;
        return true;
    }
}
