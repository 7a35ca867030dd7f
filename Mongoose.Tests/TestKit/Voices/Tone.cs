namespace Mongoose.TestKit.Voices;

/// <summary>Sines, and how much of a frequency a signal has.</summary>
internal static class Tone
{
    public static float[] Sine(double hertz, int sampleRate, int length, double amplitude = 10_000) =>
        Enumerable.Range(0, length).Select(i => (float)(amplitude * Math.Sin(2 * Math.PI * hertz * i / sampleRate))).ToArray();

    /// <summary>The amplitude of the sine of this frequency in a signal with whole periods of it.</summary>
    public static double Amplitude(ReadOnlySpan<float> samples, double hertz, int sampleRate)
    {
        (double sine, double cosine) = (0, 0);
        for (int i = 0; i < samples.Length; i++)
        {
            double phase = 2 * Math.PI * hertz * i / sampleRate;
            sine += samples[i] * Math.Sin(phase);
            cosine += samples[i] * Math.Cos(phase);
        }
        return 2 * Math.Sqrt(sine * sine + cosine * cosine) / samples.Length;
    }

    public static double RootMeanSquare(ReadOnlySpan<float> samples)
    {
        double power = 0;
        foreach (float sample in samples)
            power += (double)sample * sample;
        return Math.Sqrt(power / samples.Length);
    }

    /// <summary>The largest step from one sample to the next.</summary>
    public static float LargestStep(ReadOnlySpan<float> samples)
    {
        float largest = 0;
        for (int i = 1; i < samples.Length; i++)
            largest = Math.Max(largest, Math.Abs(samples[i] - samples[i - 1]));
        return largest;
    }
}
