namespace Mongoose.Core.Lludp.Messages;

/// <summary>An object of <see cref="ImprovedTerseObjectUpdate"/>.</summary>
public readonly ref struct TerseObject
{
    /// <summary>See <see cref="TerseMotion"/>.</summary>
    public ReadOnlySpan<byte> Data { get; init; }

    /// <summary>A four-byte length and a TextureEntry. Empty if no texture changed, and always empty in OpenSim's avatar updates.</summary>
    public ReadOnlySpan<byte> TextureEntry { get; init; }

    internal static TerseObject Read(scoped ref SpanReader r) =>
        new() { Data = r.ReadVariable1(), TextureEntry = r.ReadVariable2() };

    internal void Write(ref DatagramWriter w)
    {
        w.WriteVariable1(Data);
        w.WriteVariable2(TextureEntry);
    }
}
