using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Talkers;
using Mongoose.Mixer.Wav;
using Mongoose.Tests.Mixer.Commands;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Mixer.Wav;

/// <summary>Files of every kind of damage: what is readable is spoken, or one line says what is wrong.</summary>
public sealed class DamagedWavTests : InTemporaryDirectory
{
    private const int Samples = 400, MaxLine = 200;

    private static readonly byte[] Valid = File();

    [TestCase(0, "not a WAV file; allowed are WAV files of 16-bit PCM")]
    [TestCase(11, "not a WAV file; allowed are WAV files of 16-bit PCM")]
    [TestCase(12, "no data chunk within the first 12 bytes")]
    [TestCase(30, "the fmt chunk is cut short")]
    [TestCase(43, "no data chunk within the first 43 bytes")]
    [TestCase(44, "it ends before the first sample; at least one is needed")]
    [TestCase(45, "it ends before the first sample; at least one is needed")]
    public void A_header_that_is_cut_off_is_one_line_with_the_files_name(int length, string message)
    {
        string path = Write(Valid[..length]);
        Verb verb = Verb.Run(new SpeakCommand().Create(), path, "--to", "127.0.0.1:5000");
        Assert.That(verb.Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(verb.Error.Split(Environment.NewLine)[0], Is.EqualTo($"mongoose-mixer: {path}: {message}"));
    }

    [TestCase(4, 0xffff_fff0u, TestName = "The_size_of_the_whole_file_is_a_lie")]
    [TestCase(4, 1u, TestName = "The_size_of_the_whole_file_is_too_small")]
    [TestCase(40, 0xffff_fff0u, TestName = "The_size_of_the_data_is_a_lie")]
    [TestCase(40, 0u, TestName = "The_size_of_the_data_is_missing")]
    public void Samples_are_read_to_the_end(int at, uint size)
    {
        byte[] file = [.. Valid];
        BitConverter.TryWriteBytes(file.AsSpan(at), size);
        Assert.That(WavSpeech.Read(Write(file)).Samples.Length, Is.EqualTo(Samples));
    }

    [Test]
    [Platform("Linux")]
    public void A_device_without_end_is_not_read_on() => Assert.That(() => WavSpeech.Read("/dev/zero"),
        Throws.TypeOf<FormatException>().With.Message.StartsWith("/dev/zero: not a WAV file"));

    [Test]
    public void Mutated_files_are_read_or_refused_in_one_line() => MutateAll(5000);

    [Test]
    [Slow("a hundred thousand files")]
    public void A_hundred_thousand_mutated_files_are_read_or_refused_in_one_line() => MutateAll(100_000);

    private static void MutateAll(int files)
    {
        Random random = new(1);
        int read = 0;
        for (int i = 0; i < files; i++)
            read += Speaks(Mutate(random)) ? 1 : 0;
        Assert.That(read, Is.InRange(files / 20, files * 19 / 20), "some are read, some refused");
    }

    /// <summary>Reads a file, and speaks it to its end; false if it is refused.</summary>
    private static bool Speaks(byte[] file)
    {
        try
        {
            Speech speech = WavSpeech.Parse(file);
            Assert.That(speech.Samples.Length, Is.InRange(1, file.Length));
            SpeechFrames frames = new(new RecordingResampling(speech, 8000), loops: false, pause: 0);
            int taken = 0;
            for (float[] frame = new float[160]; !frames.IsOver && taken < 100; taken++)
                frames.Take(frame);
            Assert.That(frames.IsOver || taken == 100);
            return true;
        }
        catch (FormatException refusal)
        {
            Assert.That(refusal.Message, Is.Not.Empty.And.Length.LessThan(MaxLine));
            Assert.That(refusal.Message, Does.Not.Contain('\n'));
            return false;
        }
    }

    private static byte[] Mutate(Random random)
    {
        byte[] file = [.. Valid];
        for (int changes = random.Next(1, 5); changes > 0; changes--)
            file[random.Next(WavHeader.Length + 8)] = random.Next(3) switch { 0 => 0, 1 => 0xff, _ => (byte)random.Next(256) };
        return random.Next(4) == 0 ? file[..random.Next(file.Length)] : file;
    }

    private string Write(byte[] file)
    {
        string path = Path.Combine(Folder, "a.wav");
        System.IO.File.WriteAllBytes(path, file);
        return path;
    }

    private static byte[] File()
    {
        byte[] file = new byte[WavHeader.Length + 2 * Samples];
        WavHeader.Write(file, 8000, 1, 2 * Samples);
        new Random(2).NextBytes(file.AsSpan(WavHeader.Length));
        return file;
    }
}
