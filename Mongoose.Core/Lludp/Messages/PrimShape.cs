namespace Mongoose.Core.Lludp.Messages;

/// <summary>The path and profile of a prim in the quanta of the template; all zero for an avatar.</summary>
public readonly record struct PrimShape
{
    internal const int Bytes = 23;

    public byte PathCurve { get; init; }
    public byte ProfileCurve { get; init; }
    public ushort PathBegin { get; init; }
    public ushort PathEnd { get; init; }
    public byte PathScaleX { get; init; }
    public byte PathScaleY { get; init; }
    public byte PathShearX { get; init; }
    public byte PathShearY { get; init; }
    public sbyte PathTwist { get; init; }
    public sbyte PathTwistBegin { get; init; }
    public sbyte PathRadiusOffset { get; init; }
    public sbyte PathTaperX { get; init; }
    public sbyte PathTaperY { get; init; }
    public byte PathRevolutions { get; init; }
    public sbyte PathSkew { get; init; }
    public ushort ProfileBegin { get; init; }
    public ushort ProfileEnd { get; init; }
    public ushort ProfileHollow { get; init; }

    internal static PrimShape Read(ref SpanReader r) => new()
    {
        PathCurve = r.ReadUInt8(),
        ProfileCurve = r.ReadUInt8(),
        PathBegin = r.ReadUInt16(),
        PathEnd = r.ReadUInt16(),
        PathScaleX = r.ReadUInt8(),
        PathScaleY = r.ReadUInt8(),
        PathShearX = r.ReadUInt8(),
        PathShearY = r.ReadUInt8(),
        PathTwist = r.ReadInt8(),
        PathTwistBegin = r.ReadInt8(),
        PathRadiusOffset = r.ReadInt8(),
        PathTaperX = r.ReadInt8(),
        PathTaperY = r.ReadInt8(),
        PathRevolutions = r.ReadUInt8(),
        PathSkew = r.ReadInt8(),
        ProfileBegin = r.ReadUInt16(),
        ProfileEnd = r.ReadUInt16(),
        ProfileHollow = r.ReadUInt16(),
    };

    internal void Write(ref DatagramWriter w)
    {
        w.WriteUInt8(PathCurve);
        w.WriteUInt8(ProfileCurve);
        w.WriteUInt16(PathBegin);
        w.WriteUInt16(PathEnd);
        w.WriteUInt8(PathScaleX);
        w.WriteUInt8(PathScaleY);
        w.WriteUInt8(PathShearX);
        w.WriteUInt8(PathShearY);
        w.WriteInt8(PathTwist);
        w.WriteInt8(PathTwistBegin);
        w.WriteInt8(PathRadiusOffset);
        w.WriteInt8(PathTaperX);
        w.WriteInt8(PathTaperY);
        w.WriteUInt8(PathRevolutions);
        w.WriteInt8(PathSkew);
        w.WriteUInt16(ProfileBegin);
        w.WriteUInt16(ProfileEnd);
        w.WriteUInt16(ProfileHollow);
    }
}
