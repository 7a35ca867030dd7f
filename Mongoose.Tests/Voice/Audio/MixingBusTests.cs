using Mongoose.Voice.Audio;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Audio;

public sealed class MixingBusTests
{
    private const int Rate = 48_000, Frame = 960;

    private static MixingBus Mono(int rate = Rate) => new(rate, rate / 50, 1);

    /// <summary>What a bus gives for frames of one voice.</summary>
    private static float[] Played(MixingBus bus, float[] voice, int frame = Frame)
    {
        List<float> played = [];
        for (int at = 0; at < voice.Length; at += frame)
        {
            bus.Clear();
            bus.Add(voice.AsSpan(at, frame), StereoGain.Unity, StereoGain.Unity);
            played.AddRange(bus.Take());
        }
        return [.. played];
    }

    [ForAll]
    public void Sums_up_to_the_threshold_are_exact(int seed)
    {
        Random random = new(seed);
        int[] first = Noise(random, Frame, 15_000), second = Noise(random, Frame, 15_000);
        MixingBus bus = Mono();
        bus.Clear();
        foreach (int[] voice in new[] { first, second })
            bus.Add(Floats(voice), StereoGain.Unity, StereoGain.Unity);
        Assert.That(bus.Take().ToArray(), Is.EqualTo(Floats(first.Zip(second, (a, b) => a + b).ToArray())));
    }

    [Test]
    public void Two_hundred_and_fifty_six_voices_are_added()
    {
        MixingBus bus = Mono();
        bus.Clear();
        float[] voice = Tone.Sine(440, Rate, Frame, 100);
        for (int i = 0; i < 256; i++)
            bus.Add(voice, StereoGain.Unity, StereoGain.Unity);
        float[] mixed = bus.Take().ToArray();
        Assert.That(mixed.Zip(voice, (sum, sample) => Math.Abs(sum - 256 * sample)).Max(), Is.LessThan(0.1));
    }

    [ForAll]
    public void Nothing_exceeds_full_scale(int seed)
    {
        Random random = new(seed);
        int rate = new[] { 8000, 16_000, 24_000, 48_000 }[random.Next(4)], length = rate / 1000 * random.Next(1, 61),
            channels = random.Next(1, 3);
        MixingBus bus = new(rate, length, channels);
        for (int frame = 0; frame < 20; frame++)
        {
            bus.Clear();
            for (int voice = random.Next(4); voice > 0; voice--)
                bus.Add(Floats(Noise(random, length, (int)Math.Pow(10, 9 * random.NextDouble()))), Gain(random), Gain(random));
            Assert.That(bus.Take().ToArray(), Is.All.InRange(-32_767f, 32_767f));
        }
    }

    [TestCase(float.NaN)]
    [TestCase(float.PositiveInfinity)]
    public void A_voice_that_is_no_number_silences_its_frame_only(float sample)
    {
        MixingBus bus = Mono();
        float[] voice = Tone.Sine(440, Rate, 2 * Frame);
        float[] broken = [.. voice[..Frame]];
        broken[100] = sample;
        Assert.That(Played(bus, broken), Is.All.EqualTo(0f));
        Assert.That(Played(bus, voice), Is.EqualTo(voice));
    }

    /// <summary>The hold outlasts the time between the peaks of 50 Hz.</summary>
    [TestCase(50)]
    [TestCase(200)]
    [TestCase(1000)]
    public void A_loud_tone_keeps_its_shape(double hertz)
    {
        float[] tone = Played(Mono(), Tone.Sine(hertz, Rate, 50 * Frame, 200_000))[(25 * Frame)..];
        double wanted = Tone.Amplitude(tone, hertz, Rate);
        double rest = Math.Sqrt(Math.Max(Math.Pow(Tone.RootMeanSquare(tone), 2) - wanted * wanted / 2, 0));
        Assert.That(wanted, Is.EqualTo(30_000).Within(300));
        Assert.That(rest / wanted, Is.LessThan(0.001));
    }

    /// <summary>
    /// Of a constant, the output shows the gain: it falls within a millisecond at most, and rises by a hundredth in each.
    /// </summary>
    [TestCase(8000)]
    [TestCase(48_000)]
    public void The_gain_has_no_steps(int rate)
    {
        int frame = rate / 50, perMs = rate / 1000;
        float[] voice = Enumerable.Range(0, 30 * frame)
            .Select(i => i / (5 * frame) % 2 == 0 ? 1000f : i % (5 * frame) < perMs ? 1000f : 60_000f).ToArray();
        float[] gains = Played(Mono(rate), voice, frame).Zip(voice, (played, sample) => played / sample).ToArray();
        Assert.That(gains.Min(), Is.EqualTo(0.5).Within(0.001));
        Assert.That(Tone.LargestStep(gains), Is.LessThan(0.51 / perMs));
        Assert.That(gains.Zip(gains.Skip(1), (before, after) => after - before).Max(), Is.LessThan(0.0101 / perMs));
    }

    [Test]
    public void After_a_loud_moment_samples_are_exact_again_within_120_ms()
    {
        float[] voice = Tone.Sine(440, Rate, 10 * Frame);
        voice[500] = 1e6f;
        float[] played = Played(Mono(), voice);
        Assert.That(played[..Frame], Is.Not.EqualTo(voice[..Frame]));
        Assert.That(played[(7 * Frame)..], Is.EqualTo(voice[(7 * Frame)..]));
    }

    [Test]
    public void A_peak_in_the_middle_of_a_frame_is_at_the_threshold_and_not_bent()
    {
        float[] voice = new float[Frame];
        voice[500] = -90_000;
        Assert.That(Played(Mono(), voice)[500], Is.EqualTo(-30_000).Within(0.1));
    }

    [Test]
    public void Both_channels_get_the_same_reduction()
    {
        MixingBus bus = new(Rate, Frame, 2);
        bus.Clear();
        bus.Add(Tone.Sine(440, Rate, Frame, 90_000), new StereoGain(1, 0.1f), new StereoGain(1, 0.1f));
        float[] taken = bus.Take().ToArray();
        for (int i = Rate / 1000; i < Frame; i++)
            Assert.That(taken[2 * i + 1], Is.EqualTo(taken[2 * i] * 0.1f).Within(0.01));
    }

    [Test]
    public void A_gain_changes_evenly_over_the_frame()
    {
        MixingBus bus = new(Rate, Frame, 2);
        bus.Clear();
        bus.Add(Enumerable.Repeat(960f, Frame).ToArray(), new StereoGain(0, 1), new StereoGain(1, 0.5f));
        float[] taken = bus.Take().ToArray();
        for (int i = 0; i < Frame; i++)
        {
            Assert.That(taken[2 * i], Is.EqualTo(i + 1).Within(0.01));
            Assert.That(taken[2 * i + 1], Is.EqualTo(960 - 0.5 * (i + 1)).Within(0.01));
        }
    }

    [Test]
    public void A_voice_of_another_length_is_refused() =>
        Assert.Throws<ArgumentException>(() => Mono().Add(new float[Frame - 1], StereoGain.Unity, StereoGain.Unity));

    [Test]
    public void A_frame_allocates_nothing()
    {
        MixingBus bus = new(Rate, Frame, 2);
        float[] voice = Tone.Sine(440, Rate, Frame, 20_000);
        Assert.That(Allocation.FewestBytes(() =>
        {
            bus.Clear();
            for (int i = 0; i < 3; i++)
                bus.Add(voice, StereoGain.Silent, StereoGain.Unity);
            bus.Take();
        }), Is.Zero);
    }

    private static int[] Noise(Random random, int length, int amplitude) =>
        Enumerable.Range(0, length).Select(_ => random.Next(-amplitude, amplitude + 1)).ToArray();

    private static float[] Floats(int[] samples) => samples.Select(sample => (float)sample).ToArray();

    private static StereoGain Gain(Random random) => new(2 * random.NextSingle(), 2 * random.NextSingle());
}
