using System.Numerics;
using System.Runtime.InteropServices;

namespace Mongoose.Voice.Audio;

/// <summary>Loudness of frames as RFC 6464 counts it: a square wave of full scale has level 0, a sine of full scale 3.</summary>
public static class LevelMeter
{
    /// <summary>Silence, as a level.</summary>
    public const byte Silence = 127;

    /// <summary>0 (full scale) to 127 (silence), in -dBov, of the root mean square.</summary>
    public static byte Level(ReadOnlySpan<float> samples)
    {
        double power = Power(samples) / samples.Length / ((double)AudioFormat.FullScale * AudioFormat.FullScale);
        // The comparison is false for no samples at all, whose power is not a number.
        return power > 0 ? (byte)Math.Clamp(Math.Round(-10 * Math.Log10(power)), 0, Silence) : Silence;
    }

    /// <summary>The sum of the squares.</summary>
    private static double Power(ReadOnlySpan<float> samples)
    {
        ReadOnlySpan<Vector<float>> vectors = MemoryMarshal.Cast<float, Vector<float>>(samples);
        Vector<float> sums = Vector<float>.Zero;
        foreach (Vector<float> vector in vectors)
            sums += vector * vector;
        double power = Vector.Sum(sums);
        foreach (float sample in samples[(vectors.Length * Vector<float>.Count)..])
            power += sample * sample;
        return power;
    }
}
