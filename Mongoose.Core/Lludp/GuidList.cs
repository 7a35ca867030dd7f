namespace Mongoose.Core.Lludp;

/// <summary>A list of blocks of one LLUUID each.</summary>
public readonly ref struct GuidList
{
    internal GuidList(ReadOnlySpan<byte> bytes) => Bytes = bytes;

    internal ReadOnlySpan<byte> Bytes { get; }

    public int Count => Bytes.Length / SpanReader.GuidBytes;

    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not below
    /// <see cref="Count"/>.</exception>
    public Guid this[int index] =>
        new(Bytes.Slice(index * SpanReader.GuidBytes, SpanReader.GuidBytes), bigEndian: true);
}
