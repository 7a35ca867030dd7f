namespace Mongoose.Verse.Wire;

/// <summary>
/// The coding of values, this library's own. A value is: the difference of its key from the key before it in the packet (from 0 at first),
/// zigzag, as a varint; a varint of 4 * length + 2 if an age follows + 1 if the key is removed; the age, if any, as a varint; the bytes. A
/// value of 16 bytes whose key is near takes 18 bytes.
/// <para>
/// The version of a value is the payload id of the packet that carries it, less its age. A packet that repeats a value that is still the
/// newest gives it a new version, so only obsolete values have an age.
/// </para>
/// </summary>
internal static class ValueCoding
{
    private const int LengthShift = 2;
    private const ulong AgedBit = 2, RemovalBit = 1;

    /// <summary>The bytes that <see cref="Write"/> writes.</summary>
    public static int Size(ulong key, ulong keyBefore, int length, uint age) =>
        Varint.Size(KeyCode(key, keyBefore)) + Varint.Size((ulong)length << LengthShift) + (age == 0 ? 0 : Varint.Size(age)) + length;

    /// <summary>Writes a value and returns its size.</summary>
    public static int Write(Span<byte> target, ulong keyBefore, in ValueEntry entry)
    {
        int at = Varint.Write(target, KeyCode(entry.Key, keyBefore));
        ulong form = (ulong)entry.Bytes.Length << LengthShift | (entry.Age > 0 ? AgedBit : 0) | (entry.IsRemoval ? RemovalBit : 0);
        at += Varint.Write(target[at..], form);
        if (entry.Age > 0)
            at += Varint.Write(target[at..], entry.Age);
        entry.Bytes.CopyTo(target[at..]);
        return at + entry.Bytes.Length;
    }

    /// <summary>Reads a value and returns its size; 0 if it is malformed.</summary>
    public static int TryRead(ReadOnlySpan<byte> source, ulong keyBefore, out ValueEntry entry)
    {
        entry = default;
        int at = Varint.TryRead(source, out ulong keyCode);
        int formBytes = Varint.TryRead(source[at..], out ulong form);
        if (at == 0 || formBytes == 0)
            return 0;
        at += formBytes;
        ulong age = 0;
        if ((form & AgedBit) != 0)
        {
            int ageBytes = Varint.TryRead(source[at..], out age);
            if (ageBytes == 0 || age is 0 or > uint.MaxValue)
                return 0;
            at += ageBytes;
        }
        ulong length = form >> LengthShift;
        bool isRemoval = (form & RemovalBit) != 0;
        if (length > (ulong)(source.Length - at) || isRemoval && length > 0)
            return 0;
        entry = new ValueEntry
        {
            Key = unchecked(keyBefore + (ulong)Varint.UnZigZag(keyCode)),
            Age = (uint)age,
            IsRemoval = isRemoval,
            Bytes = source.Slice(at, (int)length),
        };
        return at + (int)length;
    }

    private static ulong KeyCode(ulong key, ulong keyBefore) => Varint.ZigZag(unchecked((long)(key - keyBefore)));
}

/// <summary>A value in a packet.</summary>
internal readonly ref struct ValueEntry
{
    public ulong Key { get; init; }
    public bool IsRemoval { get; init; }

    /// <summary>By how many payload ids the value's version is older than the packet.</summary>
    public uint Age { get; init; }

    /// <summary>Empty for a removal; valid as long as the packet.</summary>
    public ReadOnlySpan<byte> Bytes { get; init; }
}

/// <summary>Reads the values of a packet.</summary>
/// <param name="payload">The bytes after <see cref="CommandKind.Values"/>.</param>
internal ref struct ValueReader(ReadOnlySpan<byte> payload)
{
    private ReadOnlySpan<byte> _rest = payload;
    private ulong _keyBefore;

    /// <summary>Whether reading stopped at a malformed value.</summary>
    public bool Failed { get; private set; }

    public bool TryRead(out ValueEntry entry)
    {
        entry = default;
        if (_rest.IsEmpty)
            return false;
        int size = ValueCoding.TryRead(_rest, _keyBefore, out entry);
        if (size == 0)
        {
            Failed = true;
            return false;
        }
        _rest = _rest[size..];
        _keyBefore = entry.Key;
        return true;
    }
}
