namespace Mongoose.Mixer.Talkers;

/// <summary>
/// Converts whole recordings between any two sample rates, without delay. The mixer's own <see cref="Voice.Audio.Resampler"/> works frame by frame and between
/// the rates of codecs only; recordings also have 11 025, 22 050 or 44 100 samples per second.
/// </summary>
internal static class RecordingResampling
{
    /// <summary>Zero crossings of the filter on each side: the transition band is about a tenth of the bandwidth.</summary>
    private const int Crossings = 24;

    /// <summary>The part of the bandwidth that passes, so that the transition band ends about where aliases begin.</summary>
    private const double Passed = 0.95;

    /// <returns>Samples in units of 16-bit samples.</returns>
    public static float[] Convert(Speech speech, int to)
    {
        ReadOnlySpan<short> from = speech.Samples.Span;
        float[] converted = new float[(int)((long)from.Length * to / speech.Rate)];
        if (to == speech.Rate)
        {
            for (int i = 0; i < converted.Length; i++)
                converted[i] = from[i];
            return converted;
        }
        double cutoff = Passed * Math.Min(1, (double)to / speech.Rate);
        for (int i = 0; i < converted.Length; i++)
            converted[i] = (float)At(from, (double)i * speech.Rate / to, cutoff);
        return converted;
    }

    /// <summary>The value between samples, by a sinc with a Hann window.</summary>
    private static double At(ReadOnlySpan<short> samples, double place, double cutoff)
    {
        double reach = Crossings / cutoff, sum = 0;
        int last = Math.Min(samples.Length - 1, (int)Math.Floor(place + reach));
        for (int i = Math.Max(0, (int)Math.Ceiling(place - reach)); i <= last; i++)
        {
            double away = i - place;
            sum += samples[i] * cutoff * Sinc(cutoff * away) * (0.5 + 0.5 * Math.Cos(Math.PI * away / reach));
        }
        return sum;
    }

    private static double Sinc(double x) => Math.Abs(x) < 1e-9 ? 1 : Math.Sin(Math.PI * x) / (Math.PI * x);
}
