using Mongoose.Mixer.Talkers;

namespace Mongoose.TestKit.Voices;

/// <summary>Audio that is like itself at no other time: noise in the band of speech, with syllables.</summary>
internal static class SampleSpeech
{
    public static Speech Create(double seconds, int rate, int seed = 1, double gain = 1)
    {
        Random random = new(seed);
        short[] samples = new short[(int)(seconds * rate)];
        double first = 0, second = 0, bass = 0;
        double lowPass = 1 - Math.Exp(-2 * Math.PI * 900 / rate), highPass = 1 - Math.Exp(-2 * Math.PI * 150 / rate);
        for (int i = 0; i < samples.Length; i++)
        {
            first += lowPass * (random.NextDouble() * 2 - 1 - first);
            second += lowPass * (first - second);
            bass += highPass * (second - bass);
            double syllable = 0.65 + 0.35 * Math.Sin(2 * Math.PI * 3.1 * i / rate);
            samples[i] = (short)Math.Clamp(40_000 * gain * syllable * (second - bass), -32_000, 32_000);
        }
        return new Speech(samples, rate);
    }
}
