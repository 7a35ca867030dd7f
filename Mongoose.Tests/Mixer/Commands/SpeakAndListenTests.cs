using System.Text.Json;
using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Talkers;
using Mongoose.Testbed.Janus;
using Mongoose.Tests.Mixer.EndToEnd;

namespace Mongoose.Tests.Mixer.Commands;

public sealed class SpeakAndListenTests : InTemporaryDirectory
{
    [Test]
    [Measured]
    public async Task What_is_spoken_is_recorded_with_its_name()
    {
        Speech speech = SampleSpeech.Create(1.5, 22_050);
        string wav = WriteSpeech("ann.wav", speech), recordings = Path.Combine(Folder, "out");
        int speaker = FreeUdpPorts.Take(), listener = FreeUdpPorts.Take();
        Task<Verb> listening = Task.Run(() => Verb.Run(new ListenCommand().Create(),
            recordings, "--to", $"127.0.0.1:{speaker}", "--port", $"{listener}", "--codec", "L16/16000", "--seconds", "4", "--json", "-"));
        await UdpPorts.WaitUntilOpen(listener);
        Verb speaking = await Task.Run(() => Verb.Run(new SpeakCommand().Create(),
            wav, "--to", $"127.0.0.1:{listener}", "--port", $"{speaker}", "--codec", "L16/16000", "--start-at", "0.2"));
        Verb listened = await listening;
        Assert.That((speaking.Code, speaking.Error), Is.EqualTo((ExitCode.Good, "")));
        Assert.That((listened.Code, listened.Error), Is.EqualTo((ExitCode.Good, "")));
        JsonElement source = JsonDocument.Parse(listened.Output).RootElement.GetProperty("sources")[0];
        Assert.That(source.GetProperty("name").GetString(), Is.EqualTo("ann"));
        AlignedRecording aligned = Heard.In(speech, Directory.GetFiles(recordings, "ann-*.wav").Single());
        Assert.That((aligned.Found, aligned.Gaps, aligned.Repeats, aligned.Skips), Is.EqualTo((1.0, 0, 0, 0)), aligned.ToString());
    }

    [Test]
    public void Nobody_there_is_exit_code_3_with_a_message()
    {
        string wav = WriteSpeech("ann.wav", SampleSpeech.Create(0.1, 8000));
        int silent = FreeUdpPorts.Take();
        Verb speaking = Verb.Run(new SpeakCommand().Create(), wav, "--to", $"127.0.0.1:{silent}");
        Assert.That((speaking.Code, speaking.Error),
            Is.EqualTo((ExitCode.NoPeer, $"mongoose-mixer: nothing came back from 127.0.0.1:{silent}{Environment.NewLine}")));
        int port = FreeUdpPorts.Take();
        Verb listening =
            Verb.Run(new ListenCommand().Create(), Folder, "--to", $"127.0.0.1:{silent}", "--port", $"{port}", "--seconds", "0.2");
        Assert.That((listening.Code, listening.Error),
            Is.EqualTo(
            (ExitCode.NoPeer, $"mongoose-mixer: no voice was heard on 127.0.0.1:{port} from 127.0.0.1:{silent}{Environment.NewLine}")));
        Verb janus =
            Verb.Run(new JanusCommand().Create(), "http://127.0.0.1:9/janus", "1", "--to", $"127.0.0.1:{silent}", "--codec", "PCMU");
        Assert.That(janus.Code, Is.EqualTo(ExitCode.NoPeer));
        Assert.That(janus.Error, Does.StartWith("mongoose-mixer: Janus at http://127.0.0.1:9/janus: "));
    }

    [Test]
    [Slow("it waits for an answer in vain")]
    public async Task Nobody_there_is_said_while_it_runs()
    {
        string wav = WriteSpeech("ann.wav", SampleSpeech.Create(0.5, 8000)), silent = $"127.0.0.1:{FreeUdpPorts.Take()}";
        Task<Verb> speaking = Task.Run(() => Verb.Run(new SpeakCommand().Create(), wav, "--to", silent, "--loop", "--seconds", "12"));
        Verb listened = await Task.Run(() => Verb.Run(new ListenCommand().Create(), Folder, "--to", silent, "--seconds", "12"));
        Verb spoken = await speaking;
        string line = $"mongoose-mixer: nobody answers at {silent}: nothing has come from there for 10 s";
        Assert.That(spoken.Error.Split(Environment.NewLine),
            Is.EqualTo(new[] { line, $"mongoose-mixer: nothing came back from {silent}", "" }));
        Assert.That(listened.Error.Split(Environment.NewLine), Has.Length.EqualTo(3).And.ItemAt(0).EqualTo(line));
    }

    [Test]
    public void Two_speakers_have_different_ssrcs_unless_they_are_given_the_same_seed()
    {
        string wav = WriteSpeech("ann.wav", SampleSpeech.Create(0.05, 8000)), silent = $"127.0.0.1:{FreeUdpPorts.Take()}";
        Assert.That(Ssrc(), Is.Not.EqualTo(Ssrc()));
        Assert.That(Ssrc("--seed", "7"), Is.EqualTo(Ssrc("--seed", "7")).And.Not.EqualTo(Ssrc("--seed", "8")));

        string? Ssrc(params string[] seed) =>
            JsonDocument.Parse(Verb.Run(new SpeakCommand().Create(), [wav, "--to", silent, "--json", "-", .. seed]).Output)
            .RootElement.GetProperty("voices")[0].GetProperty("ssrc").GetString();
    }

    [TestCase("--to x:5000 --codec GSM", "--codec GSM: allowed are PCMU")]
    [TestCase("--to 127.0.0.1", "--to 127.0.0.1: allowed are")]
    [TestCase("--to 127.0.0.1:99999", "--to 127.0.0.1:99999: allowed are")]
    [TestCase("--to 127.0.0.1:5000 --frame-ms 15", "--frame-ms 15: allowed are 10, 20, 30, 40 and 60")]
    [TestCase("--to 127.0.0.1:5000 --seed 1000000001", "--seed 1000000001: allowed are 0 to 1000000000, whole numbers")]
    [TestCase("--to 127.0.0.1:5000 --seed -1", "--seed -1: allowed are 0 to 1000000000, whole numbers")]
    [TestCase("--to 127.0.0.1:5000 --name a --name b", "--name b: there are more names than files")]
    [TestCase("--to 127.0.0.1:5000 --payload-type 72", "--payload-type 72: allowed are 0 to 63 and 96 to 127")]
    [TestCase("--to 127.0.0.1:5000 --pause 1", "--pause 1: it needs --loop")]
    [TestCase("--to 127.0.0.1:5000 --bit-rate 64000", "--bit-rate 64000: PCMU has a fixed bit rate; it needs --codec opus")]
    [TestCase("--codec PCMA", "--to is missing")]
    public void A_wrong_option_is_refused_with_what_is_allowed(string options, string message)
    {
        Verb verb = Verb.Run(new SpeakCommand().Create(), [WriteSpeech("ann.wav", SampleSpeech.Create(0.1, 8000)), .. options.Split(' ')]);
        Assert.That(verb.Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(verb.Error, Does.Contain(message));
    }

    [Test]
    public void A_result_that_cannot_be_written_is_refused_before_anybody_speaks_or_records()
    {
        const string Message = "mongoose-mixer: cannot write /nonexistent/result.json: its directory does not exist";
        string wav = WriteSpeech("ann.wav", SampleSpeech.Create(0.1, 8000)), recordings = Path.Combine(Folder, "out");
        Verb speaking = Verb.Run(new SpeakCommand().Create(), wav, "--to", "127.0.0.1:5000", "--json", "/nonexistent/result.json");
        Assert.That((speaking.Code, speaking.Output), Is.EqualTo((ExitCode.Usage, "")));
        Assert.That(speaking.Error, Does.StartWith(Message));
        Verb listening = Verb.Run(new ListenCommand().Create(), recordings, "--to", "127.0.0.1:5000", "--json", "/nonexistent/result.json");
        Assert.That((listening.Code, listening.Output), Is.EqualTo((ExitCode.Usage, "")));
        Assert.That(listening.Error, Does.StartWith(Message));
        Assert.That(Directory.Exists(recordings), Is.False);
    }

    [Test]
    public void A_result_that_cannot_be_written_at_the_end_is_printed_all_the_same()
    {
        using StringWriter output = new();
        Assert.That(() => new ListenResult(1.5, 2, []).Write(output, "/nonexistent/result.json"), Throws.TypeOf<OutputException>());
        Assert.That(output.ToString(), Is.EqualTo("recorded: 1.5 s, 0 sources; 2 datagrams refused\n"));
    }

    [Test]
    [Platform("Linux")]
    public async Task All_addresses_of_the_host_are_listened_on_if_they_are_bound()
    {
        const string OtherAddress = "127.0.0.2";
        string wav = WriteSpeech("ann.wav", SampleSpeech.Create(0.5, 8000));
        foreach ((string[] bind, string place, int code) in new[] { (["--bind", "0.0.0.0"], "0.0.0.0", ExitCode.Good),
            (Array.Empty<string>(), "127.0.0.1", ExitCode.NoPeer) })
        {
            int port = FreeUdpPorts.Take();
            Task<Verb> listening =
                Task.Run(() => Verb.Run(new ListenCommand().Create(), [Folder, "--port", $"{port}", .. bind, "--seconds", "5"]));
            await UdpPorts.WaitUntilOpen(port);
            await Task.Run(() => Verb.Run(new SpeakCommand().Create(), wav, "--to", $"{OtherAddress}:{port}"));
            Verb listened = await listening;
            Assert.That(listened.Code, Is.EqualTo(code), listened.Output + listened.Error);
            Assert.That(listened.Error,
                Is.EqualTo(code == ExitCode.Good ? "" : $"mongoose-mixer: no voice was heard on {place}:{port}{Environment.NewLine}"));
        }
    }

    [Test]
    public void A_file_that_is_no_wav_is_refused()
    {
        string path = Path.Combine(Folder, "a.txt");
        File.WriteAllText(path, "text");
        Verb verb = Verb.Run(new SpeakCommand().Create(), path, "--to", "127.0.0.1:5000");
        Assert.That(verb.Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(verb.Error, Does.Contain($"{path}: not a WAV file"));
    }

    private string WriteSpeech(string file, Speech speech) => WavFiles.Write(Path.Combine(Folder, file), speech);
}
