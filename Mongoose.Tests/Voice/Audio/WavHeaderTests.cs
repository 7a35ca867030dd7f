using System.Buffers.Binary;
using System.Text;
using Mongoose.Voice.Audio;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Audio;

public sealed class WavHeaderTests
{
    private const int Deadline = 60_000;

    [Test]
    public void What_is_written_is_read(
        [Values(8000, 16_000, 24_000, 48_000)] int rate, [Values(1, 2)] int channels, [Values(4, 1000, 4_000_000_000)] long length)
    {
        byte[] header = new byte[WavHeader.Length];
        WavHeader.Write(header, rate, channels, length);
        Assert.That(WavHeader.TryRead(header, out WavHeader read, out string? error), Is.True, error);
        Assert.That(read, Is.EqualTo(new WavHeader(rate, channels, 44, length)));
    }

    /// <summary>Known bytes of a second of mono at 8 kHz.</summary>
    [Test]
    public void The_header_has_the_usual_form()
    {
        byte[] header = new byte[WavHeader.Length];
        WavHeader.Write(header, 8000, 1, 16_000);
        Assert.That(Convert.ToHexString(header),
            Is.EqualTo("52494646A43E000057415645666D74201000000001000100401F0000803E00000200100064617461803E0000"));
    }

    [Test]
    public void Chunks_of_other_kinds_and_odd_lengths_are_skipped()
    {
        byte[] file =
            File(Format(1, 1, 16_000, 16), Chunk("LIST", new byte[27]), Chunk("bext", new byte[600]), Chunk("data", new byte[101]));
        Assert.That(WavHeader.TryRead(file, out WavHeader header, out string? error), Is.True, error);
        Assert.That(header, Is.EqualTo(new WavHeader(16_000, 1, 12 + 24 + 36 + 608 + 8, 100)));
    }

    [Test]
    public void Extensible_PCM_is_read()
    {
        byte[] format = [.. Format(0xFFFE, 2, 48_000, 16)[8..], 22, 0, 16, 0, 3, 0, 0, 0, 1, 0, .. new byte[14]];
        Assert.That(WavHeader.TryRead(File(Chunk("fmt ", format), Chunk("data", new byte[8])), out WavHeader header, out string? error),
            Is.True, error);
        Assert.That(header, Is.EqualTo(new WavHeader(48_000, 2, 12 + 48 + 8, 8)));
    }

    [TestCase(0u)]
    [TestCase(uint.MaxValue)]
    public void A_length_that_the_writer_did_not_know_is_none(uint length)
    {
        byte[] file = File(Format(1, 1, 8000, 16), Chunk("data", []));
        BinaryPrimitives.WriteUInt32LittleEndian(file.AsSpan(file.Length - 4), length);
        Assert.That(WavHeader.TryRead(file, out WavHeader header, out _), Is.True);
        Assert.That(header.DataLength, Is.Null);
    }

    [TestCase(1, 1, 8000, 24, "24-bit samples; only 16-bit PCM is allowed")]
    [TestCase(1, 1, 8000, 8, "8-bit samples; only 16-bit PCM is allowed")]
    [TestCase(3, 1, 8000, 32, "floating-point samples; only 16-bit PCM is allowed")]
    [TestCase(7, 1, 8000, 8, "mu-law samples; only 16-bit PCM is allowed")]
    [TestCase(6, 1, 8000, 8, "A-law samples; only 16-bit PCM is allowed")]
    [TestCase(0x55, 2, 48_000, 0, "samples of format 0x0055; only 16-bit PCM is allowed")]
    [TestCase(1, 6, 48_000, 16, "6 channels; allowed are 1 and 2")]
    [TestCase(1, 2, 999_000, 16, "999000 samples per second; allowed are 1000 to 384000")]
    public void Another_format_is_refused_with_what_is_allowed(int tag, int channels, int rate, int bits, string expected) =>
        AssertRefused(File(Format(tag, channels, rate, bits), Chunk("data", new byte[8])), expected);

    [TestCase(1, 3, "3 bytes for a sample of all channels; only 2 are allowed with 16-bit PCM")]
    [TestCase(2, 2, "2 bytes for a sample of all channels; only 4 are allowed with 16-bit PCM")]
    public void A_block_size_that_does_not_fit_is_refused(int channels, int bytes, string expected)
    {
        byte[] format = Format(1, channels, 8000, 16);
        format[20] = (byte)bytes;
        AssertRefused(File(format, Chunk("data", new byte[8])), expected);
    }

    [Test]
    public void What_is_no_WAV_file_is_refused()
    {
        AssertRefused([], "not a WAV file; allowed are WAV files of 16-bit PCM");
        AssertRefused(Encoding.ASCII.GetBytes("OggS, and so on"), "not a WAV file; allowed are WAV files of 16-bit PCM");
        AssertRefused(File(Chunk("data", new byte[8])), "no fmt chunk before the data");
        AssertRefused(File(Chunk("fmt ", new byte[14])), "the fmt chunk is cut short");
        AssertRefused(File(Format(1, 1, 8000, 16), Chunk("LIST", new byte[4])), "no data chunk within the first 48 bytes");
    }

    [ForAll]
    public void Any_bytes_are_read_or_refused(int seed)
    {
        Random random = new(seed);
        byte[] file = File(Format(1, 1, 8000, 16), Chunk("LIST", new byte[20]), Chunk("data", new byte[8]));
        for (int i = random.Next(4); i >= 0; i--)
            file[random.Next(file.Length)] = (byte)random.Next(256);
        bool isRead = WavHeader.TryRead(file.AsSpan(0, random.Next(file.Length + 1)), out WavHeader header, out string? error);
        Assert.That(error is null, Is.EqualTo(isRead));
        Assert.That(header.DataOffset, Is.InRange(0, file.Length));
    }

    [Test, CancelAfter(Deadline), Category("Ffmpeg")]
    public async Task Files_of_sox_and_ffmpeg_are_read(CancellationToken deadline)
    {
        HostProgram sox = HostProgram.FindOrSkip("sox"), ffmpeg = HostProgram.FindOrSkip("ffmpeg");
        using TemporaryDirectory folder = new();
        string first = Path.Combine(folder.Path, "sox.wav"), second = Path.Combine(folder.Path, "ffmpeg.wav");
        await sox.Run(deadline, "-n", "-r", "24000", "-c", "2", "-b", "16", first, "synth", "0.5", "sine", "440");
        await ffmpeg.Run(deadline, "-v", "error", "-i", first, "-ar", "16000", "-ac", "1", second);
        AssertRead(first, 24_000, 2, 48_000);
        AssertRead(second, 16_000, 1, 16_000);
    }

    private static void AssertRead(string path, int rate, int channels, int length)
    {
        byte[] file = System.IO.File.ReadAllBytes(path);
        Assert.That(WavHeader.TryRead(file, out WavHeader header, out string? error), Is.True, error);
        Assert.That((header.SampleRate, header.Channels, header.DataLength), Is.EqualTo((rate, channels, (long?)length)));
        Assert.That(header.DataOffset + header.DataLength, Is.EqualTo(file.Length));
    }

    private static void AssertRefused(byte[] file, string expected)
    {
        Assert.That(WavHeader.TryRead(file, out _, out string? error), Is.False);
        Assert.That(error, Is.EqualTo(expected));
    }

    private static byte[] File(params byte[][] chunks) => [.. "RIFF\0\0\0\0WAVE"u8, .. chunks.SelectMany(chunk => chunk)];

    private static byte[] Format(int tag, int channels, int rate, int bits)
    {
        byte[] format = new byte[16];
        BinaryPrimitives.WriteUInt16LittleEndian(format, (ushort)tag);
        BinaryPrimitives.WriteUInt16LittleEndian(format.AsSpan(2), (ushort)channels);
        BinaryPrimitives.WriteInt32LittleEndian(format.AsSpan(4), rate);
        BinaryPrimitives.WriteUInt16LittleEndian(format.AsSpan(14), (ushort)bits);
        return Chunk("fmt ", format);
    }

    private static byte[] Chunk(string name, byte[] content)
    {
        byte[] header = [.. Encoding.ASCII.GetBytes(name), 0, 0, 0, 0];
        BinaryPrimitives.WriteInt32LittleEndian(header.AsSpan(4), content.Length);
        return [.. header, .. content, .. new byte[content.Length % 2]];
    }
}
