using System.Buffers.Binary;
using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>
/// The embedded region writes this stamp at the start of a packet's payload so that a viewer in the same process can measure the packet:
/// when its data was ready to be sent (ns of the scheduler's clock), and its number within its channel. Both are little-endian.
/// </summary>
/// <param name="ReadyAt">When the data was handed to the region, before any queue.</param>
/// <param name="Number">Counts the packets of one channel of one circuit, from 0.</param>
public readonly record struct PayloadStamp(Instant ReadyAt, uint Number)
{
    /// <summary>Eight bytes of time, four of number.</summary>
    public const int Bytes = 12;

    public void Write(Span<byte> destination)
    {
        BinaryPrimitives.WriteInt64LittleEndian(destination, ReadyAt.Nanoseconds);
        BinaryPrimitives.WriteUInt32LittleEndian(destination[sizeof(long)..], Number);
    }

    public static bool TryRead(ReadOnlySpan<byte> source, out PayloadStamp stamp)
    {
        stamp = default;
        if (source.Length < Bytes)
            return false;
        stamp = new PayloadStamp(
            new Instant(BinaryPrimitives.ReadInt64LittleEndian(source)),
            BinaryPrimitives.ReadUInt32LittleEndian(source[sizeof(long)..]));
        return true;
    }
}
