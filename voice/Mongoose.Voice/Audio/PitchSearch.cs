namespace Mongoose.Voice.Audio;

/// <summary>
/// Finds the period at which the end of a signal repeats best. Voices have periods of 2.5 to 15 ms; for a period below 5 ms, the search
/// finds a multiple.
/// </summary>
internal static class PitchSearch
{
    /// <summary>The longest period.</summary>
    public const int MaxMs = 15;

    /// <summary>
    /// The part of the signal that the search reads: the compared end, the longest period before it, and one sample more.
    /// </summary>
    public const int HistoryMs = ComparedMs + MaxMs + 1;

    /// <summary>The shortest period: a shorter one would sound like a tone.</summary>
    private const int MinMs = 5;

    private const int ComparedMs = 10;

    /// <summary>A search at this rate finds the neighbourhood; only that is searched at the rate of the signal.</summary>
    private const int CoarseRate = 8000;

    /// <summary>The period of the last samples, in samples per channel; 10 ms if they are silent.</summary>
    public static int Period(ReadOnlySpan<float> heard, int sampleRate, int channels)
    {
        int step = sampleRate / CoarseRate, max = sampleRate * MaxMs / 1000, min = sampleRate * MinMs / 1000;
        int coarse = Best(heard, min, max, step, step * channels, channels, sampleRate);
        return step == 1 ? coarse
            : Best(heard, Math.Max(coarse - step, min), Math.Min(coarse + step, max), 1, channels, channels, sampleRate);
    }

    private static int Best(ReadOnlySpan<float> heard, int from, int to, int lagStep, int stride, int channels, int sampleRate)
    {
        (int best, float highest) = (Math.Clamp(sampleRate / 100, from, to), 0);
        for (int lag = from; lag <= to; lag += lagStep)
        {
            float likeness = Likeness(heard, lag * channels, sampleRate * ComparedMs / 1000 * channels, stride);
            if (likeness > highest)
                (best, highest) = (lag, likeness);
        }
        return best;
    }

    /// <summary>
    /// The correlation of the end with the signal <paramref name="lag"/> samples earlier, relative to the latter's loudness. One channel is
    /// enough.
    /// </summary>
    private static float Likeness(ReadOnlySpan<float> heard, int lag, int length, int stride)
    {
        float product = 0, power = 1;
        for (int i = heard.Length - length; i < heard.Length; i += stride)
        {
            product += heard[i] * heard[i - lag];
            power += heard[i - lag] * heard[i - lag];
        }
        return product / MathF.Sqrt(power);
    }
}
