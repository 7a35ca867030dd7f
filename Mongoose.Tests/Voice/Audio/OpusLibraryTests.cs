using Mongoose.Voice.Audio;
using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Tests.Voice.Audio;

/// <summary>The implementations of Opus against each other, and the choice between them.</summary>
[Category("Opus")]
[Parallelizable(ParallelScope.Self)]
public sealed class OpusLibraryTests
{
    private const int Rate = 48_000, Frame = 960;

    [Test]
    public void Libopus_is_used_where_the_host_has_it_and_each_names_its_version()
    {
        Assert.That(OpusLibrary.Current, Is.SameAs(OpusLibraries.Here.First()));
        Assert.That(OpusLibrary.Managed.Name, Does.Match(@"^Concentus \d+\.\d+\.\d+$"));
        if (OpusLibrary.Native is { } native)
            Assert.That(native.Name, Does.Match(@"^libopus \d+\.\d+"));
    }

    [TestCase(12_000, 1)]
    [TestCase(32_000, 1)]
    [TestCase(32_000, 2)]
    [TestCase(96_000, 2)]
    public void Each_decodes_the_packets_of_the_other_as_the_other_does(int bitRate, int channels)
    {
        OpusLibrary native = Native();
        byte[][] ofNative = Packets(native, bitRate, channels), ofManaged = Packets(OpusLibrary.Managed, bitRate, channels);
        Assert.Multiple(() =>
        {
            Assert.That(Difference(ofNative, channels), Is.LessThan(-30), "dB, packets of libopus");
            Assert.That(Difference(ofManaged, channels), Is.LessThan(-30), "dB, packets of Concentus");
            Assert.That(ofManaged.Sum(packet => packet.Length), Is.EqualTo(ofNative.Sum(packet => packet.Length)).Within(15).Percent);
        });
    }

    /// <summary>The second half of a lost frame shows a decoder that falls silent within it; all frames together hardly do.</summary>
    [Test]
    public void Each_conceals_lost_packets_as_loudly_as_the_other()
    {
        byte[][] packets = Packets(Native(), 32_000, 1);
        double[] whole = Loudness(0, 10 * Frame), lost = Loudness(9 * Frame + Frame / 2, 10 * Frame);
        Assert.That(whole[1], Is.EqualTo(whole[0]).Within(10).Percent);
        Assert.That(lost[1], Is.GreaterThan(0.5 * lost[0]));

        double[] Loudness(int from, int to) => [.. OpusLibraries.Here
            .Select(library => Decoded(library, packets, 1, lost: number => number % 10 == 9))
            .Select(heard => Tone.RootMeanSquare([.. heard.Where((_, i) => i % (10 * Frame) >= from && i % (10 * Frame) < to)]))];
    }

    private static OpusLibrary Native()
    {
        OpusLibraries.RequireNative();
        return OpusLibrary.Native!;
    }

    private static byte[][] Packets(OpusLibrary library, int bitRate, int channels)
    {
        float[] speech = [.. SampleSpeech.Create(3, Rate).Samples.ToArray()
            .SelectMany(sample => Enumerable.Repeat((float)sample, channels))];
        using AudioEncoder encoder =
            AudioEncoder.Create(AudioFormat.Opus with { Channels = channels }, new OpusOptions(bitRate, 5), library);
        byte[] payload = new byte[1500];
        return [.. speech.Chunk(Frame * channels).Select(frame => payload[..encoder.Encode(frame, payload)])];
    }

    /// <summary>The power of the difference between what both decode, relative to what they decode, in dB.</summary>
    private static double Difference(byte[][] packets, int channels)
    {
        float[] first = Decoded(Native(), packets, channels, _ => false),
            second = Decoded(OpusLibrary.Managed, packets, channels, _ => false);
        Assert.That(second, Has.Length.EqualTo(first.Length));
        return 20 * Math.Log10(Tone.RootMeanSquare([.. first.Zip(second, (one, other) => one - other)]) / Tone.RootMeanSquare(first));
    }

    private static float[] Decoded(OpusLibrary library, byte[][] packets, int channels, Func<int, bool> lost)
    {
        using AudioDecoder decoder = AudioDecoder.Create(AudioFormat.Opus with { Channels = channels }, library);
        List<float> heard = [];
        float[] samples = new float[AudioFormat.MaxOpusPacket * channels];
        for (int i = 0; i < packets.Length; i++)
        {
            if (lost(i))
                decoder.Conceal(samples.AsSpan(0, Frame * channels));
            else
                Assert.That(decoder.Decode(packets[i], samples), Is.EqualTo(Frame));
            heard.AddRange(samples[..(Frame * channels)]);
        }
        return [.. heard];
    }
}
