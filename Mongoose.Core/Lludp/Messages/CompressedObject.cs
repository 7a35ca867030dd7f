using System.Buffers.Binary;

namespace Mongoose.Core.Lludp.Messages;

/// <summary>One object of <see cref="ObjectUpdateCompressed"/>.</summary>
public readonly ref struct CompressedObject
{
    private const int LocalIdAt = SpanReader.GuidBytes;

    public uint UpdateFlags { get; init; }

    /// <summary>The object in a separate layout that begins with the full id and the local id.</summary>
    public ReadOnlySpan<byte> Data { get; init; }

    /// <summary>The object's local id; null if <see cref="Data"/> is too short.</summary>
    public uint? LocalId => Data.Length >= LocalIdAt + sizeof(uint) ? BinaryPrimitives.ReadUInt32LittleEndian(Data[LocalIdAt..]) : null;

    internal static CompressedObject Read(scoped ref SpanReader r) => new() { UpdateFlags = r.ReadUInt32(), Data = r.ReadVariable2() };

    internal void Write(ref DatagramWriter w)
    {
        w.WriteUInt32(UpdateFlags);
        w.WriteVariable2(Data);
    }
}
