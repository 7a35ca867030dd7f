using System.Buffers.Binary;

namespace Mongoose.Voice.Audio;

/// <summary>Samples of 16 bits as bytes: most significant first in L16, least significant first in WAV files.</summary>
public static class Pcm16
{
    /// <summary>The nearest 16-bit sample.</summary>
    // NaN becomes 0 in the second cast.
    internal static short Round(float sample) => (short)(int)MathF.Round(Math.Clamp(sample, short.MinValue, short.MaxValue));

    /// <summary>Reads L16: two bytes for each sample.</summary>
    public static void ReadBigEndian(ReadOnlySpan<byte> bytes, Span<float> samples)
    {
        for (int i = 0; i < bytes.Length / 2; i++)
            samples[i] = BinaryPrimitives.ReadInt16BigEndian(bytes[(2 * i)..]);
    }

    /// <summary>Writes L16: each sample rounded to two bytes.</summary>
    public static void WriteBigEndian(ReadOnlySpan<float> samples, Span<byte> bytes)
    {
        for (int i = 0; i < samples.Length; i++)
            BinaryPrimitives.WriteInt16BigEndian(bytes[(2 * i)..], Round(samples[i]));
    }

    /// <summary>Writes the data of a WAV file: each sample rounded to two bytes.</summary>
    public static void WriteLittleEndian(ReadOnlySpan<float> samples, Span<byte> bytes)
    {
        for (int i = 0; i < samples.Length; i++)
            BinaryPrimitives.WriteInt16LittleEndian(bytes[(2 * i)..], Round(samples[i]));
    }
}
