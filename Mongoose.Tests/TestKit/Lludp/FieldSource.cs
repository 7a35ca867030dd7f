using System.Numerics;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.TestKit.Lludp;

/// <summary>Field values drawn from a seed, with many zeros so that zero-coding has an effect.</summary>
internal sealed class FieldSource(int seed)
{
    private readonly Random _random = new(seed);

    public bool Boolean() => _random.Next(2) == 0;
    public byte UInt8() => Boolean() ? (byte)0 : (byte)_random.Next(256);
    public sbyte Int8() => (sbyte)UInt8();
    public ushort UInt16() => Boolean() ? (ushort)0 : (ushort)_random.Next(65536);
    public uint UInt32() => Boolean() ? 0 : (uint)_random.NextInt64(1L << 32);
    public int Int32() => (int)UInt32();
    public ulong UInt64() => (ulong)UInt32() << 32 | UInt32();
    public float Single() => Boolean() ? 0 : (float)(_random.NextDouble() * 2000 - 1000);
    public Vector3 Vector3() => new(Single(), Single(), Single());
    public Vector4 Vector4() => new(Single(), Single(), Single(), Single());

    public Guid Guid()
    {
        if (Boolean())
            return System.Guid.Empty;
        byte[] bytes = new byte[16];
        _random.NextBytes(bytes);
        return new Guid(bytes);
    }

    /// <summary>A unit quaternion as received: W is not negative and follows from the other components.</summary>
    public Quaternion Rotation()
    {
        if (Boolean())
            return Quaternion.Identity;
        var unit = Quaternion.Normalize(new Quaternion(Part(), Part(), Part(), Part()));
        var v = new Vector3(unit.X, unit.Y, unit.Z);
        return new Quaternion(v, MathF.Sqrt(MathF.Max(0, 1 - v.LengthSquared())));

        float Part() => (float)_random.NextDouble() - 0.5f;
    }

    public int Count(int max) => _random.Next(max + 1);

    /// <summary>Up to <paramref name="max"/> bytes in runs of zeros and of other bytes.</summary>
    public byte[] Bytes(int max)
    {
        byte[] bytes = new byte[_random.Next(max + 1)];
        for (int at = 0; at < bytes.Length;)
        {
            int run = Math.Min(bytes.Length - at, 1 + _random.Next(40));
            if (Boolean())
                _random.NextBytes(bytes.AsSpan(at, run));
            at += run;
        }
        return bytes;
    }

    public PrimShape Shape() => new()
    {
        PathCurve = UInt8(),
        ProfileCurve = UInt8(),
        PathBegin = UInt16(),
        PathEnd = UInt16(),
        PathScaleX = UInt8(),
        PathScaleY = UInt8(),
        PathShearX = UInt8(),
        PathShearY = UInt8(),
        PathTwist = Int8(),
        PathTwistBegin = Int8(),
        PathRadiusOffset = Int8(),
        PathTaperX = Int8(),
        PathTaperY = Int8(),
        PathRevolutions = UInt8(),
        PathSkew = Int8(),
        ProfileBegin = UInt16(),
        ProfileEnd = UInt16(),
        ProfileHollow = UInt16(),
    };

    public ObjectMotion Motion(bool avatar) => new()
    {
        CollisionPlane = avatar ? Vector4() : null,
        Position = Vector3(),
        Velocity = Vector3(),
        Acceleration = Vector3(),
        Rotation = Rotation(),
        AngularVelocity = Vector3(),
    };

    public ObjectUpdateBlock ObjectUpdateBlock(int maxBytes = 60, uint? localId = null) => new()
    {
        LocalId = localId ?? UInt32(),
        State = UInt8(),
        FullId = Guid(),
        Crc = UInt32(),
        PCode = UInt8(),
        Material = UInt8(),
        ClickAction = UInt8(),
        Scale = Vector3(),
        ObjectData = Bytes(maxBytes),
        ParentId = UInt32(),
        UpdateFlags = UInt32(),
        Shape = Shape(),
        TextureEntry = Bytes(maxBytes),
        TextureAnim = Bytes(maxBytes),
        NameValue = Bytes(maxBytes),
        Data = Bytes(maxBytes),
        Text = Bytes(maxBytes),
        TextColor = UInt32(),
        MediaUrl = Bytes(maxBytes),
        ParticleSystem = Bytes(maxBytes),
        ExtraParams = Bytes(maxBytes),
        Sound = new AttachedSound(Guid(), Guid(), Single(), UInt8(), Single()),
        Joint = new ObjectJoint(UInt8(), Vector3(), Vector3()),
    };
}
