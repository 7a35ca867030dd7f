using System.Buffers.Binary;

namespace Mongoose.Voice.Rtp;

/// <summary>SDES with the canonical name of one source, and BYE (RFC 3550 sections 6.5 and 6.6).</summary>
public static class SourceDescription
{
    private const int SsrcBytes = 4, ItemHeaderBytes = 2;
    private const byte End = 0, CanonicalName = 1;

    /// <summary>Writes an SDES packet with a CNAME in UTF-8, of which at most 255 bytes are written.</summary>
    /// <returns>The packet's length in bytes.</returns>
    /// <exception cref="ArgumentException">The datagram is too short.</exception>
    public static int Write(Span<byte> datagram, uint ssrc, ReadOnlySpan<byte> cname)
    {
        cname = Cut(cname, byte.MaxValue);
        int start = RtcpPacket.HeaderBytes + SsrcBytes + ItemHeaderBytes, length = Aligned(start + cname.Length);
        RtcpPacket.ThrowIfShort(datagram, length);
        Span<byte> body = datagram[RtcpPacket.HeaderBytes..];
        RtcpPacket.WriteHeader(datagram, RtcpPacket.SourceDescriptionType, 1, length);
        BinaryPrimitives.WriteUInt32BigEndian(body, ssrc);
        (body[SsrcBytes], body[SsrcBytes + 1]) = (CanonicalName, (byte)cname.Length);
        cname.CopyTo(datagram[start..]);
        datagram[(start + cname.Length)..length].Fill(End);
        return length;
    }

    /// <summary>Cuts a text in UTF-8 to a number of bytes, between characters.</summary>
    public static ReadOnlySpan<byte> Cut(ReadOnlySpan<byte> text, int maxBytes)
    {
        if (text.Length <= maxBytes)
            return text;
        while (maxBytes > 0 && (text[maxBytes] & 0xc0) == 0x80) // A byte within a character.
            maxBytes--;
        return text[..maxBytes];
    }

    /// <summary>
    /// Takes the next chunk that has a CNAME from the body of an SDES; returns false at the end, and if the rest is malformed.
    /// </summary>
    public static bool TryTake(scoped ref ReadOnlySpan<byte> body, out uint ssrc, out ReadOnlySpan<byte> cname)
    {
        while (TryTakeChunk(ref body, out ssrc, out bool hasName, out cname))
            if (hasName)
                return true;
        return false;
    }

    /// <summary>Writes a BYE for one source.</summary>
    /// <returns>The packet's length in bytes.</returns>
    /// <exception cref="ArgumentException">The datagram is too short.</exception>
    public static int WriteGoodbye(Span<byte> datagram, uint ssrc)
    {
        const int length = RtcpPacket.HeaderBytes + SsrcBytes;
        RtcpPacket.ThrowIfShort(datagram, length);
        RtcpPacket.WriteHeader(datagram, RtcpPacket.GoodbyeType, 1, length);
        BinaryPrimitives.WriteUInt32BigEndian(datagram[RtcpPacket.HeaderBytes..], ssrc);
        return length;
    }

    /// <summary>Reads the sources of a BYE; those that do not fit are left out.</summary>
    /// <returns>The number of sources read; 0 for any other packet.</returns>
    public static int ReadGoodbye(in RtcpPacket packet, Span<uint> sources)
    {
        if (packet.Type != RtcpPacket.GoodbyeType)
            return 0;
        int count = Math.Min(Math.Min(packet.Count, packet.Body.Length / SsrcBytes), sources.Length);
        for (int i = 0; i < count; i++)
            sources[i] = BinaryPrimitives.ReadUInt32BigEndian(packet.Body[(i * SsrcBytes)..]);
        return count;
    }

    /// <summary>A chunk: the SSRC, items, and one to four zeros up to the next multiple of 4 bytes.</summary>
    private static bool TryTakeChunk(scoped ref ReadOnlySpan<byte> body, out uint ssrc, out bool hasName, out ReadOnlySpan<byte> cname)
    {
        ssrc = 0;
        hasName = false;
        cname = default;
        if (body.Length < SsrcBytes)
            return false;
        ssrc = BinaryPrimitives.ReadUInt32BigEndian(body);
        int at = SsrcBytes;
        while (at < body.Length && body[at] != End)
        {
            int start = at + ItemHeaderBytes;
            if (start > body.Length || start + body[at + 1] > body.Length)
                return false;
            if (body[at] == CanonicalName && !hasName)
            {
                hasName = true;
                cname = body.Slice(start, body[at + 1]);
            }
            at = start + body[at + 1];
        }
        if (Aligned(at) > body.Length)
            return false;
        body = body[Aligned(at)..];
        return true;
    }

    /// <summary>The next multiple of 4 after an offset.</summary>
    private static int Aligned(int offset) => (offset + sizeof(uint)) & -sizeof(uint);
}
