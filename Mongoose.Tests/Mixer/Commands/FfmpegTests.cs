using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Talkers;
using Mongoose.Mixer.Wav;
using Mongoose.Testbed.Janus;
using Mongoose.Tests.Mixer.EndToEnd;

namespace Mongoose.Tests.Mixer.Commands;

[Category("Ffmpeg")]
public sealed class FfmpegTests : InTemporaryDirectory
{
    private Speech _speech;

    [SetUp]
    public void WriteSpeech()
    {
        HostProgram.SkipWithout("ffmpeg");
        _speech = SampleSpeech.Create(3, 8000);
        WavFiles.Write(Path.Combine(Folder, "voice.wav"), _speech);
    }

    [TestCase("PCMU")]
    [TestCase("PCMA")]
    [TestCase("L16/16000")]
    [TestCase("opus", Category = "Opus")]
    [Measured]
    public async Task Ffmpegs_speech_is_recorded_without_gaps_and_repeats(string codec)
    {
        int port = FreeUdpPorts.Take();
        string sending = Line(Sdp($"name=hall port={port} codec={codec}"), "ffmpeg -re");
        string folder = Path.Combine(Folder, "out");
        Task<Verb> listening =
            Task.Run(() => Verb.Run(new ListenCommand().Create(), folder, "--port", $"{port}", "--codec", codec, "--seconds", "6"));
        await UdpPorts.WaitUntilOpen(port);
        using (Tool ffmpeg = Tool.Start(Folder, sending))
            await ffmpeg.Finish();
        Verb listened = await listening;
        Assert.That(listened.Code, Is.EqualTo(ExitCode.Good), listened.Error);
        AlignedRecording aligned = Heard.In(_speech, Directory.GetFiles(folder).Single());
        TestContext.Out.WriteLine(aligned);
        Assert.That((aligned.Repeats, aligned.Skips), Is.EqualTo((0, 0)), aligned + listened.Output);
        Assert.That(aligned.Found, Is.GreaterThan(0.95), aligned + listened.Output);
    }

    [TestCase("PCMU")]
    [TestCase("PCMA")]
    [TestCase("L16/48000")]
    [TestCase("L16/16000/2")]
    [TestCase("opus", Category = "Opus")]
    [TestCase("opus/48000/2", Category = "Opus")]
    [Measured]
    public async Task Ffmpeg_records_what_is_spoken_by_the_printed_sdp(string codec)
    {
        int mixer = FreeUdpPorts.Take(), client = FreeUdpPorts.Take();
        string form = codec.EndsWith("/2", StringComparison.Ordinal) ? "stereo" : "mono";
        Verb sdp = Verb.Run(new SdpCommand().Create(), "--peer",
            $"name=hall port={mixer} address=127.0.0.1:{client} codec={codec} form={form}", "--client", "hall");
        Assert.That(sdp.Code, Is.EqualTo(ExitCode.Good), sdp.Error);
        string file = Path.Combine(Folder, "hall.sdp"), output = Path.Combine(Folder, "out.wav");
        File.WriteAllText(file, sdp.Output);
        using Tool ffmpeg = Tool.Start(Folder, $"ffmpeg -protocol_whitelist file,udp,rtp -i {file} -t 1.5 -ac 1 -ar 8000 {output}");
        await UdpPorts.WaitUntilOpen(client);
        await Task.Run(() => Verb.Run(new SpeakCommand().Create(),
            Path.Combine(Folder, "voice.wav"), "--to", $"127.0.0.1:{client}", "--codec", codec, "--loop", "--seconds", "4"));
        await ffmpeg.Finish();
        Speech recorded = WavSpeech.Read(output);
        AlignedRecording aligned =
            AlignedRecording.Compare(recorded.Samples.Span[..8000], [.. _speech.Samples.Span, .. _speech.Samples.Span], 8000);
        Assert.That(aligned.Found, Is.GreaterThan(0.9), aligned.ToString());
    }

    private static string Sdp(string peer)
    {
        Verb sdp = Verb.Run(new SdpCommand().Create(), "--peer", peer);
        Assert.That(sdp.Code, Is.EqualTo(ExitCode.Good), sdp.Error);
        return sdp.Output;
    }

    private static string Line(string text, string start) =>
        text.Split('\n').First(line => line.StartsWith(start, StringComparison.Ordinal)).Trim();
}
