namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// The Data of a <see cref="TerseObject"/>. Velocity is rounded to 1/256 m/s in a range of ±128 m/s, acceleration and angular velocity to
/// 1/512 in a range of ±64, rotation to 1/32768.
/// </summary>
/// <param name="LocalId">The object's or avatar's id in this region.</param>
/// <param name="State">For an attachment, the attachment point with its two hexadecimal digits swapped.</param>
/// <param name="Motion">The motion; with a collision plane it is an avatar's.</param>
public readonly record struct TerseMotion(uint LocalId, byte State, ObjectMotion Motion)
{
    public const int PrimBytes = 44;
    public const int AvatarBytes = PrimBytes + ObjectMotion.PlaneBytes;

    /// <summary>Writes the motion and returns the part of <paramref name="destination"/> that it fills.</summary>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is shorter than <see cref="AvatarBytes"/> or, without a collision plane, <see cref="PrimBytes"/>.
    /// </exception>
    public ReadOnlySpan<byte> WriteTo(Span<byte> destination)
    {
        DatagramWriter w = DatagramWriter.ForBlob(destination);
        w.WriteUInt32(LocalId);
        w.WriteUInt8(State);
        w.WriteBoolean(Motion.CollisionPlane is not null);
        Motion.WriteTerse(ref w);
        return w.TryFinish(out int length)
            ? destination[..length]
            : throw new ArgumentException("too short for the motion", nameof(destination));
    }

    public static bool TryRead(ReadOnlySpan<byte> data, out TerseMotion terse)
    {
        var r = new SpanReader(data);
        terse = new TerseMotion(r.ReadUInt32(), r.ReadUInt8(), ObjectMotion.ReadTerse(ref r, r.ReadBoolean()));
        return r.Ok;
    }
}
