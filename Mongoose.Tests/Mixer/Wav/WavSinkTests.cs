using Mongoose.Mixer.Recordings;
using Mongoose.Mixer.Talkers;
using Mongoose.Mixer.Wav;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Mixer.Wav;

public sealed class WavSinkTests : InTemporaryDirectory
{
    private static readonly AudioFormat Stereo = new(AudioCodec.L16, 16_000, 2);

    [Test]
    public void After_a_flush_the_file_on_disk_is_complete_although_it_is_still_open()
    {
        using IVoiceSink sink = new WavFolder(Folder).Open(0xAB, AudioFormat.Pcmu);
        sink.Skip(3);
        sink.Write([1, -2, 3]);
        sink.Flush();
        sink.Write([4]);
        Assert.That(Read("000000ab.wav"), Is.EqualTo(new short[] { 0, 0, 0, 1, -2, 3 }));
    }

    [Test]
    public void Silence_at_the_end_is_part_of_the_file()
    {
        using (IVoiceSink sink = new WavFolder(Folder).Open(1, AudioFormat.Pcmu))
        {
            sink.Write([5]);
            sink.Skip(2);
        }
        Assert.That(Read("00000001.wav"), Is.EqualTo(new short[] { 5, 0, 0 }));
    }

    [Test]
    public void Two_channels_stay_two_channels()
    {
        using (IVoiceSink sink = new WavFolder(Folder).Open(1, Stereo))
        {
            sink.Skip(1);
            sink.Write([1, 3]);
        }
        byte[] file = File.ReadAllBytes(Path.Combine(Folder, "00000001.wav"));
        Assert.That(WavHeader.TryRead(file, out WavHeader header, out _));
        Assert.That((header.Channels, header.SampleRate, header.DataLength), Is.EqualTo((2, 16_000, 8L)));
        Assert.That(Read("00000001.wav"), Is.EqualTo(new short[] { 0, 2 }), "mixed to one for speaking");
    }

    [TestCase("ann", "ann-00000001.wav")]
    [TestCase("../../etc/x", "_._.._etc_x-00000001.wav")]
    [TestCase("a b\n\u00e4", "a_b__-00000001.wav")]
    public void A_name_becomes_part_of_the_files_name_and_cannot_leave_the_folder(string name, string file)
    {
        using (IVoiceSink sink = new WavFolder(Folder).Open(1, AudioFormat.Pcmu))
        {
            sink.Write([5]);
            sink.Name(name);
            sink.Write([6]);
        }
        Assert.That(Directory.GetFiles(Folder).Select(Path.GetFileName), Is.EqualTo(new[] { file }));
        Assert.That(Read(file), Is.EqualTo(new short[] { 5, 6 }));
    }

    [Test]
    [Platform("Linux")]
    public void A_full_disk_is_one_message_that_names_the_file() =>
        Assert.That(() => new WavFile("/dev/full", AudioFormat.Pcmu), Throws.TypeOf<IOException>().With.Message.StartsWith("/dev/full: "));

    [Test]
    public void Samples_before_a_silence_that_cannot_be_written_stay_in_the_file()
    {
        string path = Path.Combine(Folder, "a.wav");
        using (WavFile file = new(path, AudioFormat.Pcmu))
        {
            file.Write(new byte[] { 1, 0, 2, 0 }, 0);
            Assert.That(() => file.Finish(long.MaxValue), Throws.TypeOf<IOException>().With.Message.StartsWith(path));
        }
        Assert.That(Read("a.wav"), Is.EqualTo(new short[] { 1, 2 }));
    }

    [Test]
    public void A_folder_that_is_gone_is_one_message_that_names_the_file()
    {
        WavFolder folder = new(Path.Combine(Folder, "out"));
        Directory.Delete(Path.Combine(Folder, "out"));
        Assert.That(() => folder.Open(1, AudioFormat.Pcmu),
            Throws.TypeOf<IOException>().With.Message.StartsWith(Path.Combine(Folder, "out", "00000001.wav: ")));
    }

    [Test]
    public void A_recording_that_rests_has_no_open_file_and_goes_on_after_silence()
    {
        using (IVoiceSink sink = new WavFolder(Folder).Open(1, AudioFormat.Pcmu))
        {
            sink.Write([5]);
            sink.Rest();
            Assert.That(Read("00000001.wav"), Is.EqualTo(new short[] { 5 }));
            if (OperatingSystem.IsLinux())
                Assert.That(OpenFiles(), Has.None.EqualTo(Path.Combine(Folder, "00000001.wav")));
            sink.Name("ann");
            sink.Skip(2);
            sink.Write([6]);
        }
        Assert.That(Read("ann-00000001.wav"), Is.EqualTo(new short[] { 5, 0, 0, 6 }));
    }

    [Test]
    public void Files_that_exist_are_kept()
    {
        for (short sample = 1; sample <= 3; sample++)
        {
            using IVoiceSink sink = new WavFolder(Folder).Open(1, AudioFormat.Pcmu);
            sink.Name("ann");
            sink.Write([sample]);
        }
        Assert.That(new[] { "ann-00000001.wav", "ann-00000001-2.wav", "ann-00000001-3.wav" }.Select(Read),
            Is.EqualTo(new[] { new short[] { 1 }, [2], [3] }));
    }

    [Test]
    public void A_full_file_is_continued_in_another_one_with_a_message()
    {
        List<string> notes = [];
        using (IVoiceSink sink = new WavFolder(Folder) { MaxDataBytes = 9, Notify = notes.Add }.Open(1, AudioFormat.Pcmu))
        {
            sink.Name("ann");
            sink.Write([1, 2, 3]);
            sink.Flush();
            sink.Write([4, 5, 6]);
            sink.Skip(9);
            sink.Write([7]);
        }
        string[] files = Enumerable.Range(1, 4).Select(i => i == 1 ? "ann-00000001.wav" : $"ann-00000001-{i}.wav").ToArray();
        Assert.That(files.Select(Read), Is.EqualTo(new short[][] { [1, 2, 3, 4], [5, 6, 0, 0], [0, 0, 0, 0], [0, 0, 0, 7] }));
        Assert.That(notes, Has.Count.EqualTo(3));
        Assert.That(notes[0], Is.EqualTo($"{Path.Combine(Folder, files[0])} is full; {Path.Combine(Folder, files[1])} continues it"));
    }

    [TestCase(4, TestName = "What_follows_the_samples_is_no_sample")]
    [TestCase(0, TestName = "Without_a_length_the_samples_reach_to_the_end")]
    public void The_length_of_the_data_counts(int dataLength)
    {
        byte[] file = [.. new byte[WavHeader.Length], 1, 0, 2, 0, (byte)'L', (byte)'I', (byte)'S', (byte)'T', 0, 0, 0, 0];
        WavHeader.Write(file, 8000, 1, dataLength);
        Assert.That(WavSpeech.Parse(file).Samples.Length, Is.EqualTo(dataLength > 0 ? 2 : 6));
    }

    [TestCase("no wav at all")]
    [TestCase("RIFF----WAVEfmt ")]
    public void What_is_no_wav_is_refused_with_the_name_of_the_file(string text)
    {
        string path = Path.Combine(Folder, "a.wav");
        File.WriteAllText(path, text);
        Assert.That(() => WavSpeech.Read(path), Throws.TypeOf<FormatException>().With.Message.StartsWith(path + ": "));
    }

    private static IEnumerable<string?> OpenFiles() => Directory.GetFiles("/proc/self/fd").Select(path => new FileInfo(path).LinkTarget);

    private short[] Read(string file)
    {
        Speech speech = WavSpeech.Read(Path.Combine(Folder, file));
        return speech.Samples.ToArray();
    }
}
