using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;

namespace Mongoose.Benchmarks;

/// <summary>
/// Samples that are as hard to encode as a voice: harmonics of 150 Hz. The peak is below 3000, so that eight add up to less than full
/// scale.
/// </summary>
internal static class VoiceLike
{
    public static void Fill(Span<float> samples, int sampleRate)
    {
        for (int i = 0; i < samples.Length; i++)
        {
            double sample = 0;
            for (int harmonic = 1; harmonic <= 10; harmonic++)
                sample += 1000.0 / harmonic * Math.Sin(Math.Tau * 150 * harmonic * i / sampleRate);
            samples[i] = (float)sample;
        }
    }

    /// <summary>A voice with syllables but no pauses. The sum of sixty such voices reaches full scale only at times.</summary>
    /// <param name="speaker">The speaker's number, from 0; it decides pitch and rhythm.</param>
    /// <param name="sampleRate">Samples per second.</param>
    public static Speech Speak(int speaker, Duration length, int sampleRate)
    {
        double pitch = 90 + 37 * speaker % 130, rhythm = 3 + 0.07 * (speaker % 10);
        short[] samples = new short[(int)(length.Seconds * sampleRate)];
        for (int i = 0; i < samples.Length; i++)
        {
            double time = (double)i / sampleRate, sample = 0;
            for (int harmonic = 1; harmonic <= 10; harmonic++)
                sample += 600.0 / harmonic * Math.Sin(Math.Tau * harmonic * (pitch * time + Math.Sin(Math.Tau * 0.7 * time)));
            samples[i] = (short)(sample * (0.6 + 0.4 * Math.Sin(Math.Tau * (rhythm * time + 0.1 * speaker))));
        }
        return new Speech(samples, sampleRate);
    }
}
