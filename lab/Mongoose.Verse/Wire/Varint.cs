namespace Mongoose.Verse.Wire;

/// <summary>
/// Unsigned integers in groups of 7 bits, lowest first; all bytes but the last have the high bit set (LEB128). 1 to 10 bytes.
/// </summary>
internal static class Varint
{
    public const int MaxBytes = 10;

    public static int Size(ulong value) => (70 - System.Numerics.BitOperations.LeadingZeroCount(value | 1)) / 7;

    /// <summary>Writes a value and returns the number of its bytes.</summary>
    public static int Write(Span<byte> target, ulong value)
    {
        int length = 0;
        while (value >= 0x80)
        {
            target[length++] = (byte)(value | 0x80);
            value >>= 7;
        }
        target[length++] = (byte)value;
        return length;
    }

    /// <summary>Returns the number of bytes read; 0 if the value is incomplete or exceeds 64 bits.</summary>
    public static int TryRead(ReadOnlySpan<byte> source, out ulong value)
    {
        value = 0;
        int limit = Math.Min(source.Length, MaxBytes);
        for (int i = 0; i < limit; i++)
        {
            byte group = source[i];
            if (i == MaxBytes - 1 && group > 1)
                return 0;
            value |= (ulong)(group & 0x7F) << (7 * i);
            if (group < 0x80)
                return i + 1;
        }
        return 0;
    }

    /// <summary>Maps small differences of either sign to small unsigned numbers.</summary>
    public static ulong ZigZag(long value) => unchecked((ulong)((value << 1) ^ (value >> 63)));

    public static long UnZigZag(ulong value) => unchecked((long)(value >> 1) ^ -(long)(value & 1));
}
