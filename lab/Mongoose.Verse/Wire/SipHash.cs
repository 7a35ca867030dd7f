using System.Buffers.Binary;
using System.Numerics;

namespace Mongoose.Verse.Wire;

/// <summary>
/// SipHash-2-4 (Aumasson and Bernstein 2012): a hash that cannot be computed without the key. The cookies of the handshake are made with
/// it. It is here because the cryptography of the base class library calls the operating system.
/// </summary>
internal static class SipHash
{
    /// <summary>The hash of <paramref name="data"/> under a key of two numbers.</summary>
    public static ulong Compute(ulong key0, ulong key1, ReadOnlySpan<byte> data)
    {
        ulong v0 = key0 ^ 0x736f6d6570736575, v1 = key1 ^ 0x646f72616e646f6d;
        ulong v2 = key0 ^ 0x6c7967656e657261, v3 = key1 ^ 0x7465646279746573;
        ulong last = (ulong)data.Length << 56;
        for (; data.Length >= 8; data = data[8..])
            Absorb(BinaryPrimitives.ReadUInt64LittleEndian(data), ref v0, ref v1, ref v2, ref v3);
        for (int i = 0; i < data.Length; i++)
            last |= (ulong)data[i] << (8 * i);
        Absorb(last, ref v0, ref v1, ref v2, ref v3);
        v2 ^= 0xff;
        for (int i = 0; i < 4; i++)
            Round(ref v0, ref v1, ref v2, ref v3);
        return v0 ^ v1 ^ v2 ^ v3;
    }

    private static void Absorb(ulong word, ref ulong v0, ref ulong v1, ref ulong v2, ref ulong v3)
    {
        v3 ^= word;
        Round(ref v0, ref v1, ref v2, ref v3);
        Round(ref v0, ref v1, ref v2, ref v3);
        v0 ^= word;
    }

    private static void Round(ref ulong v0, ref ulong v1, ref ulong v2, ref ulong v3)
    {
        v0 += v1;
        v1 = BitOperations.RotateLeft(v1, 13) ^ v0;
        v0 = BitOperations.RotateLeft(v0, 32);
        v2 += v3;
        v3 = BitOperations.RotateLeft(v3, 16) ^ v2;
        v0 += v3;
        v3 = BitOperations.RotateLeft(v3, 21) ^ v0;
        v2 += v1;
        v1 = BitOperations.RotateLeft(v1, 17) ^ v2;
        v2 = BitOperations.RotateLeft(v2, 32);
    }
}
