namespace Mongoose.Mixer.Talkers;

/// <summary>
/// A recording at another sample rate, without delay: samples are converted when they are read, so that a talker can begin immediately
/// with a recording of any length. The mixer's own <see cref="Voice.Audio.Resampler"/> works between the rates of codecs only; recordings
/// also have 11 025, 22 050, 32 000 or 44 100 samples per second.
/// </summary>
/// <param name="to">Samples per second.</param>
internal sealed class RecordingResampling(Speech speech, int to)
{
    /// <summary>Zero crossings of the filter on each side: the transition band is about a tenth of the bandwidth.</summary>
    private const int Crossings = 24;

    /// <summary>Values of the filter for each crossing. Linear interpolation between them is off by less than -100 dB.</summary>
    private const int Steps = 512;

    /// <summary>The part of the bandwidth that passes; the transition band then ends about where aliases begin.</summary>
    private const double Passed = 0.95;

    /// <summary>A sinc with a Hann window, followed by a zero.</summary>
    private static readonly float[] Filter = [.. Enumerable.Range(0, Crossings * Steps + 1).Select(i => Windowed((double)i / Steps)), 0];

    private readonly double _cutoff = Passed * Math.Min(1, (double)to / speech.Rate);

    /// <summary>Samples after conversion.</summary>
    public long Length { get; } = (long)speech.Samples.Length * to / speech.Rate;

    /// <summary>Converts samples from a place on, in units of 16-bit samples.</summary>
    public void Read(long at, Span<float> samples)
    {
        ReadOnlySpan<short> from = speech.Samples.Span;
        for (int i = 0; i < samples.Length; i++)
            samples[i] = to == speech.Rate ? from[(int)(at + i)] : At(from, (double)(at + i) * speech.Rate / to);
    }

    /// <summary>The value between samples.</summary>
    private float At(ReadOnlySpan<short> samples, double place)
    {
        double reach = Crossings / _cutoff, perSample = _cutoff * Steps, sum = 0;
        int first = Math.Max(0, (int)Math.Ceiling(place - reach)), last = Math.Min(samples.Length - 1, (int)Math.Floor(place + reach));
        for (int i = first; i <= last; i++)
        {
            double step = Math.Abs(i - place) * perSample;
            int index = (int)step;
            sum += samples[i] * (Filter[index] + (step - index) * (Filter[index + 1] - Filter[index]));
        }
        return (float)(sum * _cutoff);
    }

    private static float Windowed(double x) => (float)(Sinc(x) * (0.5 + 0.5 * Math.Cos(Math.PI * x / Crossings)));

    private static double Sinc(double x) => x == 0 ? 1 : Math.Sin(Math.PI * x) / (Math.PI * x);
}
