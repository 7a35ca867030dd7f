using System.Numerics;
using System.Runtime.InteropServices;

namespace Mongoose.Voice.Audio;

/// <summary>Arithmetic on blocks of samples, several at a time.</summary>
internal static class SampleBlocks
{
    private static readonly Vector<float> Places = new(Enumerable.Range(1, Vector<float>.Count).Select(place => (float)place).ToArray());

    /// <summary>Multiplies all samples.</summary>
    public static void Scale(ReadOnlySpan<float> samples, float gain, Span<float> scaled)
    {
        int whole = Whole(samples.Length);
        for (int i = 0; i < whole; i += Vector<float>.Count)
            (new Vector<float>(samples[i..]) * gain).CopyTo(scaled[i..]);
        for (int i = whole; i < samples.Length; i++)
            scaled[i] = samples[i] * gain;
    }

    /// <summary>Limits samples to a range around zero.</summary>
    public static void Clip(Span<float> samples, float limit)
    {
        int whole = Whole(samples.Length);
        Vector<float> most = new(limit);
        for (int i = 0; i < whole; i += Vector<float>.Count)
            Vector.Min(Vector.Max(new Vector<float>(samples[i..]), -most), most).CopyTo(samples[i..]);
        for (int i = whole; i < samples.Length; i++)
            samples[i] = Math.Clamp(samples[i], -limit, limit);
    }

    /// <summary>
    /// Multiplies by a gain that goes evenly from <paramref name="from"/>, before the first sample, to <paramref name="to"/> at the last.
    /// </summary>
    public static void Ramp(Span<float> samples, float from, float to)
    {
        float step = (to - from) / samples.Length;
        int whole = Whole(samples.Length);
        for (int i = 0; i < whole; i += Vector<float>.Count)
            (new Vector<float>(samples[i..]) * Gains(from, step, i)).CopyTo(samples[i..]);
        for (int i = whole; i < samples.Length; i++)
            samples[i] *= from + step * (i + 1);
    }

    /// <summary>Adds samples with a gain as in <see cref="Ramp"/>. A gain of 1 that does not change adds them exactly.</summary>
    public static void Add(ReadOnlySpan<float> samples, float from, float to, Span<float> sum)
    {
        float step = (to - from) / samples.Length;
        int whole = Whole(samples.Length);
        for (int i = 0; i < whole; i += Vector<float>.Count)
            (new Vector<float>(sum[i..]) + new Vector<float>(samples[i..]) * Gains(from, step, i)).CopyTo(sum[i..]);
        for (int i = whole; i < samples.Length; i++)
            sum[i] += samples[i] * (from + step * (i + 1));
    }

    /// <summary>Whether no sample is infinite or not a number.</summary>
    public static bool AreFinite(ReadOnlySpan<float> samples)
    {
        // Zero times infinity or NaN is NaN, and any sum with NaN is NaN.
        ReadOnlySpan<Vector<float>> vectors = MemoryMarshal.Cast<float, Vector<float>>(samples);
        Vector<float> zeros = Vector<float>.Zero;
        foreach (Vector<float> vector in vectors)
            zeros += vector * 0;
        float zero = Vector.Sum(zeros);
        foreach (float sample in samples[(vectors.Length * Vector<float>.Count)..])
            zero += sample * 0;
        return zero == 0;
    }

    /// <summary>The largest magnitude.</summary>
    public static float Peak(ReadOnlySpan<float> samples)
    {
        ReadOnlySpan<Vector<float>> vectors = MemoryMarshal.Cast<float, Vector<float>>(samples);
        Vector<float> peaks = Vector<float>.Zero;
        foreach (Vector<float> vector in vectors)
            peaks = Vector.Max(peaks, Vector.Abs(vector));
        float peak = 0;
        for (int i = 0; i < Vector<float>.Count; i++)
            peak = Math.Max(peak, peaks[i]);
        foreach (float sample in samples[(vectors.Length * Vector<float>.Count)..])
            peak = Math.Max(peak, Math.Abs(sample));
        return peak;
    }

    private static int Whole(int length) => length - length % Vector<float>.Count;

    private static Vector<float> Gains(float from, float step, int index) => new Vector<float>(from + step * index) + Places * step;
}
