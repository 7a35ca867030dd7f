using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Mongoose.Mixer.Talkers;
using Mongoose.Mixer.Wav;
using Mongoose.Testbed.Janus;
using Mongoose.Tests.Mixer.Commands;

namespace Mongoose.Tests.Mixer.EndToEnd;

/// <summary>What is recorded survives the end of the program, whatever it is.</summary>
[Platform("Linux")]
[Slow("speeches take their time: real mixers, clients and audio")]
public sealed class RecordingFaultTests : InTemporaryDirectory
{
    private const string Recordings = "out";

    private readonly Speech _speech = SampleSpeech.Create(60, 8000);
    private readonly int _port = FreeUdpPorts.Take();

    [Test]
    public async Task Ctrl_C_ends_speaker_and_listener_with_all_that_was_recorded()
    {
        using ProgramProcess listener = await Listen(), speaker = Speak();
        await WaitForFile(100_000);
        (int code, string output, string[] errors) = await MixerProcess.Interrupt(speaker);
        Assert.That((code, errors),
            Is.EqualTo((ExitCode.Interrupted, new[] { $"mongoose-mixer: nothing came back from 127.0.0.1:{_port}" })), output);
        int spoken = Packets(output);
        (code, output, errors) = await MixerProcess.Interrupt(listener);
        Assert.That((code, errors), Is.EqualTo((ExitCode.Interrupted, Array.Empty<string>())), output);
        Assert.That(Packets(output), Is.EqualTo(spoken), output);
        AssertReadable(0.02 * spoken - 0.01);
    }

    [Test]
    public async Task Ctrl_C_ends_a_mixer_with_its_results()
    {
        using ProgramProcess mixer = MixerProcess.Start(Folder, "run", "--peer", $"name=alice port={_port}", "--json", "result.json");
        await UdpPorts.WaitUntilOpen(_port);
        (int code, string output, string[] errors) = await MixerProcess.Interrupt(mixer);
        Assert.That((code, errors), Is.EqualTo((ExitCode.Interrupted, Array.Empty<string>())), output);
        Assert.That(File.ReadAllText(Path.Combine(Folder, "result.json")), Does.Contain("\"interrupted\": true"));
    }

    [Test]
    public async Task A_listener_that_is_killed_leaves_a_file_that_can_be_read()
    {
        using ProgramProcess listener = await Listen(), speaker = Speak();
        await WaitForFile(100_000);
        listener.Kill();
        AssertReadable(3);
    }

    [Test]
    public async Task A_full_disk_ends_a_recording_and_keeps_what_it_has()
    {
        HostProgram.SkipWithout("unshare", "mount");
        using (Process unshare = Process.Start(new ProcessStartInfo("unshare", ["-m", "true"]) { RedirectStandardError = true })!)
        {
            await unshare.WaitForExitAsync();
            if (unshare.ExitCode != 0)
                Assert.Ignore("no file system of its own: run the tests as root");
        }
        // A file system of 64 KiB in a name space of its own, which ends with the shell; then the files are copied out of it.
        const string Script =
            "mkdir small out && mount -t tmpfs -o size=64k none small && { \"$@\"; code=$?; cp small/* out; exit $code; }";
        using ProgramProcess listener =
            new(Folder, ["unshare", "-m", "sh", "-c", Script, "sh"], ["listen", "small", "--port", $"{_port}"], MixerProcess.Program);
        await UdpPorts.WaitUntilOpen(_port);
        using ProgramProcess speaker = Speak();
        (int code, string output, string[] errors) = await MixerProcess.Finish(listener);
        Assert.That(code, Is.EqualTo(ExitCode.Runtime), output);
        Assert.That(errors, Has.Length.EqualTo(1), string.Join('\n', errors));
        Assert.That(errors[0], Does.StartWith("mongoose-mixer: recording ended: small/").And.Contain("No space left"));
        AssertReadable(2);
    }

    private async Task<ProgramProcess> Listen()
    {
        ProgramProcess listener = MixerProcess.Start(Folder, "listen", Recordings, "--port", $"{_port}");
        await UdpPorts.WaitUntilOpen(_port);
        return listener;
    }

    private ProgramProcess Speak() =>
        MixerProcess.Start(Folder, "speak", WavFiles.Write(Path.Combine(Folder, "ann.wav"), _speech), "--to", $"127.0.0.1:{_port}");

    private Task WaitForFile(long bytes) => Wait.Until(
        () => Directory.Exists(Path.Combine(Folder, Recordings)) && Files.Sum(LengthOf) >= bytes,
        $"less than {bytes} bytes are recorded");

    /// <summary>0 for a file that has just got the name of its voice.</summary>
    private static long LengthOf(string file) => new FileInfo(file) is { Exists: true } found ? found.Length : 0;

    /// <summary>The packets of the voice in the text of "speak" or "listen".</summary>
    private static int Packets(string output) =>
        int.Parse(Regex.Match(output, @": (\d+) packets").Groups[1].Value, CultureInfo.InvariantCulture);

    private string[] Files => Directory.GetFiles(Path.Combine(Folder, Recordings));

    /// <summary>Asserts that the header counts samples that are in the file, and that the voice is in them.</summary>
    private void AssertReadable(double seconds)
    {
        Speech recorded = WavSpeech.Read(Files.Single());
        Assert.That(recorded.Length.Seconds, Is.GreaterThan(seconds));
        AlignedRecording heard = AlignedRecording.Compare(_speech.Samples.Span[..16_000], recorded.Samples.Span, 8000);
        Assert.That(heard.Found, Is.GreaterThan(0.5), heard.ToString());
    }
}
