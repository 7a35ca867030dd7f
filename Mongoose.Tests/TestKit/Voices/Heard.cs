using Mongoose.Mixer.Talkers;
using Mongoose.Mixer.Wav;

namespace Mongoose.TestKit.Voices;

/// <summary>What a recording has of a voice, at the voice's rate.</summary>
internal static class Heard
{
    /// <summary>Compares a WAV file with speech.</summary>
    /// <param name="speech">The speech that was sent.</param>
    /// <param name="wav">The recording.</param>
    /// <param name="from">The beginning of the speech that is not compared, in seconds.</param>
    /// <param name="matching">The correlation from which a window counts as found; less if others speak.</param>
    public static AlignedRecording In(Speech speech, string wav, double from = 0, double matching = AlignedRecording.Matching)
    {
        return AlignedRecording.Compare(speech.Samples.Span[(int)(from * speech.Rate)..], At(speech.Rate, WavSpeech.Read(wav)),
            speech.Rate, matching);
    }

    /// <summary>A whole recording at another rate, in units of 16-bit samples.</summary>
    public static float[] ResampledTo(this Speech speech, int rate)
    {
        RecordingResampling converted = new(speech, rate);
        float[] samples = new float[converted.Length];
        converted.Read(0, samples);
        return samples;
    }

    /// <summary>A recording at another rate.</summary>
    public static short[] At(int rate, Speech recording) =>
        recording.ResampledTo(rate).Select(sample => (short)Math.Clamp(sample, short.MinValue, short.MaxValue)).ToArray();

    /// <summary>Asserts that nothing of a voice is missing, and nothing comes twice.</summary>
    /// <param name="heard">The recording, aligned with the speech.</param>
    /// <param name="figures">Figures for messages.</param>
    /// <param name="repeats">The frames that may come twice, where the playout buffer waits longer.</param>
    public static void AssertSeamless(AlignedRecording heard, string figures, int repeats = 0)
    {
        TestContext.Out.WriteLine(heard);
        Assert.That((heard.Gaps, heard.Skips), Is.EqualTo((0, 0)), $"{heard}\n{figures}");
        Assert.That(heard.Repeats, Is.AtMost(repeats), $"{heard}\n{figures}");
        Assert.That(heard.Found, Is.GreaterThan(0.95), $"{heard}\n{figures}");
    }
}
