using System.Diagnostics;
using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Talkers;
using Mongoose.Mixer.Wav;
using Mongoose.Testbed.Janus;
using Mongoose.Tests.Mixer.Alignment;
using Mongoose.Tests.Testbed;

namespace Mongoose.Tests.Mixer.Commands;

[Category("Ffmpeg")]
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class FfmpegTests : InTemporaryDirectory
{
    private const string Program = "/usr/bin/ffmpeg";

    private Speech _speech;

    [SetUp]
    public void WriteSpeech()
    {
        if (!File.Exists(Program))
            Assert.Ignore("no ffmpeg: apt install ffmpeg");
        _speech = SampleSpeech.Create(3, 8000);
        WavFiles.Write(Path.Combine(Folder, "voice.wav"), _speech);
    }

    [TestCase("PCMU")]
    [TestCase("PCMA")]
    [TestCase("L16/16000")]
    [TestCase("opus")]
    public async Task Ffmpegs_speech_is_recorded_without_gaps_and_repeats(string codec)
    {
        int port = FreeUdpPorts.Take();
        string sending = Line(Sdp($"name=hall port={port} codec={codec}"), "ffmpeg -re");
        string folder = Path.Combine(Folder, "out");
        Task<Verb> listening = Task.Run(() => Verb.Run(new ListenCommand().Create(), folder, "--port", $"{port}", "--codec", codec, "--seconds", "6"));
        await RunShell(sending);
        Verb listened = await listening;
        Assert.That(listened.Code, Is.EqualTo(ExitCode.Good), listened.Error);
        Speech recorded = WavSpeech.Read(Directory.GetFiles(folder).Single());
        short[] same = RecordingResampling.Convert(recorded, 8000).Select(sample => (short)sample).ToArray();
        AlignedRecording aligned = AlignedRecording.Compare(_speech.Samples.Span, same, 8000);
        Assert.That((aligned.Repeats, aligned.Skips), Is.EqualTo((0, 0)), aligned + listened.Output);
        Assert.That(aligned.Found, Is.GreaterThan(0.95), aligned + listened.Output);
        TestContext.Out.WriteLine(aligned + listened.Output);
    }

    [TestCase("PCMU")]
    [TestCase("PCMA")]
    [TestCase("L16/48000")]
    [TestCase("L16/16000/2")]
    [TestCase("opus")]
    [TestCase("opus/48000/2")]
    public async Task Ffmpeg_records_what_is_spoken_by_the_printed_sdp(string codec)
    {
        int mixer = FreeUdpPorts.Take(), client = FreeUdpPorts.Take();
        Verb sdp = Verb.Run(new SdpCommand().Create(), "--peer", $"name=hall port={mixer} address=127.0.0.1:{client} codec={codec}", "--client", "hall");
        Assert.That(sdp.Code, Is.EqualTo(ExitCode.Good), sdp.Error);
        string file = Path.Combine(Folder, "hall.sdp"), output = Path.Combine(Folder, "out.wav");
        File.WriteAllText(file, sdp.Output);
        Task ffmpeg = RunShell($"ffmpeg -protocol_whitelist file,udp,rtp -i {file} -t 1.5 -ac 1 -ar 8000 {output}");
        await Task.Run(() => Verb.Run(new SpeakCommand().Create(),
            Path.Combine(Folder, "voice.wav"), "--to", $"127.0.0.1:{client}", "--codec", codec, "--loop", "--start-at", "0.3", "--seconds", "6"));
        await ffmpeg;
        Speech recorded = WavSpeech.Read(output);
        AlignedRecording aligned = AlignedRecording.Compare(recorded.Samples.Span[..8000], [.. _speech.Samples.Span, .. _speech.Samples.Span], 8000);
        Assert.That(aligned.Found, Is.GreaterThan(0.9), aligned.ToString());
    }

    private static string Sdp(string peer)
    {
        Verb sdp = Verb.Run(new SdpCommand().Create(), "--peer", peer);
        Assert.That(sdp.Code, Is.EqualTo(ExitCode.Good), sdp.Error);
        return sdp.Output;
    }

    private static string Line(string text, string start) => text.Split('\n').First(line => line.StartsWith(start, StringComparison.Ordinal)).Trim();

    private async Task RunShell(string command)
    {
        ProcessStartInfo start = new("/bin/sh", ["-c", $"exec {command.Replace("ffmpeg ", "ffmpeg -nostdin -y -loglevel error ")}"]) { WorkingDirectory = Folder, RedirectStandardError = true };
        using Process process = Process.Start(start)!;
        using CancellationTokenSource limit = new(TimeSpan.FromSeconds(30));
        try
        {
            string error = await process.StandardError.ReadToEndAsync(limit.Token);
            await process.WaitForExitAsync(limit.Token);
            Assert.That(process.ExitCode, Is.Zero, $"{command}\n{error}");
        }
        finally
        {
            if (!process.HasExited)
                process.Kill();
        }
    }
}
