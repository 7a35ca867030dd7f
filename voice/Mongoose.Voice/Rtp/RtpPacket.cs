using System.Buffers.Binary;

namespace Mongoose.Voice.Rtp;

/// <summary>An RTP packet, read from a datagram without a copy (RFC 3550 section 5.1).</summary>
public readonly ref struct RtpPacket
{
    /// <summary>Bytes of the fixed header.</summary>
    public const int HeaderBytes = 12;

    /// <summary>The maximum number of contributing sources in a packet.</summary>
    public const int MaxSources = 15;

    internal const int Version = 2;

    private const int SourceBytes = sizeof(uint);
    private const int MarkerBit = 0x80, PaddingBit = 0x20, ExtensionBit = 0x10, SourcesMask = 0x0f;

    public RtpHeader Header { get; private init; }

    /// <summary>The payload without padding; may be empty.</summary>
    public ReadOnlySpan<byte> Payload { get; private init; }

    private ReadOnlySpan<byte> Sources { get; init; }

    private HeaderExtension Extension { get; init; }

    /// <summary>Contributing sources, 0 to 15.</summary>
    public int SourceCount => Sources.Length / SourceBytes;

    /// <param name="index">0 to <see cref="SourceCount"/> - 1.</param>
    public uint SourceAt(int index) => BinaryPrimitives.ReadUInt32BigEndian(Sources[(index * SourceBytes)..]);

    /// <summary>Reads the loudness from a header extension (RFC 6464, in both forms of RFC 8285).</summary>
    /// <param name="id">The extension's id, 1 to 14 (1 to 255 in the form with two bytes).</param>
    /// <param name="level">0 (loudest) to 127 (silence), in -dBov.</param>
    public bool TryGetLevel(int id, out byte level)
    {
        bool hasLevel = Extension.TryFind(id, out ReadOnlySpan<byte> data) && data.Length > 0;
        // The first bit says whether the sender takes the packet for speech.
        level = hasLevel ? (byte)(data[0] & 0x7f) : (byte)0;
        return hasLevel;
    }

    /// <summary>
    /// False if the datagram is not an RTP packet of version 2, or its lengths are inconsistent. On a port that RTP shares with RTCP,
    /// ask <see cref="RtcpPacket.IsRtcp"/> first: this method takes RTCP for RTP.
    /// </summary>
    public static bool TryRead(ReadOnlySpan<byte> datagram, out RtpPacket packet)
    {
        packet = default;
        if (datagram.Length < HeaderBytes || datagram[0] >> 6 != Version)
            return false;
        int sourcesEnd = HeaderBytes + (datagram[0] & SourcesMask) * SourceBytes;
        if (sourcesEnd > datagram.Length)
            return false;
        ReadOnlySpan<byte> rest = datagram[sourcesEnd..];
        HeaderExtension extension = default;
        if ((datagram[0] & ExtensionBit) != 0 && !HeaderExtension.TryTake(ref rest, out extension))
            return false;
        if ((datagram[0] & PaddingBit) != 0 && !TryRemovePadding(ref rest))
            return false;
        packet = new RtpPacket
        {
            Header = new RtpHeader(
                (byte)(datagram[1] & ~MarkerBit),
                (datagram[1] & MarkerBit) != 0,
                BinaryPrimitives.ReadUInt16BigEndian(datagram[2..]),
                BinaryPrimitives.ReadUInt32BigEndian(datagram[4..]),
                BinaryPrimitives.ReadUInt32BigEndian(datagram[8..])),
            Sources = datagram[HeaderBytes..sourcesEnd],
            Extension = extension,
            Payload = rest,
        };
        return true;
    }

    /// <summary>Writes a packet.</summary>
    /// <param name="datagram">Receives the packet; must have room for it.</param>
    /// <param name="header">The header; only the lower 7 bits of the payload type are written.</param>
    /// <param name="sources">Contributing sources; those beyond <see cref="MaxSources"/> are left out.</param>
    /// <param name="payload">The payload. It may lie in the datagram's memory.</param>
    /// <returns>The packet's length in bytes.</returns>
    /// <exception cref="ArgumentException">The datagram is too short.</exception>
    public static int Write(Span<byte> datagram, in RtpHeader header, ReadOnlySpan<uint> sources, ReadOnlySpan<byte> payload)
    {
        int count = Math.Min(sources.Length, MaxSources);
        int start = HeaderBytes + count * SourceBytes;
        int length = start + payload.Length;
        if (datagram.Length < length)
            throw new ArgumentException($"An RTP packet of {length} bytes does not fit into {datagram.Length} bytes.", nameof(datagram));
        payload.CopyTo(datagram[start..]);
        datagram[0] = (byte)(Version << 6 | count);
        datagram[1] = (byte)((header.IsMarked ? MarkerBit : 0) | header.PayloadType & ~MarkerBit);
        BinaryPrimitives.WriteUInt16BigEndian(datagram[2..], header.Number);
        BinaryPrimitives.WriteUInt32BigEndian(datagram[4..], header.Timestamp);
        BinaryPrimitives.WriteUInt32BigEndian(datagram[8..], header.Ssrc);
        for (int i = 0; i < count; i++)
            BinaryPrimitives.WriteUInt32BigEndian(datagram[(HeaderBytes + i * SourceBytes)..], sources[i]);
        return length;
    }

    /// <summary>The last byte of padding is its length, itself included.</summary>
    internal static bool TryRemovePadding(ref ReadOnlySpan<byte> rest)
    {
        if (rest.IsEmpty || rest[^1] == 0 || rest[^1] > rest.Length)
            return false;
        rest = rest[..^rest[^1]];
        return true;
    }
}
