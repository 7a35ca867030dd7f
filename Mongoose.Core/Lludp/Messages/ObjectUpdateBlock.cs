using System.Numerics;

namespace Mongoose.Core.Lludp.Messages;

/// <summary>An object of <see cref="ObjectUpdate"/> with all fields of the template; 153 bytes if all blobs are empty.</summary>
public readonly ref struct ObjectUpdateBlock
{
    /// <summary>State to Scale.</summary>
    private const int BytesBeforeObjectData = 36;

    public uint LocalId { get; init; }
    public byte State { get; init; }
    public Guid FullId { get; init; }

    /// <summary>Checksum that a viewer's object cache compares.</summary>
    public uint Crc { get; init; }

    /// <summary>The kind of object: 9 is a prim, 47 an avatar.</summary>
    public byte PCode { get; init; }

    public byte Material { get; init; }
    public byte ClickAction { get; init; }

    /// <summary>The size in metres.</summary>
    public Vector3 Scale { get; init; }

    /// <summary>See <see cref="ObjectMotion"/>.</summary>
    public ReadOnlySpan<byte> ObjectData { get; init; }

    public uint ParentId { get; init; }
    public uint UpdateFlags { get; init; }
    public PrimShape Shape { get; init; }
    public ReadOnlySpan<byte> TextureEntry { get; init; }
    public ReadOnlySpan<byte> TextureAnim { get; init; }
    public ReadOnlySpan<byte> NameValue { get; init; }

    /// <summary>For a tree or grass, one byte that is its species. A viewer ignores it in other objects.</summary>
    public ReadOnlySpan<byte> Data { get; init; }

    public ReadOnlySpan<byte> Text { get; init; }

    /// <summary>Four bytes in wire order, the first in the lowest bits.</summary>
    public uint TextColor { get; init; }

    public ReadOnlySpan<byte> MediaUrl { get; init; }
    public ReadOnlySpan<byte> ParticleSystem { get; init; }
    public ReadOnlySpan<byte> ExtraParams { get; init; }
    public AttachedSound Sound { get; init; }
    public ObjectJoint Joint { get; init; }

    internal static ObjectUpdateBlock Read(scoped ref SpanReader r) => new()
    {
        LocalId = r.ReadUInt32(),
        State = r.ReadUInt8(),
        FullId = r.ReadGuid(),
        Crc = r.ReadUInt32(),
        PCode = r.ReadUInt8(),
        Material = r.ReadUInt8(),
        ClickAction = r.ReadUInt8(),
        Scale = r.ReadVector3(),
        ObjectData = r.ReadVariable1(),
        ParentId = r.ReadUInt32(),
        UpdateFlags = r.ReadUInt32(),
        Shape = PrimShape.Read(ref r),
        TextureEntry = r.ReadVariable2(),
        TextureAnim = r.ReadVariable1(),
        NameValue = r.ReadVariable2(),
        Data = r.ReadVariable2(),
        Text = r.ReadVariable1(),
        TextColor = r.ReadUInt32(),
        MediaUrl = r.ReadVariable1(),
        ParticleSystem = r.ReadVariable1(),
        ExtraParams = r.ReadVariable1(),
        Sound = AttachedSound.Read(ref r),
        Joint = ObjectJoint.Read(ref r),
    };

    /// <summary>Skips a block and returns its <see cref="LocalId"/>. Takes a fraction of the time of <see cref="Read"/>.</summary>
    internal static uint Skip(scoped ref SpanReader r)
    {
        uint localId = r.ReadUInt32();
        r.ReadFixed(BytesBeforeObjectData);
        r.ReadVariable1();
        r.ReadFixed(2 * sizeof(uint) + PrimShape.Bytes);
        r.ReadVariable2();
        r.ReadVariable1();
        r.ReadVariable2();
        r.ReadVariable2();
        r.ReadVariable1();
        r.ReadFixed(sizeof(uint));
        r.ReadVariable1();
        r.ReadVariable1();
        r.ReadVariable1();
        r.ReadFixed(AttachedSound.Bytes + ObjectJoint.Bytes);
        return localId;
    }

    internal void Write(ref DatagramWriter w)
    {
        w.WriteUInt32(LocalId);
        w.WriteUInt8(State);
        w.WriteGuid(FullId);
        w.WriteUInt32(Crc);
        w.WriteUInt8(PCode);
        w.WriteUInt8(Material);
        w.WriteUInt8(ClickAction);
        w.WriteVector3(Scale);
        w.WriteVariable1(ObjectData);
        w.WriteUInt32(ParentId);
        w.WriteUInt32(UpdateFlags);
        Shape.Write(ref w);
        w.WriteVariable2(TextureEntry);
        w.WriteVariable1(TextureAnim);
        w.WriteVariable2(NameValue);
        w.WriteVariable2(Data);
        w.WriteVariable1(Text);
        w.WriteUInt32(TextColor);
        w.WriteVariable1(MediaUrl);
        w.WriteVariable1(ParticleSystem);
        w.WriteVariable1(ExtraParams);
        Sound.Write(ref w);
        Joint.Write(ref w);
    }
}
