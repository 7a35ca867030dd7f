using System.Net;
using System.Net.Sockets;
using Mongoose.Mixer.Talkers;
using Mongoose.Testbed.Janus;
using Mongoose.Tests.Mixer.Commands;

namespace Mongoose.Tests.Mixer.EndToEnd;

/// <summary>What users get wrong, and what hosts lack: one clear message each, and the exit code of the program's help.</summary>
[Platform("Linux")]
[Slow("speeches take their time: real mixers, clients and audio")]
public sealed class FaultTests : InTemporaryDirectory
{
    private static readonly Speech Short = SampleSpeech.Create(0.5, 8000);

    [Test]
    public async Task A_port_that_another_program_has()
    {
        using Socket other = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        other.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        string port = $"{((IPEndPoint)other.LocalEndPoint!).Port}";
        await Fails(ExitCode.Runtime, $"alice: UDP port 127.0.0.1:{port}: ", "run", "--peer", $"name=alice port={port}");
        await Fails(ExitCode.Runtime, $"UDP port 127.0.0.1:{port}: ", "listen", "out", "--port", port);
    }

    [Test]
    public async Task A_name_that_nobody_has()
    {
        string file = WavFiles.Write(Path.Combine(Folder, "a.wav"), Short), port = $"{FreeUdpPorts.Take()}";
        await Fails(ExitCode.Runtime, "alice: nobody.invalid cannot be resolved: ", "run", "--peer",
            $"name=alice port={port} address=nobody.invalid:5002");
        await Fails(ExitCode.Runtime, "nobody.invalid cannot be resolved: ", "speak", file, "--to", "nobody.invalid:5002");
    }

    [Test]
    public Task An_unknown_codec() =>
        Fails(ExitCode.Usage, "--peer 1 codec: allowed are PCMU, ", "run", "--peer", "name=alice port=5002 codec=mp3");

    [Test]
    public async Task A_host_without_libopus_has_Opus_and_says_what_would_be_faster()
    {
        // The loader finds this file first, and cannot load it.
        File.WriteAllText(Path.Combine(Folder, "libopus.so.0"), "");
        string[] starter = ["env", $"LD_LIBRARY_PATH={Folder}"];
        // A mixer that has just started compiles Concentus before it answers.
        string file = WavFiles.Write(Path.Combine(Folder, "a.wav"), SampleSpeech.Create(8, 8000));
        int port = FreeUdpPorts.Take();
        string[] run = ["run", "--peer", $"name=alice port={port} codec=opus"];
        (int code, string output, string[] errors) = await MixerProcess.Run(Folder, starter, [.. run, "--dry-run"]);
        Assert.That((code, errors.Length), Is.EqualTo((ExitCode.Good, 1)), string.Join('\n', errors));
        Assert.That(errors[0], Does.StartWith("mongoose-mixer: note: Opus by Concentus ").And.EndWith("apt install libopus0"));
        Assert.That(output, Does.Match(@"^mixer: 1 peer, .*, Opus by Concentus \d"));
        using ProgramProcess mixer = new(Folder, starter, [.. run, "--seconds", "20", "--quiet"], MixerProcess.Program);
        await UdpPorts.WaitUntilOpen(port);
        (code, _, errors) = await MixerProcess.Run(Folder, starter, "speak", file, "--to", $"127.0.0.1:{port}", "--codec", "opus");
        Assert.That(code, Is.EqualTo(ExitCode.Good), string.Join('\n', errors));
    }

    /// <summary>From what .NET needs to start to what a mixer needs.</summary>
    [Test]
    public async Task A_host_with_any_number_of_file_descriptors_has_no_stack_trace([Range(60, 100, 4)] int descriptors)
    {
        string[] starter = ["sh", "-c", $"ulimit -n {descriptors}; exec \"$@\"", "sh"];
        (int code, _, string[] errors) = await MixerProcess.Run(Folder, starter, "run", "--peer", $"name=alice port={FreeUdpPorts.Take()}",
            "--seconds", "1", "--quiet");
        Assert.That(code, Is.EqualTo(ExitCode.Runtime).Or.EqualTo(ExitCode.NoPeer));
        Assert.That(errors, Has.Length.LessThanOrEqualTo(1), string.Join('\n', errors));
    }

    [TestCase("pcm_u8")]
    [TestCase("pcm_f32le")]
    [TestCase("pcm_s24le")]
    [Category("Ffmpeg")]
    public async Task A_wav_file_with_other_samples(string codec)
    {
        HostProgram.SkipWithout("ffmpeg");
        WavFiles.Write(Path.Combine(Folder, "a.wav"), Short);
        using (Tool ffmpeg = Tool.Start(Folder, $"ffmpeg -i a.wav -c:a {codec} other.wav"))
            await ffmpeg.Finish();
        await Fails(ExitCode.Usage, "other.wav: ", "speak", "other.wav", "--to", "127.0.0.1:5002");
    }

    [Test]
    public async Task A_file_that_is_no_json()
    {
        File.WriteAllText(Path.Combine(Folder, "mixer.json"), "{ \"peers\": [ { \"name\": \"a\", ");
        await Fails(ExitCode.Usage, "mixer.json: line 1, column ", "run", "mixer.json");
    }

    [Test]
    public async Task Nobody_there_and_a_crossed_threshold()
    {
        string port = $"{FreeUdpPorts.Take()}";
        (int code, _, string[] errors) =
            await MixerProcess.Run(Folder, [], "run", "--peer", $"name=alice port={port}", "--seconds", "1", "--quiet");
        Assert.That(code, Is.EqualTo(ExitCode.NoPeer), string.Join('\n', errors));
        string file = WavFiles.Write(Path.Combine(Folder, "a.wav"), SampleSpeech.Create(30, 8000));
        using ProgramProcess speaker = MixerProcess.Start(Folder, "speak", file, "--to", $"127.0.0.1:{port}");
        (code, _, errors) = await MixerProcess.Run(Folder, [], "run", "--peer", $"name=alice port={port}", "--seconds", "3", "--quiet",
            "--fail-if", "received_kbps>0");
        Assert.That(code, Is.EqualTo(ExitCode.Threshold), string.Join('\n', errors));
    }

    private Task Fails(int code, string message, params string[] arguments) => FailsWith(code, message, [], arguments);

    private async Task FailsWith(int code, string message, string[] starter, string[] arguments)
    {
        (int found, _, string[] errors) = await MixerProcess.Run(Folder, starter, arguments);
        string said = string.Join('\n', errors);
        Assert.That(found, Is.EqualTo(code), said);
        string[] help = code == ExitCode.Usage ? ["mongoose-mixer: --help shows all options"] : [];
        Assert.That(errors[1..], Is.EqualTo(help), said);
        Assert.That(errors[0], Does.StartWith("mongoose-mixer: ").And.Contain(message));
    }
}
