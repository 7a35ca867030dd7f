using System.Buffers.Binary;

namespace Mongoose.Core.Lludp;

/// <summary>
/// The parts of a finished datagram that a sender changes when it sends the datagram. The header and the appended acks are never
/// zero-coded, so both can be set long after the body was written. A datagram shorter than <see cref="Bytes"/> is a bug in the caller and
/// may raise an exception.
/// </summary>
public static class DatagramHeader
{
    /// <summary>Flags (1), sequence number (4, big-endian), number of extra bytes (1).</summary>
    public const int Bytes = 6;

    internal const int SequenceOffset = 1;
    internal const int ExtraLengthOffset = 5;

    /// <summary>
    /// The position of the message number, after the extra bytes that the header announces. It may lie beyond the datagram's end.
    /// </summary>
    public static int ContentAt(ReadOnlySpan<byte> datagram) => Bytes + datagram[ExtraLengthOffset];

    /// <summary>The size of the appended acks of a valid datagram, with the byte that counts them; 0 if it carries none.</summary>
    public static int AckBytes(ReadOnlySpan<byte> datagram) =>
        (datagram[0] & (byte)PacketFlags.AppendedAcks) != 0 ? datagram[^1] * sizeof(uint) + 1 : 0;

    public static uint GetSequence(ReadOnlySpan<byte> datagram) =>
        BinaryPrimitives.ReadUInt32BigEndian(datagram[SequenceOffset..]);

    /// <summary>Sets the sequence number. Sequence numbers are assigned in the order of sending, not of writing.</summary>
    public static void SetSequence(Span<byte> datagram, uint sequence) =>
        BinaryPrimitives.WriteUInt32BigEndian(datagram[SequenceOffset..], sequence);

    /// <summary>Marks a copy that keeps the sequence number of the first transmission.</summary>
    public static void MarkResent(Span<byte> datagram) => datagram[0] |= (byte)PacketFlags.Resent;

    /// <summary>
    /// Appends acks to the datagram in the first <paramref name="length"/> bytes of <paramref name="buffer"/>, after any acks that it
    /// already carries, and updates <paramref name="length"/>. Takes as many from the front of <paramref name="sequences"/> as fit in the
    /// buffer, up to a total of <see cref="AppendedAcks.MaxCount"/> in the datagram.
    /// </summary>
    /// <returns>The number of acks taken.</returns>
    public static int AppendAcks(Span<byte> buffer, ref int length, ReadOnlySpan<uint> sequences)
    {
        bool carriesAcks = (buffer[0] & (byte)PacketFlags.AppendedAcks) != 0;
        int present = carriesAcks ? buffer[length - 1] : 0;
        int end = carriesAcks ? length - 1 : length;
        int room = (buffer.Length - end - 1) / sizeof(uint);
        int taken = Math.Min(sequences.Length, Math.Min(room, AppendedAcks.MaxCount - present));
        if (taken <= 0)
            return 0;

        foreach (uint sequence in sequences[..taken])
        {
            BinaryPrimitives.WriteUInt32BigEndian(buffer[end..], sequence);
            end += sizeof(uint);
        }
        buffer[end] = (byte)(present + taken);
        buffer[0] |= (byte)PacketFlags.AppendedAcks;
        length = end + 1;
        return taken;
    }
}
