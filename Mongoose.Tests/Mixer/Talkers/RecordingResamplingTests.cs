using Mongoose.Mixer.Talkers;

namespace Mongoose.Tests.Mixer.Talkers;

public sealed class RecordingResamplingTests
{
    private const double Amplitude = 10_000;

    [Test, Combinatorial]
    public void A_tone_stays_what_it_is([Values(11_025, 22_050, 32_000, 44_100)] int from, [Values(8000, 16_000, 48_000)] int to)
    {
        const double Frequency = 1000;
        float[] converted = Tone(Frequency, from, 1).ResampledTo(to);
        Assert.That(converted, Has.Length.EqualTo(to));
        // The ends lack half of what the filter needs.
        double error = Power(converted, to / 10, to * 9 / 10, i => Amplitude * Math.Sin(2 * Math.PI * Frequency * i / to));
        Assert.That(10 * Math.Log10(Amplitude * Amplitude / 2 / error), Is.GreaterThan(70), "signal to noise in dB");
    }

    [TestCase(5000)]
    [TestCase(12_000)]
    [TestCase(20_000)]
    public void What_the_lower_rate_cannot_carry_is_removed(double frequency)
    {
        float[] converted = Tone(frequency, 44_100, 1).ResampledTo(8000);
        Assert.That(10 * Math.Log10(Amplitude * Amplitude / 2 / Power(converted, 800, 7200, _ => 0)), Is.GreaterThan(60), "dB");
    }

    [Test]
    public void Parts_are_as_the_whole()
    {
        Speech speech = Tone(440, 44_100, 0.5);
        float[] whole = speech.ResampledTo(8000);
        RecordingResampling parts = new(speech, 8000);
        foreach (int at in (int[])[0, 1, 777, whole.Length - 160])
        {
            float[] part = new float[160];
            parts.Read(at, part);
            Assert.That(part, Is.EqualTo(whole[at..(at + 160)]));
        }
    }

    /// <summary>A recording that is converted as a whole before it is spoken would need memory for all of it, and as much time.</summary>
    [Test]
    public void A_long_recording_is_converted_while_it_is_spoken()
    {
        Speech speech = Tone(440, 44_100, 600);
        Assert.That(Allocation.FewestBytes(Begin), Is.LessThan(1_000_000), "bytes");

        void Begin()
        {
            using SpeechPackets packets = new(speech, new TalkerOptions { Name = "ann" }, 1, 1, 1);
            Assert.That(packets.Next().Length, Is.EqualTo(172));
        }
    }

    private static Speech Tone(double frequency, int rate, double seconds)
    {
        short[] samples = new short[(int)(rate * seconds)];
        for (int i = 0; i < samples.Length; i++)
            samples[i] = (short)Math.Round(Amplitude * Math.Sin(2 * Math.PI * frequency * i / rate));
        return new Speech(samples, rate);
    }

    /// <summary>The mean square of the distance from what is expected.</summary>
    private static double Power(float[] samples, int from, int to, Func<int, double> expected) =>
        Enumerable.Range(from, to - from).Average(i => Math.Pow(samples[i] - expected(i), 2));
}
