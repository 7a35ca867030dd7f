using System.Buffers.Binary;
using System.Numerics;

namespace Mongoose.Core.Lludp;

// The field types of message_template.msg. Numbers are little-endian.
public ref partial struct DatagramWriter
{
    public void WriteUInt8(byte value)
    {
        if (Take(sizeof(byte), out Span<byte> field))
            field[0] = value;
    }

    public void WriteInt8(sbyte value) => WriteUInt8((byte)value);

    public void WriteBoolean(bool value) => WriteUInt8(value ? (byte)1 : (byte)0);

    public void WriteUInt16(ushort value)
    {
        if (Take(sizeof(ushort), out Span<byte> field))
            BinaryPrimitives.WriteUInt16LittleEndian(field, value);
    }

    public void WriteUInt32(uint value)
    {
        if (Take(sizeof(uint), out Span<byte> field))
            BinaryPrimitives.WriteUInt32LittleEndian(field, value);
    }

    public void WriteInt32(int value) => WriteUInt32((uint)value);

    public void WriteUInt64(ulong value)
    {
        if (Take(sizeof(ulong), out Span<byte> field))
            BinaryPrimitives.WriteUInt64LittleEndian(field, value);
    }

    public void WriteSingle(float value) => WriteUInt32(BitConverter.SingleToUInt32Bits(value));

    public void WriteVector3(Vector3 value)
    {
        WriteSingle(value.X);
        WriteSingle(value.Y);
        WriteSingle(value.Z);
    }

    public void WriteVector4(Vector4 value)
    {
        WriteSingle(value.X);
        WriteSingle(value.Y);
        WriteSingle(value.Z);
        WriteSingle(value.W);
    }

    /// <summary>
    /// Writes X, Y and Z of a unit quaternion, all negated if W is negative. This is the same rotation, and the reader can derive its W.
    /// </summary>
    public void WriteRotation(Quaternion unit) => WriteVector3(new Vector3(unit.X, unit.Y, unit.Z) * (unit.W < 0 ? -1 : 1));

    /// <summary>
    /// Writes a value clamped to [-<paramref name="range"/>, <paramref name="range"/>] and mapped to 16 bits, rounded down. Zero becomes
    /// 0x7FFF, and NaN is written as the lower bound.
    /// </summary>
    public void WriteQuantized(float value, float range)
    {
        float clamped = value > -range ? MathF.Min(value, range) : -range;
        WriteUInt16((ushort)((clamped + range) / (2 * range) * ushort.MaxValue));
    }

    public void WriteQuantized(Vector3 value, float range)
    {
        WriteQuantized(value.X, range);
        WriteQuantized(value.Y, range);
        WriteQuantized(value.Z, range);
    }

    /// <summary>Writes all bytes in the order of the text form, which is big-endian throughout.</summary>
    public void WriteGuid(Guid value)
    {
        if (Take(SpanReader.GuidBytes, out Span<byte> field))
            value.TryWriteBytes(field, bigEndian: true, out _);
    }

    /// <summary>Writes the bytes without a length; the reader knows how many there are.</summary>
    public void WriteFixed(ReadOnlySpan<byte> bytes)
    {
        if (Take(bytes.Length, out Span<byte> field))
            bytes.CopyTo(field);
    }

    /// <summary>Writes a length byte and at most 255 bytes. Text ends in a zero byte, which is counted.</summary>
    public void WriteVariable1(ReadOnlySpan<byte> bytes)
    {
        Overflowed |= bytes.Length > byte.MaxValue;
        WriteUInt8((byte)bytes.Length);
        WriteFixed(bytes);
    }

    /// <summary>Writes a length of two bytes and at most 65535 bytes.</summary>
    public void WriteVariable2(ReadOnlySpan<byte> bytes)
    {
        Overflowed |= bytes.Length > ushort.MaxValue;
        WriteUInt16((ushort)bytes.Length);
        WriteFixed(bytes);
    }
}
