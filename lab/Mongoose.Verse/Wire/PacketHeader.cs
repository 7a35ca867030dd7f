using System.Buffers.Binary;

namespace Mongoose.Verse.Wire;

/// <summary>
/// The header of every packet, 16 bytes, big-endian, as in Verse 2: version (4 bits, 1) and 4 reserved bits; flags; receive window;
/// payload id; AckNak id; Ank id.
/// </summary>
/// <param name="Flags">The parts that the packet contains.</param>
/// <param name="Window">
/// Free bytes of the sender's in-queue, shifted right by the scale that the sender has announced; at most 0xFFFF.
/// </param>
/// <param name="PayloadId">Counts payload packets; 0 without <see cref="HeaderFlags.Payload"/>.</param>
/// <param name="AckNakId">Counts packets with acknowledgments; 0 without <see cref="HeaderFlags.Ack"/>.</param>
/// <param name="AnkId">
/// The last payload id whose acknowledgment the sender has seen; meaningless without <see cref="HeaderFlags.Ank"/>.
/// </param>
public readonly record struct PacketHeader(HeaderFlags Flags, ushort Window, uint PayloadId, uint AckNakId, uint AnkId)
{
    /// <summary>In bytes.</summary>
    public const int Size = 16;

    private const byte VersionByte = 0x10;
    private const HeaderFlags Known = HeaderFlags.Payload | HeaderFlags.Ack | HeaderFlags.Ank | HeaderFlags.Syn | HeaderFlags.Fin;

    public bool Has(HeaderFlags flags) => (Flags & flags) == flags;

    /// <summary>Writes 16 bytes.</summary>
    /// <param name="target">At least <see cref="Size"/> bytes.</param>
    public void Write(Span<byte> target)
    {
        target[0] = VersionByte;
        target[1] = (byte)Flags;
        BinaryPrimitives.WriteUInt16BigEndian(target[2..], Window);
        BinaryPrimitives.WriteUInt32BigEndian(target[4..], PayloadId);
        BinaryPrimitives.WriteUInt32BigEndian(target[8..], AckNakId);
        BinaryPrimitives.WriteUInt32BigEndian(target[12..], AnkId);
    }

    /// <summary>Reads a header. Reserved bits, and a payload or AckNak id without its flag, must be zero.</summary>
    public static VerseError TryRead(ReadOnlySpan<byte> datagram, out PacketHeader header)
    {
        header = default;
        if (datagram.Length < Size)
            return VerseError.Truncated;
        if (datagram[0] != VersionByte)
            return VerseError.BadVersion;
        header = new PacketHeader(
            (HeaderFlags)datagram[1],
            BinaryPrimitives.ReadUInt16BigEndian(datagram[2..]),
            BinaryPrimitives.ReadUInt32BigEndian(datagram[4..]),
            BinaryPrimitives.ReadUInt32BigEndian(datagram[8..]),
            BinaryPrimitives.ReadUInt32BigEndian(datagram[12..]));
        return header.IsConsistent ? VerseError.None : VerseError.BadFlags;
    }

    private bool IsConsistent => (Flags & ~Known) == 0
        && (Has(HeaderFlags.Payload) || PayloadId == 0)
        && (Has(HeaderFlags.Ack) || AckNakId == 0);
}
