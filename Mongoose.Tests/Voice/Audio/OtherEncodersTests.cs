using System.Runtime.InteropServices;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Voice.Audio;

/// <summary>All 16-bit samples and all codes through G.711 of ffmpeg and sox.</summary>
[Category("Ffmpeg")]
public sealed class OtherEncodersTests
{
    private const int Deadline = 60_000;

    [TestCase("PCMU", "mulaw")]
    [TestCase("PCMA", "alaw"), CancelAfter(Deadline)]
    public async Task Ffmpeg_decodes_every_code_to_the_same_sample(string format, string law, CancellationToken deadline)
    {
        HostProgram ffmpeg = HostProgram.FindOrSkip("ffmpeg");
        byte[] decoded =
            await Convert(ffmpeg, AllCodes(), deadline, ["-v", "error", "-f", law, "-ar", "8000", "-i", "in", "-f", "s16le", "out"]);
        Assert.That(MemoryMarshal.Cast<byte, short>(decoded).ToArray(), Is.EqualTo(Decoded(format)));
    }

    [TestCase("PCMU", "mulaw")]
    [TestCase("PCMA", "alaw"), CancelAfter(Deadline)]
    public async Task Ffmpeg_encodes_every_sample_to_the_same_code_or_the_next(string format, string law, CancellationToken deadline)
    {
        HostProgram ffmpeg = HostProgram.FindOrSkip("ffmpeg");
        byte[] codes =
            await Convert(ffmpeg, AllSamples(), deadline, ["-v", "error", "-f", "s16le", "-ar", "8000", "-i", "in", "-f", law, "out"]);
        AssertAlike(format, codes);
    }

    [TestCase("PCMU", "ul")]
    [TestCase("PCMA", "al"), CancelAfter(Deadline)]
    public async Task Sox_decodes_every_code_to_the_same_sample(string format, string law, CancellationToken deadline)
    {
        HostProgram sox = HostProgram.FindOrSkip("sox");
        byte[] decoded = await Convert(sox, AllCodes(), deadline, ["-D", "-t", law, "-r", "8000", "in", "-t", "s16", "out"]);
        Assert.That(MemoryMarshal.Cast<byte, short>(decoded).ToArray(), Is.EqualTo(Decoded(format)));
    }

    [TestCase("PCMU", "ul")]
    [TestCase("PCMA", "al"), CancelAfter(Deadline)]
    public async Task Sox_encodes_every_sample_to_the_same_code_or_the_next(string format, string law, CancellationToken deadline)
    {
        HostProgram sox = HostProgram.FindOrSkip("sox");
        byte[] codes = await Convert(sox, AllSamples(), deadline, ["-D", "-t", "s16", "-r", "8000", "-c", "1", "in", "-t", law, "out"]);
        AssertAlike(format, codes);
    }

    private static byte[] AllCodes() => Enumerable.Range(0, 256).Select(code => (byte)code).ToArray();

    private static byte[] AllSamples() => MemoryMarshal.AsBytes<short>(Samples().ToArray()).ToArray();

    private static IEnumerable<short> Samples() => Enumerable.Range(short.MinValue, 65_536).Select(sample => (short)sample);

    private static short[] Decoded(string format)
    {
        float[] samples = new float[256];
        using AudioDecoder decoder = AudioDecoder.Create(Format(format));
        decoder.Decode(AllCodes(), samples);
        return samples.Select(sample => (short)sample).ToArray();
    }

    /// <summary>
    /// G.711 has its decision values. At the bounds of segments ffmpeg takes the nearest code instead; sox rounds samples to 14 and 13 bits
    /// at first.
    /// </summary>
    private static void AssertAlike(string format, byte[] theirs)
    {
        byte[] ours = new byte[65_536];
        using AudioEncoder encoder = AudioEncoder.Create(Format(format), OpusOptions.Default);
        encoder.Encode(Samples().Select(sample => (float)sample).ToArray(), ours);
        Assert.That(theirs, Has.Length.EqualTo(ours.Length));
        Assert.That(ours.Zip(theirs).Count(codes => codes.First != codes.Second), Is.LessThan(ours.Length * 0.03));
        short[] decoded = Decoded(format);
        short[] steps = decoded.Distinct().Order().ToArray();
        for (int i = 0; i < ours.Length; i++)
            if (ours[i] != theirs[i])
                Assert.That(Step(theirs[i]), Is.EqualTo(Step(ours[i])).Within(1), $"{i - 32_768}");

        int Step(byte code) => Array.BinarySearch(steps, decoded[code]);
    }

    private static AudioFormat Format(string name) => AudioFormat.TryParse(name, out AudioFormat format) ? format
        : throw new ArgumentException(name);

    /// <summary>Runs a program that converts the file <c>in</c> to the file <c>out</c>.</summary>
    private static async Task<byte[]> Convert(HostProgram program, byte[] input, CancellationToken deadline, string[] arguments)
    {
        using TemporaryDirectory folder = new();
        string inPath = Path.Combine(folder.Path, "in"), outPath = Path.Combine(folder.Path, "out");
        await File.WriteAllBytesAsync(inPath, input, deadline);
        await program.Run(deadline, arguments.Select(argument => argument switch { "in" => inPath, "out" => outPath, _ => argument })
            .ToArray());
        return await File.ReadAllBytesAsync(outPath, deadline);
    }
}
