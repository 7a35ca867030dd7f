using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;
using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Speeches;

/// <summary>
/// Sounds like speech without words: phrases of syllables, each a short hiss and a vowel, which is a buzz at the voice's pitch through
/// resonances at the vowel's formants, and pauses between the phrases.
/// </summary>
/// <param name="voice">The index of the voice: men and women alternate, and pitches repeat after eight voices.</param>
/// <param name="random">A stream of random numbers for this voice alone.</param>
internal sealed class FormantVoice(int voice, SeededRandom random)
{
    private const int Rate = SpeechMaker.Rate;

    /// <summary>The loudest sample, so that speech has about -26 dBov.</summary>
    private const double Peak = 9000;

    /// <summary>
    /// Formants in Hz of the vowels in "father", "bed", "see", "law" and "boot", as Peterson and Barney measured them in men (1952).
    /// </summary>
    private static readonly double[][] Vowels =
        [[730, 1090, 2440], [530, 1840, 2480], [270, 2290, 3010], [570, 840, 2410], [300, 870, 2240]];

    private static readonly double[] Bandwidths = [80, 100, 130];

    private readonly double _pitch = (IsHigh(voice) ? 185 : 95) + voice % 8 * 7;
    private readonly double _size = (IsHigh(voice) ? 1.16 : 1) * (0.97 + 0.06 * random.NextDouble());
    private readonly Resonance[] _resonances = [new(), new(), new()];
    private double _phase;

    /// <summary>Speaks for a time.</summary>
    public Speech Speak(Duration length)
    {
        double[] sound = new double[(int)(length.Seconds * Rate)];
        for (int at = 0; at < sound.Length;)
        {
            at = Phrase(sound, at);
            at += Samples(0.25, 0.8);
        }
        double scale = Peak / Math.Max(1e-9, sound.Max(Math.Abs));
        return new Speech(Array.ConvertAll(sound, sample => (short)(sample * scale)), Rate);
    }

    private int Phrase(double[] sound, int at)
    {
        int syllables = 4 + random.Next(8);
        for (int i = 0; i < syllables && at < sound.Length; i++)
        {
            at = Hiss(sound, at, Samples(0.03, 0.07));
            // Pitch falls towards the end of a phrase.
            at = Vowel(sound, at, Samples(0.09, 0.22), _pitch * (1.12 - 0.24 * i / syllables) * (0.95 + 0.1 * random.NextDouble()));
        }
        return at;
    }

    private int Hiss(double[] sound, int at, int length)
    {
        int end = Math.Min(sound.Length, at + length);
        for (int i = at; i < end; i++)
            sound[i] = 0.08 * (random.NextDouble() - 0.5) * Envelope(i - at, length);
        return end;
    }

    private int Vowel(double[] sound, int at, int length, double pitch)
    {
        double[] formants = Vowels[random.Next(Vowels.Length)];
        for (int i = 0; i < formants.Length; i++)
            _resonances[i].Tune(formants[i] * _size, Bandwidths[i]);
        int end = Math.Min(sound.Length, at + length);
        for (int i = at; i < end; i++)
        {
            _phase += pitch / Rate;
            double pulse = _phase >= 1 ? 1 : 0;
            _phase -= Math.Floor(_phase);
            foreach (Resonance resonance in _resonances)
                pulse = resonance.Next(pulse);
            sound[i] = pulse * Envelope(i - at, length);
        }
        return end;
    }

    private static bool IsHigh(int voice) => voice % 2 == 1;

    /// <summary>Rises and falls within 15 ms.</summary>
    private static double Envelope(int i, int length) => Math.Min(1, Math.Min(i, length - i) / (0.015 * Rate));

    private int Samples(double minSeconds, double maxSeconds) =>
        (int)(random.NextDuration(Duration.FromSeconds(minSeconds), Duration.FromSeconds(maxSeconds)).Seconds * Rate);

    /// <summary>A resonance of two poles, with a gain of one at zero frequency (Klatt 1980).</summary>
    private sealed class Resonance
    {
        private double _a, _b, _c, _last, _before;

        public void Tune(double frequency, double bandwidth)
        {
            double radius = Math.Exp(-Math.PI * bandwidth / Rate);
            _c = -radius * radius;
            _b = 2 * radius * Math.Cos(2 * Math.PI * frequency / Rate);
            _a = 1 - _b - _c;
        }

        public double Next(double input)
        {
            double output = _a * input + _b * _last + _c * _before;
            (_before, _last) = (_last, output);
            return output;
        }
    }
}
