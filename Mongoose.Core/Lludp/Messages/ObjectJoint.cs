using System.Numerics;

namespace Mongoose.Core.Lludp.Messages;

/// <summary>A joint to the parent. It is obsolete and zero but still on the wire.</summary>
public readonly record struct ObjectJoint(byte Type, Vector3 Pivot, Vector3 AxisOrAnchor)
{
    internal const int Bytes = 25;

    internal static ObjectJoint Read(ref SpanReader r) => new(r.ReadUInt8(), r.ReadVector3(), r.ReadVector3());

    internal void Write(ref DatagramWriter w)
    {
        w.WriteUInt8(Type);
        w.WriteVector3(Pivot);
        w.WriteVector3(AxisOrAnchor);
    }
}
