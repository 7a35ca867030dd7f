using System.Buffers.Binary;

namespace Mongoose.Core.Lludp;

/// <summary>A list of blocks of one little-endian U32 each: the sequence numbers of PacketAck, the local ids of ObjectSelect.</summary>
public readonly ref struct UInt32List
{
    internal UInt32List(ReadOnlySpan<byte> bytes) => Bytes = bytes;

    internal ReadOnlySpan<byte> Bytes { get; }

    public int Count => Bytes.Length / sizeof(uint);

    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not below
    /// <see cref="Count"/>.</exception>
    public uint this[int index] =>
        BinaryPrimitives.ReadUInt32LittleEndian(Bytes.Slice(index * sizeof(uint), sizeof(uint)));
}
