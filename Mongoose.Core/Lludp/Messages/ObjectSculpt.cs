namespace Mongoose.Core.Lludp.Messages;

/// <summary>The asset that gives an object its shape, one of its ExtraParams.</summary>
/// <param name="Asset">The UUID of a mesh or, for a sculpted prim, of a texture.</param>
/// <param name="IsMesh">Whether the asset is a mesh.</param>
public readonly record struct ObjectSculpt(Guid Asset, bool IsMesh)
{
    private const ushort SculptParam = 0x30;

    /// <summary>The other bits mirror and invert a sculpt map.</summary>
    private const int KindBits = 7, MeshKind = 5;

    /// <summary>Finds the sculpt in an object's ExtraParams; null if there is none, or if the ExtraParams are truncated.</summary>
    public static ObjectSculpt? Find(ReadOnlySpan<byte> extraParams)
    {
        var r = new SpanReader(extraParams);
        ObjectSculpt? found = Read(ref r);
        return r.Ok ? found : null;
    }

    /// <summary>Reads all ExtraParams: a count, then the kind, the length and the content of each.</summary>
    internal static ObjectSculpt? Read(scoped ref SpanReader r)
    {
        ObjectSculpt? found = null;
        for (int left = r.ReadUInt8(); left > 0 && r.Ok; left--)
        {
            ushort kind = r.ReadUInt16();
            var content = new SpanReader(r.ReadVariable4());
            if (kind != SculptParam)
                continue;
            ObjectSculpt sculpt = new(content.ReadGuid(), (content.ReadUInt8() & KindBits) == MeshKind);
            found = content.Ok && sculpt.Asset != Guid.Empty ? sculpt : found;
        }
        return found;
    }
}
