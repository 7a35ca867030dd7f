using System.Buffers.Binary;

namespace Mongoose.Voice.Rtp;

/// <summary>
/// A sender's report of its stream (RFC 3550 section 6.4.1). Report blocks may follow; a receiver report has only its SSRC and blocks.
/// </summary>
/// <param name="Ssrc">The sender.</param>
/// <param name="NtpTime">In 2^-32 s since 1900, or since any other origin.</param>
/// <param name="Timestamp">The same time in ticks of the stream's clock.</param>
/// <param name="Packets">Packets sent so far.</param>
/// <param name="PayloadBytes">Bytes of payload sent so far.</param>
public readonly record struct SenderReport(uint Ssrc, ulong NtpTime, uint Timestamp, uint Packets, uint PayloadBytes)
{
    public const int Bytes = 24;

    /// <summary>The maximum number of report blocks in a packet.</summary>
    public const int MaxBlocks = RtcpPacket.MaxCount;

    private const int SsrcBytes = 4;

    /// <summary>Returns false if the body is too short.</summary>
    public static bool TryRead(ReadOnlySpan<byte> body, out SenderReport report)
    {
        report = default;
        if (body.Length < Bytes)
            return false;
        report = new SenderReport(
            BinaryPrimitives.ReadUInt32BigEndian(body),
            BinaryPrimitives.ReadUInt64BigEndian(body[4..]),
            BinaryPrimitives.ReadUInt32BigEndian(body[12..]),
            BinaryPrimitives.ReadUInt32BigEndian(body[16..]),
            BinaryPrimitives.ReadUInt32BigEndian(body[20..]));
        return true;
    }

    /// <summary>Reads the sender of an SR or RR; returns false for any other packet.</summary>
    public static bool TryReadSsrc(in RtcpPacket packet, out uint ssrc)
    {
        bool isReport = packet.Type is RtcpPacket.SenderReportType or RtcpPacket.ReceiverReportType && packet.Body.Length >= SsrcBytes;
        ssrc = isReport ? BinaryPrimitives.ReadUInt32BigEndian(packet.Body) : 0;
        return isReport;
    }

    /// <summary>Writes a whole SR packet with report blocks, at most 31.</summary>
    /// <returns>The packet's length in bytes.</returns>
    /// <exception cref="ArgumentException">The datagram is too short, or there are too many blocks.</exception>
    public int Write(Span<byte> datagram, ReadOnlySpan<ReportBlock> blocks)
    {
        int length = WriteBlocks(datagram, RtcpPacket.SenderReportType, Bytes, blocks);
        Span<byte> body = datagram[RtcpPacket.HeaderBytes..];
        BinaryPrimitives.WriteUInt32BigEndian(body, Ssrc);
        BinaryPrimitives.WriteUInt64BigEndian(body[4..], NtpTime);
        BinaryPrimitives.WriteUInt32BigEndian(body[12..], Timestamp);
        BinaryPrimitives.WriteUInt32BigEndian(body[16..], Packets);
        BinaryPrimitives.WriteUInt32BigEndian(body[20..], PayloadBytes);
        return length;
    }

    /// <summary>Writes a whole RR packet with report blocks, at most 31.</summary>
    /// <inheritdoc cref="Write"/>
    public static int WriteReceiverReport(Span<byte> datagram, uint ssrc, ReadOnlySpan<ReportBlock> blocks)
    {
        int length = WriteBlocks(datagram, RtcpPacket.ReceiverReportType, SsrcBytes, blocks);
        BinaryPrimitives.WriteUInt32BigEndian(datagram[RtcpPacket.HeaderBytes..], ssrc);
        return length;
    }

    /// <summary>Reads the report blocks of an SR or RR; those that do not fit are left out.</summary>
    /// <returns>The number of blocks read; 0 for any other packet.</returns>
    public static int ReadBlocks(in RtcpPacket packet, Span<ReportBlock> blocks)
    {
        int start = packet.Type switch
        {
            RtcpPacket.SenderReportType => Bytes,
            RtcpPacket.ReceiverReportType => SsrcBytes,
            _ => int.MaxValue,
        };
        if (packet.Body.Length < start)
            return 0;
        ReadOnlySpan<byte> rest = packet.Body[start..];
        int count = Math.Min(Math.Min(packet.Count, rest.Length / ReportBlock.Bytes), blocks.Length);
        for (int i = 0; i < count; i++)
            blocks[i] = ReportBlock.Read(rest[(i * ReportBlock.Bytes)..]);
        return count;
    }

    /// <summary>Writes the header, and the blocks after the first <paramref name="bytesBefore"/> bytes of the body.</summary>
    private static int WriteBlocks(Span<byte> datagram, byte type, int bytesBefore, ReadOnlySpan<ReportBlock> blocks)
    {
        int start = RtcpPacket.HeaderBytes + bytesBefore, length = start + blocks.Length * ReportBlock.Bytes;
        RtcpPacket.ThrowIfShort(datagram, length);
        RtcpPacket.WriteHeader(datagram, type, blocks.Length, length);
        for (int i = 0; i < blocks.Length; i++)
            blocks[i].Write(datagram[(start + i * ReportBlock.Bytes)..]);
        return length;
    }
}
