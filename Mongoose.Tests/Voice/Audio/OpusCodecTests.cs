using Mongoose.Voice.Audio;
using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Tests.Voice.Audio;

/// <summary>Each implementation of Opus that this host has.</summary>
[Category("Opus")]
[TestFixtureSource(typeof(OpusLibraries), nameof(OpusLibraries.Here))]
public sealed class OpusCodecTests(OpusLibrary library)
{
    private const int Rate = 48_000, Ms = 48, LongestPacket = 120 * Ms;

    /// <summary>Concentus ports an older libopus: it repeats tones less exactly.</summary>
    private bool IsManaged => library == OpusLibrary.Managed;

    /// <summary>The filter that removes what is below a voice shifts a tone of 400 Hz by a fifteenth of its 120 samples.</summary>
    [TestCase(10, 1)]
    [TestCase(20, 1)]
    [TestCase(40, 1)]
    [TestCase(60, 1)]
    [TestCase(20, 2)]
    [TestCase(60, 2)]
    public void A_tone_comes_back_later_by_the_lookahead(int ms, int channels)
    {
        using Codec codec = new(library, channels, OpusOptions.Default);
        float[] sent = Tone.Sine(400, Rate, Rate, 10_000);
        float[] heard = codec.Play(sent, ms * Ms)[codec.Encoder.Lookahead..];
        Assert.That(codec.Encoder.Lookahead, Is.EqualTo(AudioFormat.OpusDelay.Seconds * 48_000).Within(1e-6));
        Assert.That(Likeness(sent.AsSpan(Rate / 2, 9600), heard.AsSpan(Rate / 2, 9600)), Is.GreaterThan(IsManaged ? 0.85 : 0.9));
        Assert.That(Tone.RootMeanSquare(heard.AsSpan(Rate / 2, 9600)), Is.EqualTo(7071).Within(1500));
    }

    [Test]
    public void A_higher_bit_rate_takes_more_bytes_and_stays_near_it([Values(12_000, 32_000, 96_000)] int bitRate,
        [Values(0, 5, 10)] int complexity)
    {
        using Codec codec = new(library, 1, new OpusOptions(bitRate, complexity));
        codec.Play(Noise(2 * Rate), 20 * Ms);
        Assert.That(codec.Bytes * 8 / 2.0, Is.EqualTo(bitRate).Within(bitRate * 0.3));
    }

    [Test]
    public void Both_channels_are_decoded_from_a_packet_of_one()
    {
        byte[] payload = new byte[1500];
        float[] samples = new float[2 * LongestPacket];
        using AudioEncoder encoder = AudioEncoder.Create(AudioFormat.Opus, OpusOptions.Default, library);
        using AudioDecoder decoder = AudioDecoder.Create(AudioFormat.Opus with { Channels = 2 }, library);
        int length = encoder.Encode(Tone.Sine(400, Rate, 20 * Ms), payload);
        Assert.That(decoder.Decode(payload.AsSpan(0, length), samples), Is.EqualTo(20 * Ms));
        for (int i = 0; i < 20 * Ms; i++)
            Assert.That(samples[2 * i], Is.EqualTo(samples[2 * i + 1]));
        Assert.That(Tone.RootMeanSquare(samples.AsSpan(0, 40 * Ms)), Is.GreaterThan(100));
    }

    [Test]
    public void A_malformed_packet_is_no_louder_than_full_scale()
    {
        byte[] payload = new byte[1500];
        float[] samples = new float[LongestPacket];
        Random random = new(1);
        using AudioEncoder encoder = AudioEncoder.Create(AudioFormat.Opus, OpusOptions.Default, library);
        using AudioDecoder decoder = AudioDecoder.Create(AudioFormat.Opus, library);
        float peak = 0;
        for (int i = 0; i < 2000; i++)
        {
            int length = encoder.Encode(Tone.Sine(400, Rate, 20 * Ms), payload);
            payload[random.Next(1, length)] = (byte)random.Next(256);
            int decoded = decoder.Decode(payload.AsSpan(0, length), samples);
            peak = Math.Max(peak, decoded > 0 ? samples.AsSpan(0, decoded).ToArray().Max(Math.Abs) : 0);
        }
        Assert.That(peak, Is.InRange(10_000, AudioFormat.FullScale));
    }

    [Test]
    public void A_lost_frame_is_continued_and_a_long_gap_becomes_quiet_noise()
    {
        using Codec codec = new(library, 1, OpusOptions.Default);
        codec.Play(Tone.Sine(200, Rate, Rate), 20 * Ms);
        float[] first = codec.Conceal(20 * Ms), later = new float[20 * Ms];
        for (int i = 0; i < 50; i++)
            later = codec.Conceal(20 * Ms);
        Assert.That(Tone.RootMeanSquare(first), Is.InRange(3000, 8000));
        Assert.That(Tone.RootMeanSquare(later), Is.LessThan(300));
    }

    [Test]
    public void A_gap_before_the_first_packet_or_after_a_reset_is_silent()
    {
        using Codec codec = new(library, 1, OpusOptions.Default);
        Assert.That(codec.Conceal(20 * Ms), Is.All.EqualTo(0f));
        codec.Play(Tone.Sine(200, Rate, Rate), 20 * Ms);
        codec.Decoder.Reset();
        Assert.That(codec.Conceal(20 * Ms), Is.All.EqualTo(0f));
    }

    [Test]
    public void What_is_less_than_a_step_of_concealment_is_silent()
    {
        using Codec codec = new(library, 1, OpusOptions.Default);
        codec.Play(Tone.Sine(200, Rate, Rate), 20 * Ms);
        float[] filled = new float[130];
        Array.Fill(filled, 1f);
        codec.Decoder.Conceal(filled);
        Assert.That(filled[..120], Has.Some.GreaterThan(10f));
        Assert.That(filled[120..], Is.All.EqualTo(0f));
    }

    /// <summary>Of the first byte, code 3 needs a second byte, code 1 an even rest (RFC 6716 section 3.2).</summary>
    [TestCase(new byte[] { })]
    [TestCase(new byte[] { 0xFB })]
    [TestCase(new byte[] { 0xF9, 1, 2, 3, 4, 5 })]
    [TestCase(new byte[] { 0xFB, 0, 1, 2 })]
    public void A_malformed_payload_gives_no_samples_and_does_no_harm(byte[] payload)
    {
        using Codec codec = new(library, 1, OpusOptions.Default);
        Assert.That(codec.Decoder.Decode(payload, new float[LongestPacket]), Is.Zero);
        codec.Play(Tone.Sine(200, Rate, Rate), 20 * Ms);
    }

    [Test]
    public void Random_payloads_do_no_harm()
    {
        using Codec codec = new(library, 2, OpusOptions.Default);
        Random random = new(1);
        float[] samples = new float[2 * LongestPacket];
        for (int i = 0; i < 2000; i++)
        {
            byte[] payload = new byte[random.Next(200)];
            random.NextBytes(payload);
            int length = codec.Decoder.Decode(payload, samples);
            Assert.That(length, Is.InRange(0, LongestPacket));
            foreach (float sample in samples.AsSpan(0, 2 * length))
                Assert.That(float.IsFinite(sample), Is.True);
        }
    }

    [Test]
    public void Too_little_room_and_other_frames_are_refused()
    {
        using Codec codec = new(library, 2, OpusOptions.Default);
        Assert.Throws<ArgumentException>(() => codec.Decoder.Decode([1, 2, 3], new float[2 * LongestPacket - 1]));
        Assert.Throws<ArgumentException>(() => codec.Encoder.Encode(new float[2 * 30 * Ms], new byte[1500]));
        Assert.Throws<ArgumentException>(() => codec.Encoder.Encode(new float[2 * 20 * Ms + 1], new byte[1500]));
    }

    [TestCase(5999, 5)]
    [TestCase(510_001, 5)]
    [TestCase(32_000, -1)]
    [TestCase(32_000, 11)]
    public void Options_out_of_range_are_refused(int bitRate, int complexity) =>
        Assert.Throws<ArgumentOutOfRangeException>(() =>
            AudioEncoder.Create(AudioFormat.Opus, new OpusOptions(bitRate, complexity), library));

    [TestCase(1)]
    [TestCase(2)]
    public void A_frame_allocates_nothing(int channels)
    {
        if (IsManaged)
            Assert.Ignore("Concentus allocates buffers for each frame");
        using Codec codec = new(library, channels, OpusOptions.Default);
        float[] frame = new float[20 * Ms * channels], samples = new float[LongestPacket * channels];
        byte[] payload = new byte[1500];
        Tone.Sine(400, Rate, frame.Length).CopyTo(frame, 0);
        Assert.That(Allocation.FewestBytes(() =>
        {
            int length = codec.Encoder.Encode(frame, payload);
            codec.Decoder.Decode(payload.AsSpan(0, length), samples);
            codec.Decoder.Conceal(frame);
        }), Is.Zero);
    }

    private static float[] Noise(int length)
    {
        Random random = new(1);
        return Enumerable.Range(0, length).Select(_ => random.Next(-10_000, 10_000) + 0f).ToArray();
    }

    private static double Likeness(ReadOnlySpan<float> first, ReadOnlySpan<float> second)
    {
        double product = 0;
        for (int i = 0; i < first.Length; i++)
            product += first[i] * second[i];
        return product / first.Length / Tone.RootMeanSquare(first) / Tone.RootMeanSquare(second);
    }

    private sealed class Codec(OpusLibrary library, int channels, OpusOptions options) : IDisposable
    {
        public AudioEncoder Encoder { get; } = AudioEncoder.Create(AudioFormat.Opus with { Channels = channels }, options, library);

        public AudioDecoder Decoder { get; } = AudioDecoder.Create(AudioFormat.Opus with { Channels = channels }, library);

        /// <summary>Of all payloads.</summary>
        public int Bytes { get; private set; }

        public void Dispose()
        {
            Encoder.Dispose();
            Decoder.Dispose();
        }

        /// <summary>Sends whole frames of one channel, the same in all, and returns what the last channel heard.</summary>
        public float[] Play(float[] voice, int frame)
        {
            List<float> heard = [];
            byte[] payload = new byte[4000];
            float[] samples = new float[LongestPacket * channels];
            for (int at = 0; at + frame <= voice.Length; at += frame)
            {
                int bytes = Encoder.Encode(Enumerable.Range(0, frame * channels).Select(i => voice[at + i / channels]).ToArray(), payload);
                Bytes += bytes;
                Assert.That(Decoder.Decode(payload.AsSpan(0, bytes), samples), Is.EqualTo(frame));
                heard.AddRange(samples[..(frame * channels)].Where((_, i) => i % channels == channels - 1));
            }
            return [.. heard];
        }

        public float[] Conceal(int length)
        {
            float[] samples = new float[length * channels];
            Decoder.Conceal(samples);
            return samples;
        }
    }
}
