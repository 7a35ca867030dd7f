using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Voice.Audio;

/// <summary>PCMU, PCMA and L16: codes, gaps, malformed payloads.</summary>
public sealed class SampleCodecTests
{
    private static readonly AudioFormat L16 = new(AudioCodec.L16, 48_000, 1), Stereo = L16 with { Channels = 2 };
    private static readonly AudioFormat[] All = [AudioFormat.Pcmu, AudioFormat.Pcma, L16, Stereo, new(AudioCodec.L16, 16_000, 2)];

    [Test]
    public void L16_has_the_most_significant_byte_first_and_rounds()
    {
        byte[] payload = new byte[10];
        using AudioEncoder encoder = AudioEncoder.Create(L16, OpusOptions.Default);
        Assert.That(encoder.Encode([258, -1.4f, 1e6f, -1e6f, float.NaN], payload), Is.EqualTo(10));
        Assert.That(payload, Is.EqualTo(new byte[] { 1, 2, 0xFF, 0xFF, 0x7F, 0xFF, 0x80, 0, 0, 0 }));
    }

    [TestCaseSource(nameof(All))]
    public void What_is_decoded_encodes_to_the_same_payload(AudioFormat format)
    {
        byte[] payload = new byte[640], again = new byte[640];
        new Random(1).NextBytes(payload);
        payload.AsSpan().Replace((byte)0x7F, (byte)0xFF); // mu-law's other zero
        float[] samples = new float[640];
        using AudioDecoder decoder = AudioDecoder.Create(format);
        using AudioEncoder encoder = AudioEncoder.Create(format, OpusOptions.Default);
        int length = decoder.Decode(payload, samples);
        Assert.That(length, Is.EqualTo(640 / format.SampleBytes));
        Assert.That(encoder.Encode(samples.AsSpan(0, length * format.Channels), again), Is.EqualTo(640));
        Assert.That(again, Is.EqualTo(payload));
    }

    [TestCase(0)]
    [TestCase(1)]
    [TestCase(322)]
    public void A_payload_that_is_empty_or_ends_within_a_sample_is_malformed(int bytes)
    {
        using AudioDecoder decoder = AudioDecoder.Create(Stereo);
        Assert.That(decoder.Decode(new byte[bytes], new float[400]), Is.Zero);
    }

    /// <summary>The tone's own step between samples is 2 pi x hertz / rate x amplitude.</summary>
    [TestCase(8000, 1, 110)]
    [TestCase(8000, 1, 437)]
    [TestCase(48_000, 1, 110)]
    [TestCase(48_000, 2, 150)]
    [TestCase(48_000, 2, 437)]
    public void A_gap_fades_to_silence_and_back_without_a_click(int rate, int channels, double hertz)
    {
        int frame = rate / 50;
        using Stream stream = new(rate, channels, hertz);
        float[] before = stream.Next(10), gap = stream.Conceal(5), after = stream.Next(2);
        double ownStep = 2 * Math.PI * hertz / rate * Stream.Amplitude;
        Assert.That(Tone.LargestStep([.. before, .. gap, .. after]), Is.LessThan(1.5 * ownStep + Stream.Amplitude * 0.3 / (rate / 1000)));
        Assert.That(gap[(3 * frame)..], Is.All.EqualTo(0f));
        Assert.That(after[frame..], Is.EqualTo(stream.Sent[^frame..]));
    }

    [TestCase(110)]
    [TestCase(187)]
    [TestCase(300)]
    public void The_first_lost_frame_of_a_voice_sounds_like_what_was_lost(double hertz)
    {
        using Stream stream = new(8000, 1, hertz);
        stream.Next(10);
        float[] filled = stream.Conceal(1);
        double likeness = stream.Sent[^160..].Zip(filled, (a, b) => (double)a * b).Sum()
            / Math.Sqrt(stream.Sent[^160..].Sum(a => (double)a * a) * filled.Sum(b => (double)b * b));
        Assert.That(likeness, Is.GreaterThan(0.9));
        Assert.That(Tone.RootMeanSquare(filled), Is.InRange(0.6 * 7071, 7071));
    }

    [Test]
    public void A_gap_before_the_first_payload_or_after_a_reset_is_silent()
    {
        using Stream stream = new(8000, 1, 300);
        Assert.That(stream.Conceal(1), Is.All.EqualTo(0f));
        stream.Next(10);
        stream.Reset();
        Assert.That(stream.Conceal(1), Is.All.EqualTo(0f));
    }

    [TestCaseSource(nameof(All))]
    public void A_frame_allocates_nothing(AudioFormat format)
    {
        byte[] payload = new byte[640];
        float[] samples = new float[640];
        using AudioDecoder decoder = AudioDecoder.Create(format);
        using AudioEncoder encoder = AudioEncoder.Create(format, OpusOptions.Default);
        Assert.That(Allocation.FewestBytes(() =>
        {
            int length = decoder.Decode(payload, samples);
            encoder.Encode(samples.AsSpan(0, length * format.Channels), payload);
            decoder.Conceal(samples);
        }), Is.Zero);
    }

    /// <summary>A tone in L16, in frames of 20 ms; both channels have the same.</summary>
    private sealed class Stream(int rate, int channels, double hertz) : IDisposable
    {
        public const int Amplitude = 10_000;

        private readonly AudioDecoder _decoder = AudioDecoder.Create(new AudioFormat(AudioCodec.L16, rate, channels));
        private int _frames;

        /// <summary>What one channel sent so far, lost or not.</summary>
        public float[] Sent => Tone.Sine(hertz, rate, _frames * rate / 50, Amplitude).Select(sample => MathF.Round(sample)).ToArray();

        public void Reset() => _decoder.Reset();

        public void Dispose() => _decoder.Dispose();

        public float[] Next(int frames) => Frames(frames, samples =>
        {
            float[] sent = Sent[^(rate / 50)..];
            byte[] payload = new byte[2 * samples.Length];
            Pcm16.WriteBigEndian(Enumerable.Range(0, samples.Length).Select(i => sent[i / channels]).ToArray(), payload);
            Assert.That(_decoder.Decode(payload, samples), Is.EqualTo(rate / 50));
        });

        public float[] Conceal(int frames) => Frames(frames, samples => _decoder.Conceal(samples));

        /// <summary>One channel, after a check that the other has the same.</summary>
        private float[] Frames(int frames, Action<float[]> fill)
        {
            List<float> heard = [];
            for (int frame = 0; frame < frames; frame++)
            {
                float[] samples = new float[rate / 50 * channels];
                _frames++;
                fill(samples);
                float[][] both = Enumerable.Range(0, channels).Select(channel => samples.Where((_, i) => i % channels == channel).ToArray())
                    .ToArray();
                Assert.That(both[^1], Is.EqualTo(both[0]));
                heard.AddRange(both[0]);
            }
            return [.. heard];
        }
    }
}
