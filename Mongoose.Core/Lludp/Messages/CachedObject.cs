namespace Mongoose.Core.Lludp.Messages;

/// <summary>One object of <see cref="ObjectUpdateCached"/>.</summary>
/// <param name="LocalId">The object's id in this region.</param>
/// <param name="Crc">Checksum of the simulator's version of the object.</param>
/// <param name="UpdateFlags">As in a full update.</param>
public readonly record struct CachedObject(uint LocalId, uint Crc, uint UpdateFlags)
{
    internal const int Bytes = 3 * sizeof(uint);

    internal static CachedObject Read(ReadOnlySpan<byte> block)
    {
        var r = new SpanReader(block);
        return new CachedObject(r.ReadUInt32(), r.ReadUInt32(), r.ReadUInt32());
    }

    internal void Write(ref DatagramWriter w)
    {
        w.WriteUInt32(LocalId);
        w.WriteUInt32(Crc);
        w.WriteUInt32(UpdateFlags);
    }
}
