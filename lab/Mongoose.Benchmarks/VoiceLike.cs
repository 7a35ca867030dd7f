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
            for (int harmonic = 1; harmonic <= 10; harmonic++)
                samples[i] += (float)(1000.0 / harmonic * Math.Sin(2 * Math.PI * 150 * harmonic * i / sampleRate));
    }

    /// <summary>A voice of its own pitch with syllables and without pauses, so quiet that sixty add up to full scale at times.</summary>
    /// <param name="speaker">0 and up; makes the pitch and the rhythm.</param>
    /// <param name="sampleRate">Samples per second.</param>
    public static Speech Speak(int speaker, Duration length, int sampleRate)
    {
        const double Pi2 = 2 * Math.PI;
        double pitch = 90 + 37 * speaker % 130, rhythm = 3 + 0.07 * (speaker % 10);
        short[] samples = new short[(int)(length.Seconds * sampleRate)];
        for (int i = 0; i < samples.Length; i++)
        {
            double time = (double)i / sampleRate, sample = 0;
            for (int harmonic = 1; harmonic <= 10; harmonic++)
                sample += 600.0 / harmonic * Math.Sin(Pi2 * harmonic * (pitch * time + Math.Sin(Pi2 * 0.7 * time)));
            samples[i] = (short)(sample * (0.6 + 0.4 * Math.Sin(Pi2 * (rhythm * time + 0.1 * speaker))));
        }
        return new Speech(samples, sampleRate);
    }
}
