using System.Buffers.Binary;

namespace Mongoose.Voice.Rtp;

/// <summary>A packet of a compound RTCP datagram (RFC 3550 section 6).</summary>
public readonly ref struct RtcpPacket
{
    public const byte SenderReportType = 200, ReceiverReportType = 201, SourceDescriptionType = 202, GoodbyeType = 203,
        ApplicationType = 204, FeedbackType = 205;

    /// <summary>Bytes before the body.</summary>
    public const int HeaderBytes = 4;

    /// <summary>The largest <see cref="Count"/>.</summary>
    public const int MaxCount = 31;

    /// <summary>The maximum length of a packet in bytes.</summary>
    public const int MaxBytes = (ushort.MaxValue + 1) * Word;

    private const int PaddingBit = 0x20, CountMask = 0x1f, Word = 4;

    public byte Type { get; private init; }

    /// <summary>The five bits after the version and padding: a count, a subtype or a format.</summary>
    public byte Count { get; private init; }

    /// <summary>The content after the first four bytes, without padding; a multiple of 4 bytes.</summary>
    public ReadOnlySpan<byte> Body { get; private init; }

    /// <summary>
    /// Whether a datagram on a port that RTP and RTCP share is RTCP (RFC 5761 section 4): of version 2, with a type of 192 to 223.
    /// </summary>
    public static bool IsRtcp(ReadOnlySpan<byte> datagram) =>
        datagram.Length >= HeaderBytes && datagram[0] >> 6 == RtpPacket.Version && datagram[1] is >= 192 and <= 223;

    /// <summary>Takes the next packet from a compound datagram; returns false at its end, and if the rest is malformed.</summary>
    /// <param name="rest">The datagram, or its rest; advances.</param>
    public static bool TryTake(scoped ref ReadOnlySpan<byte> rest, out RtcpPacket packet)
    {
        packet = default;
        if (rest.Length < HeaderBytes || rest[0] >> 6 != RtpPacket.Version)
            return false;
        int length = HeaderBytes + BinaryPrimitives.ReadUInt16BigEndian(rest[2..]) * Word;
        if (length > rest.Length)
            return false;
        ReadOnlySpan<byte> body = rest[HeaderBytes..length];
        bool hasPadding = (rest[0] & PaddingBit) != 0;
        if (hasPadding && !RtpPacket.TryRemovePadding(ref body) || body.Length % Word != 0)
            return false;
        packet = new RtcpPacket { Type = rest[1], Count = (byte)(rest[0] & CountMask), Body = body };
        rest = rest[length..];
        return true;
    }

    /// <summary>Writes a packet of a compound datagram.</summary>
    /// <param name="datagram">Receives the packet; must have room for it.</param>
    /// <param name="count">0 to 31.</param>
    /// <param name="body">The body; it may lie in the datagram's memory.</param>
    /// <returns>The packet's length in bytes.</returns>
    /// <exception cref="ArgumentException">
    /// The datagram is too short, the body is not a multiple of 4 bytes, or the body or the count is too large.
    /// </exception>
    public static int Write(Span<byte> datagram, byte type, byte count, ReadOnlySpan<byte> body)
    {
        int length = HeaderBytes + body.Length;
        ThrowIfShort(datagram, length);
        body.CopyTo(datagram[HeaderBytes..]);
        WriteHeader(datagram, type, count, length);
        return length;
    }

    /// <exception cref="ArgumentException">The datagram is too short.</exception>
    internal static void ThrowIfShort(ReadOnlySpan<byte> datagram, int length)
    {
        if (datagram.Length < length)
            throw new ArgumentException($"An RTCP packet of {length} bytes does not fit into {datagram.Length} bytes.", nameof(datagram));
    }

    /// <summary>Writes the first four bytes of a packet whose body is there already.</summary>
    /// <exception cref="ArgumentException">The length is not a multiple of 4 bytes or too large, or the count is too large.</exception>
    internal static void WriteHeader(Span<byte> datagram, byte type, int count, int length)
    {
        if (length % Word != 0 || length > MaxBytes)
            throw new ArgumentException($"An RTCP packet has a multiple of 4 bytes, at most {MaxBytes}, not {length}.", nameof(length));
        if (count is < 0 or > MaxCount)
            throw new ArgumentException($"An RTCP packet has a count of 0 to {MaxCount}, not {count}.", nameof(count));
        datagram[0] = (byte)(RtpPacket.Version << 6 | count);
        datagram[1] = type;
        BinaryPrimitives.WriteUInt16BigEndian(datagram[2..], (ushort)(length / Word - 1));
    }
}
