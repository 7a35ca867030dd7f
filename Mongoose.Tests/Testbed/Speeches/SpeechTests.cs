using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;
using Mongoose.Network.Numerics;
using Mongoose.Testbed.Speeches;

namespace Mongoose.Tests.Testbed.Speeches;

public sealed class SpeechTests
{
    private const int Frame = 160;

    [Test]
    public void Noise_never_pauses_and_is_the_same_for_the_same_seed()
    {
        Speech[] noise = SpeechMaker.Make(SpeechKind.Noise, 2, seed: 1);
        Assert.That(Loudness(noise[0]).Min(), Is.GreaterThan(1000));
        Assert.That(noise[0].Samples.ToArray(), Is.EqualTo(SpeechMaker.Make(SpeechKind.Noise, 1, seed: 1)[0].Samples.ToArray()));
        Assert.That(noise[0].Samples.ToArray(), Is.Not.EqualTo(noise[1].Samples.ToArray()));
    }

    [Test]
    public void Speech_made_in_code_has_syllables_and_pauses()
    {
        foreach (Speech speech in SpeechMaker.Make(SpeechKind.Speech, 8, seed: 1))
        {
            double[] loudness = Loudness(speech);
            Assert.That(loudness.Count(frame => frame == 0) / (double)loudness.Length, Is.InRange(0.1, 0.5), "pauses");
            Assert.That(loudness.Count(frame => frame > 500) / (double)loudness.Length, Is.InRange(0.25, 0.9), "vowels");
            Assert.That(speech.Samples.ToArray().Max(sample => Math.Abs((int)sample)), Is.InRange(8900, 9100));
        }
    }

    [Test]
    public void Voices_have_pitches_of_their_own() =>
        Assert.That(Enumerable.Range(0, 8).Select(PitchOf).Distinct().Count(), Is.GreaterThanOrEqualTo(6));

    [Test]
    public void Cut_speech_talks_for_its_part_of_the_time()
    {
        Speech noise = SpeechMaker.Make(SpeechKind.Noise, 1, seed: 1)[0];
        Speech cut =
            SpeechPauses.Cut(noise, Duration.FromSeconds(1), Duration.FromSeconds(3), Duration.FromSeconds(200), new SeededRandom(1));
        double[] loudness = Loudness(cut);
        Assert.That(loudness.Count(frame => frame > 500) / (double)loudness.Length, Is.InRange(0.15, 0.35));
        Assert.That(cut.Length.Seconds, Is.EqualTo(200));
    }

    [Test, Category("Espeak")]
    public void Espeak_has_eight_voices()
    {
        if (!EspeakVoices.AreInstalled)
            Assert.Ignore("espeak-ng is missing; on Debian: apt install espeak-ng");
        short[][] spoken =
            [.. Enumerable.Range(0, EspeakVoices.Count).Select(voice => EspeakVoices.TrySpeak(voice)!.Value.Samples.ToArray())];
        Assert.That(spoken, Has.Length.EqualTo(8).And.All.Length.GreaterThan(5 * 22_050));
        Assert.That(spoken.Select(samples => samples.Length).Distinct().Count(), Is.EqualTo(8));
    }

    private static int PitchOf(int voice)
    {
        // Pulses of a vowel are loudest where the pitch begins again: the strongest repetition within 50 to 300 Hz.
        short[] samples = new FormantVoice(voice, new SeededRandom(1, voice)).Speak(Duration.FromSeconds(20)).Samples.ToArray();
        return Enumerable.Range(26, 134)
            .MaxBy(lag => Enumerable.Range(0, samples.Length - lag).Sum(i => (double)samples[i] * samples[i + lag]));
    }

    private static double[] Loudness(Speech speech) =>
        speech.Samples.ToArray().Chunk(Frame).Select(frame => Math.Sqrt(frame.Average(sample => (double)sample * sample))).ToArray();
}
