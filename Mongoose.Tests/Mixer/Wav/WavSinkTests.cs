using Mongoose.Mixer.Recordings;
using Mongoose.Mixer.Talkers;
using Mongoose.Mixer.Wav;
using Mongoose.Tests.Testbed;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Mixer.Wav;

[Parallelizable(ParallelScope.All)]
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
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
    public void A_full_disk_is_one_message_that_names_the_file()
    {
        string path = Path.Combine(Folder, "00000001.wav");
        File.CreateSymbolicLink(path, "/dev/full");
        Assert.That(() => new WavFolder(Folder).Open(1, AudioFormat.Pcmu), Throws.TypeOf<IOException>().With.Message.StartsWith(path));
    }

    [TestCase("no wav at all")]
    [TestCase("RIFF----WAVEfmt ")]
    public void What_is_no_wav_is_refused_with_the_name_of_the_file(string text)
    {
        string path = Path.Combine(Folder, "a.wav");
        File.WriteAllText(path, text);
        Assert.That(() => WavSpeech.Read(path), Throws.TypeOf<FormatException>().With.Message.StartsWith(path + ": "));
    }

    private short[] Read(string file)
    {
        Speech speech = WavSpeech.Read(Path.Combine(Folder, file));
        return speech.Samples.ToArray();
    }
}
