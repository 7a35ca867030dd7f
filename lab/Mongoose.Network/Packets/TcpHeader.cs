using System.Buffers.Binary;

namespace Mongoose.Network.Packets;

/// <summary>The TCP header (RFC 9293 section 3.1) of a segment in a buffer. Nothing in the buffer is trusted.</summary>
public static class TcpHeader
{
    /// <summary>The size of a header without options.</summary>
    public const int MinBytes = 20;

    /// <summary>The largest window scale; larger values count as this one (RFC 7323 section 2.3).</summary>
    public const byte MaxWindowScale = 14;

    private const int SequenceOffset = 4, AcknowledgmentOffset = 8, SizeOffset = 12, FlagsOffset = 13;
    private const int WindowOffset = 14, ChecksumOffset = 16;
    private const byte EndOfOptions = 0, NoOperation = 1, MaxSegmentSize = 2, WindowScale = 3, Timestamps = 8;
    private const int KindAndLengthBytes = 2, MaxSegmentSizeBytes = 4, WindowScaleBytes = 3, TimestampsBytes = 10;

    /// <summary>
    /// Reads the header; false if it is not valid: cut short, or a size below 20 bytes or above that of the segment. The options of
    /// connection establishment are read in segments with SYN only. As in Linux, an incomplete option ends the options, an option of wrong
    /// length is skipped, a repeated option has its last value, and a maximum segment size of 0 counts as none.
    /// </summary>
    /// <param name="segment">Header and payload.</param>
    /// <param name="fields">The fields; a window scale above 14 as received.</param>
    public static bool TryRead(ReadOnlySpan<byte> segment, out TcpFields fields)
    {
        fields = default;
        if (segment.Length < MinBytes)
            return false;
        int headerBytes = (segment[SizeOffset] >> 4) * 4;
        if (headerBytes < MinBytes || headerBytes > segment.Length)
            return false;
        TcpFlags flags = (TcpFlags)segment[FlagsOffset];
        Options options = default;
        options.Read(segment[MinBytes..headerBytes], (flags & TcpFlags.Syn) != 0);
        fields = new TcpFields(
            Flags: flags,
            Sequence: BinaryPrimitives.ReadUInt32BigEndian(segment[SequenceOffset..]),
            PayloadBytes: segment.Length - headerBytes,
            Acknowledgment: BinaryPrimitives.ReadUInt32BigEndian(segment[AcknowledgmentOffset..]),
            Window: BinaryPrimitives.ReadUInt16BigEndian(segment[WindowOffset..]),
            WindowScale: options.Scale,
            MaxSegmentBytes: options.MaxSegment,
            Timestamps: options.Times);
        return true;
    }

    /// <summary>Replaces the window field and updates the checksum.</summary>
    /// <param name="segment">Header and payload, which <see cref="TryRead"/> has read.</param>
    /// <param name="window">The field from now on.</param>
    public static void WriteWindow(Span<byte> segment, ushort window) =>
        InternetChecksum.Replace(segment, WindowOffset, window, ChecksumOffset);

    /// <summary>The options that a middlebox needs.</summary>
    private struct Options
    {
        public byte? Scale;
        public ushort? MaxSegment;
        public TcpTimestamps? Times;

        /// <summary>Reads up to the end of the options or of the header, or to an option whose length is below 2 or past the end.</summary>
        public void Read(ReadOnlySpan<byte> options, bool isSyn)
        {
            while (!options.IsEmpty && options[0] != EndOfOptions)
            {
                int length = 1;
                if (options[0] != NoOperation)
                {
                    length = options.Length < KindAndLengthBytes ? 0 : options[1];
                    if (length < KindAndLengthBytes || length > options.Length)
                        return;
                    ReadOne(options[..length], isSyn);
                }
                options = options[length..];
            }
        }

        private void ReadOne(ReadOnlySpan<byte> option, bool isSyn)
        {
            ReadOnlySpan<byte> value = option[KindAndLengthBytes..];
            switch (option[0])
            {
                case Timestamps when option.Length == TimestampsBytes:
                    Times = new TcpTimestamps(
                        BinaryPrimitives.ReadUInt32BigEndian(value), BinaryPrimitives.ReadUInt32BigEndian(value[sizeof(uint)..]));
                    break;
                case MaxSegmentSize when isSyn && option.Length == MaxSegmentSizeBytes:
                    MaxSegment = BinaryPrimitives.ReadUInt16BigEndian(value) is > 0 and ushort bytes ? bytes : MaxSegment;
                    break;
                case WindowScale when isSyn && option.Length == WindowScaleBytes:
                    Scale = value[0];
                    break;
            }
        }
    }
}
