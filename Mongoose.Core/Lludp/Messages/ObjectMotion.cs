using System.Numerics;

namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// An object's position and motion in metres, m/s, m/s² and radians per second, relative to the parent or the region. In the
/// ObjectData of <see cref="ObjectUpdateBlock"/>, all values are floats; <see cref="TerseMotion"/> rounds all but the position and the
/// collision plane to 16 bits. Only avatars have a collision plane.
/// </summary>
public readonly record struct ObjectMotion
{
    /// <summary>Bytes as floats, for a prim.</summary>
    public const int PrimBytes = 60;

    /// <summary>Bytes as floats, for an avatar.</summary>
    public const int AvatarBytes = PrimBytes + PlaneBytes;

    internal const int PlaneBytes = 16;

    private const float VelocityRange = 128;
    private const float AccelerationRange = 64;
    private const float AngularVelocityRange = 64;

    public Vector4? CollisionPlane { get; init; }
    public Vector3 Position { get; init; }
    public Vector3 Velocity { get; init; }
    public Vector3 Acceleration { get; init; }
    public Quaternion Rotation { get; init; }
    public Vector3 AngularVelocity { get; init; }

    /// <summary>Writes floats and returns the part of <paramref name="destination"/> that they fill.</summary>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is shorter than <see cref="AvatarBytes"/> or, without a collision plane, <see cref="PrimBytes"/>.
    /// </exception>
    public ReadOnlySpan<byte> WriteTo(Span<byte> destination)
    {
        DatagramWriter w = DatagramWriter.ForBlob(destination);
        if (CollisionPlane is { } plane)
            w.WriteVector4(plane);
        w.WriteVector3(Position);
        w.WriteVector3(Velocity);
        w.WriteVector3(Acceleration);
        w.WriteRotation(Rotation);
        w.WriteVector3(AngularVelocity);
        return w.TryFinish(out int length)
            ? destination[..length]
            : throw new ArgumentException("too short for the motion", nameof(destination));
    }

    /// <summary>Reads floats. Returns false unless there are exactly <see cref="PrimBytes"/> or <see cref="AvatarBytes"/> bytes.</summary>
    public static bool TryRead(ReadOnlySpan<byte> objectData, out ObjectMotion motion)
    {
        var r = new SpanReader(objectData);
        motion = new ObjectMotion
        {
            CollisionPlane = objectData.Length == AvatarBytes ? r.ReadVector4() : null,
            Position = r.ReadVector3(),
            Velocity = r.ReadVector3(),
            Acceleration = r.ReadVector3(),
            Rotation = r.ReadRotation(),
            AngularVelocity = r.ReadVector3(),
        };
        return r.Ok && r.Rest.IsEmpty;
    }

    internal void WriteTerse(ref DatagramWriter w)
    {
        if (CollisionPlane is { } plane)
            w.WriteVector4(plane);
        w.WriteVector3(Position);
        w.WriteQuantized(Velocity, VelocityRange);
        w.WriteQuantized(Acceleration, AccelerationRange);
        w.WriteQuantized(Rotation.X, 1);
        w.WriteQuantized(Rotation.Y, 1);
        w.WriteQuantized(Rotation.Z, 1);
        w.WriteQuantized(Rotation.W, 1);
        w.WriteQuantized(AngularVelocity, AngularVelocityRange);
    }

    internal static ObjectMotion ReadTerse(ref SpanReader r, bool hasPlane) => new()
    {
        CollisionPlane = hasPlane ? r.ReadVector4() : null,
        Position = r.ReadVector3(),
        Velocity = r.ReadQuantizedVector3(VelocityRange),
        Acceleration = r.ReadQuantizedVector3(AccelerationRange),
        Rotation = new Quaternion(r.ReadQuantized(1), r.ReadQuantized(1), r.ReadQuantized(1), r.ReadQuantized(1)),
        AngularVelocity = r.ReadQuantizedVector3(AngularVelocityRange),
    };
}
