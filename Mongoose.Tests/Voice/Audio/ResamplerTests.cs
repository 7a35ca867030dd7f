using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Audio;

public sealed class ResamplerTests
{
    private static readonly int[] Rates = [8000, 16_000, 24_000, 48_000];
    private static readonly int[][] Pairs = Rates.SelectMany(from => Rates.Where(to => to != from), (from, to) => new[] { from, to })
        .ToArray();

    private static readonly int[][] Down = Pairs.Where(pair => pair[0] > pair[1]).ToArray();

    /// <summary>Frequencies as shares of the lower rate.</summary>
    private static readonly double[] Passband = [0.0125, 0.1, 0.25, 0.35, 0.4, 0.42];

    [Test]
    public void A_tone_below_0_42_of_the_lower_rate_keeps_its_loudness_and_has_no_image(
        [ValueSource(nameof(Pairs))] int[] pair, [ValueSource(nameof(Passband))] double share)
    {
        (int from, int to) = (pair[0], pair[1]);
        double hertz = share * Math.Min(from, to);
        float[] heard = Steady(from, to, hertz);
        double amplitude = Tone.Amplitude(heard, hertz, to);
        Assert.That(20 * Math.Log10(amplitude / 10_000), Is.EqualTo(0).Within(0.1), "dB");
        double rest = Math.Max(Math.Pow(Tone.RootMeanSquare(heard), 2) - amplitude * amplitude / 2, 0);
        Assert.That(10 * Math.Log10(rest / 5e7 + 1e-12), Is.LessThan(-60), "dB of images");
    }

    [Test]
    public void A_tone_above_0_58_of_the_output_rate_is_removed([ValueSource(nameof(Down))] int[] pair,
        [Values(0, 0.03, 0.1, 0.5, 0.99)] double share)
    {
        (int from, int to) = (pair[0], pair[1]);
        double hertz = double.Lerp(0.58 * to, from / 2.0, share);
        Assert.That(20 * Math.Log10(Tone.RootMeanSquare(Steady(from, to, hertz)) / 7071 + 1e-9), Is.LessThan(-60), "dB of aliases");
    }

    [TestCaseSource(nameof(Pairs))]
    public void The_output_is_the_input_later_by_the_delay(int from, int to)
    {
        double hertz = 0.1 * Math.Min(from, to);
        Resampler resampler = new(from, to);
        float[] output = Converted(resampler, Tone.Sine(hertz, from, from / 10), from / 50, to / 50);
        float[] expected = Tone.Sine(hertz, to, to / 10);
        int delay = DelayOf(from, to), settled = 2 * delay;
        Assert.That(delay / (double)to, Is.LessThan(0.002));
        for (int i = settled; i < output.Length; i++)
            Assert.That(output[i], Is.EqualTo(expected[i - delay]).Within(10), $"{i}");
    }

    /// <summary>Linear phase: an impulse comes out as a mirror image of itself.</summary>
    [TestCaseSource(nameof(Pairs))]
    public void The_filter_is_symmetrical(int from, int to)
    {
        Resampler resampler = new(from, to);
        float[] impulse = new float[from / 50], output = new float[to / 50];
        impulse[0] = 10_000;
        resampler.Process(impulse, output);
        int delay = DelayOf(from, to);
        for (int i = 0; i <= delay; i++)
            Assert.That(output[delay + i], Is.EqualTo(output[delay - i]).Within(0.01), $"{i}");
    }

    [ForAll]
    public void The_length_of_frames_does_not_matter(int seed)
    {
        Random random = new(seed);
        int[] pair = Pairs[random.Next(Pairs.Length)];
        (int from, int to) = (pair[0], pair[1]);
        float[] input = Enumerable.Range(0, from * 120 / 1000).Select(_ => random.Next(-10_000, 10_000) + 0f).ToArray();
        int[] frames = [10, 20, 30, 40, 60];
        int frame = frames[random.Next(frames.Length)];
        float[] whole = Converted(new Resampler(from, to), input, input.Length, to * 120 / 1000);
        Assert.That(Converted(new Resampler(from, to), input, from * frame / 1000, to * frame / 1000), Is.EqualTo(whole));
        Assert.That(whole, Has.Length.EqualTo(to * 120 / 1000));
    }

    [TestCaseSource(nameof(Rates))]
    public void Equal_rates_copy(int rate)
    {
        float[] input = Tone.Sine(440, rate, rate / 50);
        Resampler resampler = new(rate, rate);
        Assert.That(Converted(resampler, input, input.Length, input.Length), Is.EqualTo(input));
        Assert.That(Resampler.DelayOf(rate, rate), Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void A_reset_forgets_what_was_before()
    {
        Resampler resampler = new(8000, 48_000);
        Converted(resampler, Tone.Sine(440, 8000, 160), 160, 960);
        resampler.Reset();
        Assert.That(Converted(resampler, new float[160], 160, 960), Is.All.EqualTo(0f));
    }

    [Test]
    public void Other_lengths_and_rates_are_refused()
    {
        Assert.Throws<ArgumentException>(() => new Resampler(8000, 48_000).Process(new float[160], new float[959]));
        Assert.Throws<ArgumentOutOfRangeException>(() => _ = new Resampler(44_100, 48_000));
    }

    [TestCaseSource(nameof(Pairs))]
    public void A_frame_allocates_nothing(int from, int to)
    {
        Resampler resampler = new(from, to);
        float[] input = new float[from / 50], output = new float[to / 50];
        Assert.That(Allocation.FewestBytes(() => resampler.Process(input, output)), Is.Zero);
    }

    /// <summary>A second of a tone after the filter has settled.</summary>
    private static float[] Steady(int from, int to, double hertz) =>
        Converted(new Resampler(from, to), Tone.Sine(hertz, from, from * 11 / 10), from / 50, to / 50)[(to / 10)..];

    private static float[] Converted(Resampler resampler, float[] input, int frame, int outputFrame)
    {
        List<float> converted = [];
        for (int at = 0; at < input.Length; at += frame)
        {
            float[] output = new float[outputFrame];
            resampler.Process(input.AsSpan(at, frame), output);
            converted.AddRange(output);
        }
        return [.. converted];
    }

    /// <summary>The delay in samples of the output.</summary>
    private static int DelayOf(int from, int to) => (int)Math.Round(Resampler.DelayOf(from, to).Seconds * to);
}
