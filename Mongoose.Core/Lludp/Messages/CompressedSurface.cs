namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// The part of a <see cref="CompressedObject"/> that names assets. Its place depends on the fields before it, which are optional.
/// </summary>
public readonly ref struct CompressedSurface
{
    private const uint ScratchPad = 0x1, Tree = 0x2, Text = 0x4, Particles = 0x8, Sound = 0x10, Parent = 0x20, AngularVelocity = 0x80,
        NameValues = 0x100, MediaUrl = 0x200;

    /// <summary>Full id to rotation.</summary>
    private const int BytesBeforeFields = SpanReader.GuidBytes + 48;

    private const int VectorBytes = 12, ColorBytes = 4, ParticleBytes = 86, SoundBytes = SpanReader.GuidBytes + 9;

    /// <summary>See <see cref="FaceTextures"/>.</summary>
    public ReadOnlySpan<byte> TextureEntry { get; private init; }

    public ObjectSculpt? Sculpt { get; private init; }

    /// <param name="data">The object's <see cref="CompressedObject.Data"/>.</param>
    /// <param name="surface">The surface fields.</param>
    /// <returns>False if the object is truncated, or has a scratch pad, which OpenSim never sends.</returns>
    public static bool TryRead(ReadOnlySpan<byte> data, out CompressedSurface surface)
    {
        var r = new SpanReader(data);
        r.ReadFixed(BytesBeforeFields);
        uint fields = r.ReadUInt32();
        r.ReadGuid();
        Skip(ref r, fields, AngularVelocity, VectorBytes);
        Skip(ref r, fields, Parent, sizeof(uint));
        Skip(ref r, fields, Tree, sizeof(byte));
        SkipText(ref r, fields, Text);
        Skip(ref r, fields, Text, ColorBytes);
        SkipText(ref r, fields, MediaUrl);
        Skip(ref r, fields, Particles, ParticleBytes);
        ObjectSculpt? sculpt = ObjectSculpt.Read(ref r);
        Skip(ref r, fields, Sound, SoundBytes);
        SkipText(ref r, fields, NameValues);
        r.ReadFixed(PrimShape.Bytes);
        surface = new CompressedSurface { TextureEntry = r.ReadVariable4(), Sculpt = sculpt };
        return r.Ok && (fields & ScratchPad) == 0;
    }

    private static void Skip(scoped ref SpanReader r, uint fields, uint field, int bytes)
    {
        if ((fields & field) != 0)
            r.ReadFixed(bytes);
    }

    private static void SkipText(scoped ref SpanReader r, uint fields, uint field)
    {
        if ((fields & field) != 0)
            r.ReadText();
    }
}
