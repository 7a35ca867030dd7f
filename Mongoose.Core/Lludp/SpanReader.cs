using System.Buffers.Binary;
using System.Numerics;

namespace Mongoose.Core.Lludp;

/// <summary>
/// Reads the field types of message_template.msg one after another. A truncated field and all fields after it are empty, or read as if
/// their bytes were zero, and <see cref="Ok"/> becomes false. A message's TryRead returns the final value of <see cref="Ok"/>; if that is
/// false, the message's fields are invalid. Remaining bytes are not an error, because newer senders append fields.
/// </summary>
public ref struct SpanReader
{
    internal const int GuidBytes = 16;

    public SpanReader(ReadOnlySpan<byte> source) => Rest = source;

    /// <summary>Whether no field has been truncated so far.</summary>
    public bool Ok { get; private set; } = true;

    /// <summary>The bytes that have not been read.</summary>
    public ReadOnlySpan<byte> Rest { get; private set; }

    public byte ReadUInt8() => Take(sizeof(byte), out ReadOnlySpan<byte> field) ? field[0] : (byte)0;

    public sbyte ReadInt8() => (sbyte)ReadUInt8();

    public bool ReadBoolean() => ReadUInt8() != 0;

    public ushort ReadUInt16() =>
        Take(sizeof(ushort), out ReadOnlySpan<byte> field) ? BinaryPrimitives.ReadUInt16LittleEndian(field) : (ushort)0;

    public uint ReadUInt32() =>
        Take(sizeof(uint), out ReadOnlySpan<byte> field) ? BinaryPrimitives.ReadUInt32LittleEndian(field) : 0;

    public int ReadInt32() => (int)ReadUInt32();

    public ulong ReadUInt64() =>
        Take(sizeof(ulong), out ReadOnlySpan<byte> field) ? BinaryPrimitives.ReadUInt64LittleEndian(field) : 0;

    public float ReadSingle() => BitConverter.UInt32BitsToSingle(ReadUInt32());

    public Vector3 ReadVector3() => new(ReadSingle(), ReadSingle(), ReadSingle());

    public Vector4 ReadVector4() => new(ReadSingle(), ReadSingle(), ReadSingle(), ReadSingle());

    /// <summary>
    /// The inverse of <see cref="DatagramWriter.WriteRotation"/>. The result is not a unit quaternion if its vector part is longer than 1.
    /// </summary>
    public Quaternion ReadRotation()
    {
        Vector3 v = ReadVector3();
        return new Quaternion(v, MathF.Sqrt(MathF.Max(0, 1 - v.LengthSquared())));
    }

    /// <summary>
    /// The inverse of <see cref="DatagramWriter.WriteQuantized(float, float)"/>, within one step; near zero, within one and a half: the two
    /// values next to zero read as zero, as in viewers, so that resting objects do not creep.
    /// </summary>
    public float ReadQuantized(float range)
    {
        float step = 2 * range / ushort.MaxValue;
        float value = ReadUInt16() * step - range;
        return MathF.Abs(value) < step ? 0 : value;
    }

    public Vector3 ReadQuantizedVector3(float range) =>
        new(ReadQuantized(range), ReadQuantized(range), ReadQuantized(range));

    public Guid ReadGuid() =>
        Take(GuidBytes, out ReadOnlySpan<byte> field) ? new Guid(field, bigEndian: true) : Guid.Empty;

    public ReadOnlySpan<byte> ReadFixed(int bytes)
    {
        Take(bytes, out ReadOnlySpan<byte> field);
        return field;
    }

    /// <summary>Reads at most 255 bytes. Text usually includes its terminating zero, which TrimEnd((byte)0) removes.</summary>
    public ReadOnlySpan<byte> ReadVariable1() => ReadFixed(ReadUInt8());

    /// <summary>Reads at most 65535 bytes.</summary>
    public ReadOnlySpan<byte> ReadVariable2() => ReadFixed(ReadUInt16());

    /// <summary>Reads a field with a four-byte length prefix; only fields within blobs have one.</summary>
    public ReadOnlySpan<byte> ReadVariable4() => ReadFixed((int)Math.Min(ReadUInt32(), int.MaxValue));

    /// <summary>Reads a zero-terminated text; consumes the zero and does not return it.</summary>
    public ReadOnlySpan<byte> ReadText()
    {
        int length = Rest.IndexOf((byte)0);
        ReadOnlySpan<byte> text = ReadFixed(length < 0 ? int.MaxValue : length);
        ReadUInt8();
        return text;
    }

    /// <summary>Reads a block count, 0 to 255. If the message ends before its list, the list is empty, as in viewers.</summary>
    public int ReadBlockCount() => Rest.IsEmpty ? 0 : ReadUInt8();

    /// <summary>Reads a list of blocks of one size and returns it without its count.</summary>
    public ReadOnlySpan<byte> ReadBlocks(int blockBytes) => ReadFixed(ReadBlockCount() * blockBytes);

    private bool Take(int bytes, out ReadOnlySpan<byte> taken)
    {
        if (bytes > Rest.Length)
        {
            Ok = false;
            Rest = default;
            taken = default;
            return false;
        }
        taken = Rest[..bytes];
        Rest = Rest[bytes..];
        return true;
    }
}
