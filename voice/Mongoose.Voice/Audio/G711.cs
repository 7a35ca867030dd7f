using System.Numerics;

namespace Mongoose.Voice.Audio;

/// <summary>
/// Mu-law and A-law (ITU-T G.711), the codes of SDP's PCMU and PCMA. A code has a sign, the exponent of its magnitude and the four bits
/// below the leading 1. Decoding and encoding a code gives the same code, with one exception: mu-law has a positive zero, 0xFF, and a
/// negative one, 0x7F; a sample of 0 encodes to 0xFF.
/// </summary>
internal static class G711
{
    /// <summary>
    /// Added to a magnitude before its exponent is taken, so that the first segment of mu-law is a power of two like the others.
    /// </summary>
    private const int MuLawBias = 132;

    /// <summary>The samples of the 256 codes.</summary>
    public static readonly float[] MuLawSamples = Table(DecodeMuLaw), ALawSamples = Table(DecodeALaw);

    public static byte EncodeMuLaw(int sample)
    {
        // Mu-law codes 14 bits. The two lowest of 16 are cut off towards the lower sample, as in other encoders: -1 does not become 0.
        int magnitude = Math.Min((sample < 0 ? 3 - sample : sample) + MuLawBias, short.MaxValue);
        int segment = BitOperations.Log2((uint)magnitude) - 7;
        int code = segment << 4 | magnitude >> segment + 3 & 0xF;
        return (byte)(code ^ (sample < 0 ? 0x7F : 0xFF));
    }

    public static byte EncodeALaw(int sample)
    {
        int magnitude = sample < 0 ? ~sample : sample;
        int segment = Math.Max(BitOperations.Log2((uint)magnitude | 1) - 7, 0);
        int code = segment << 4 | magnitude >> Math.Max(segment, 1) + 3 & 0xF;
        return (byte)(code ^ (sample < 0 ? 0x55 : 0xD5));
    }

    private static int DecodeMuLaw(int code)
    {
        int bits = ~code;
        int magnitude = (((bits & 0xF) << 3) + MuLawBias << (bits >> 4 & 7)) - MuLawBias;
        return (code & 0x80) == 0 ? -magnitude : magnitude;
    }

    private static int DecodeALaw(int code)
    {
        int bits = code ^ 0x55, segment = bits >> 4 & 7;
        // The first two segments have the same step; a sample is in the middle of its step.
        int magnitude = segment == 0 ? (bits & 0xF) * 16 + 8 : (bits & 0xF) * 16 + 0x108 << segment - 1;
        return (code & 0x80) == 0 ? -magnitude : magnitude;
    }

    private static float[] Table(Func<int, int> decode) => Enumerable.Range(0, 256).Select(code => (float)decode(code)).ToArray();
}
