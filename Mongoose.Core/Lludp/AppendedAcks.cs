using System.Buffers.Binary;

namespace Mongoose.Core.Lludp;

/// <summary>The acknowledgements at the end of a datagram, in wire order: sequence numbers, big-endian.</summary>
public readonly ref struct AppendedAcks
{
    /// <summary>Maximum number of acks, because one byte counts them.</summary>
    public const int MaxCount = 255;

    private readonly ReadOnlySpan<byte> _bytes;

    internal AppendedAcks(ReadOnlySpan<byte> bytes) => _bytes = bytes;

    public int Count => _bytes.Length / sizeof(uint);

    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not below
    /// <see cref="Count"/>.</exception>
    public uint this[int index] =>
        BinaryPrimitives.ReadUInt32BigEndian(_bytes.Slice(index * sizeof(uint), sizeof(uint)));
}
