using System.Buffers.Binary;

namespace Mongoose.Voice.Rtp;

/// <summary>A receiver's report of one source (RFC 3550 section 6.4.1).</summary>
/// <param name="FractionLost">Lost since the report before, in 1/256.</param>
/// <param name="CumulativeLost">Lost so far, -2^23 to 2^23 - 1; values beyond are written as the nearest of these.</param>
/// <param name="HighestNumber">The highest number received, extended to 32 bits.</param>
/// <param name="Jitter">In ticks of the clock.</param>
/// <param name="LastSenderReport">The middle of the last sender report's NTP time; 0 if there was none.</param>
/// <param name="DelaySinceLastSenderReport">In 1/65536 s.</param>
public readonly record struct ReportBlock(
    uint Ssrc, byte FractionLost, int CumulativeLost, uint HighestNumber, uint Jitter, uint LastSenderReport,
    uint DelaySinceLastSenderReport)
{
    public const int Bytes = 24;

    internal const int MaxLost = (1 << 23) - 1, MinLost = -(1 << 23);

    /// <param name="body">At least <see cref="Bytes"/>.</param>
    public static ReportBlock Read(ReadOnlySpan<byte> body) => new(
        BinaryPrimitives.ReadUInt32BigEndian(body),
        body[4],
        BinaryPrimitives.ReadInt32BigEndian(body[4..]) << 8 >> 8,
        BinaryPrimitives.ReadUInt32BigEndian(body[8..]),
        BinaryPrimitives.ReadUInt32BigEndian(body[12..]),
        BinaryPrimitives.ReadUInt32BigEndian(body[16..]),
        BinaryPrimitives.ReadUInt32BigEndian(body[20..]));

    /// <param name="body">At least <see cref="Bytes"/>.</param>
    public void Write(Span<byte> body)
    {
        BinaryPrimitives.WriteUInt32BigEndian(body, Ssrc);
        BinaryPrimitives.WriteInt32BigEndian(body[4..], Math.Clamp(CumulativeLost, MinLost, MaxLost));
        body[4] = FractionLost;
        BinaryPrimitives.WriteUInt32BigEndian(body[8..], HighestNumber);
        BinaryPrimitives.WriteUInt32BigEndian(body[12..], Jitter);
        BinaryPrimitives.WriteUInt32BigEndian(body[16..], LastSenderReport);
        BinaryPrimitives.WriteUInt32BigEndian(body[20..], DelaySinceLastSenderReport);
    }
}
