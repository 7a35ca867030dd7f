using Mongoose.Core.Units;
using Mongoose.Mixer.Sdp;
using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Talkers;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.EndToEnd;

/// <summary>
/// Five voices over a line that carries three streams: one is always alone, two are always mixed, and one changes over whenever a pinned
/// one comes and goes.
/// </summary>
[Category("Ffmpeg")]
[Platform("Linux")]
[Slow("speeches take their time: real mixers, clients and audio")]
public sealed class ChangeOverTests : InTemporaryDirectory
{
    private const int Rate = 8000;
    private const double Seconds = 6;

    /// <summary>
    /// Five talkers begin at once: frames are late while the host compiles their codecs, and the playout buffers grow. The first
    /// change-over comes half a second after that.
    /// </summary>
    private const double Settles = 1.5;

    /// <summary>A voice that is three times as loud as four others has 0.83 of the recording.</summary>
    private const double Loud = 0.9, Low = 0.3, Matching = 0.5;

    private static readonly string[] Names = ["alone", "changing", "mixed", "quiet", "pinned"];

    [TestCase("PCMU", "alone")]
    [TestCase("PCMU", "mixed")]
    [TestCase("PCMU", "changing")]
    [TestCase("L16/8000", "changing")]
    [Measured]
    public async Task A_voice_is_whole_whether_it_is_alone_mixed_or_changes_over(string codec, string name)
    {
        (AlignedRecording heard, string figures) = await Record(codec, name, codec);
        Heard.AssertSeamless(heard, figures);
    }

    /// <summary>Opus codes a mix of voices less like its source than a voice alone, so some windows are not found. None may move.</summary>
    [Category("Opus")]
    [Measured]
    public async Task A_trunk_of_Opus_does_not_move_a_voice_that_changes_over([Values("opus", "PCMU")] string spoken)
    {
        (AlignedRecording heard, string figures) = await Record(spoken, "changing", "opus");
        TestContext.Out.WriteLine(heard);
        heard = heard with { Tolerance = Rate / 1000 };
        Assert.That((heard.Repeats, heard.Skips), Is.EqualTo((0, 0)), $"{heard}\n{figures}");
        Assert.That(heard.Found, Is.GreaterThan(0.85), $"{heard}\n{figures}");
    }

    /// <summary>Lets all speak and ffmpeg record; the pinned voice speaks for a second and pauses for one, again and again.</summary>
    private async Task<(AlignedRecording, string)> Record(string codec, string loud, string trunkCodec)
    {
        Speech[] voices = Names.Select((name, i) => SampleSpeech.Create(Seconds, Rate, i + 1, name == loud ? Loud : Low)).ToArray();
        HostProgram.SkipWithout("ffmpeg");
        AudioFormat.TryParse(codec, out AudioFormat format);
        PeerSettings[] clients = Names.Select(name => TwoMixers.Client(name, codec)).ToArray();
        PeerSettings listener = TwoMixers.Client("listener", "L16/16000", receives: true);
        PeerOptions trunk = new() { Codec = trunkCodec, Rule = "fixed", MaxStreams = 3 };
        SourceOptions[] sources =
        [
            new() { Name = "alone", IsPinned = true }, new() { Name = "changing", Score = 30 }, new() { Name = "pinned", IsPinned = true },
        ];
        using TwoMixers mixers = new(TwoMixers.Line, trunk, clients, [listener], sources);
        ClientSession session = ClientSession.Of(listener, new MixerSettings(), "127.0.0.1");
        File.WriteAllText(Path.Combine(Folder, "listener.sdp"), session.Receiving);
        using Tool recorder = Tool.Start(Folder, "ffmpeg -protocol_whitelist file,udp,rtp -i listener.sdp heard.wav");
        await UdpPorts.WaitUntilOpen(session.Client!.Value.Port);
        await mixers.WaitUntilOpen();
        using RealTimeLoop loop = new("talkers");
        TalkerPort[] ports = clients.Select((client, i) => Speak(loop, client, voices[i], format, i)).ToArray();
        SortedSet<int> alone = [];
        await Wait.Until(() =>
        {
            alone.Add(mixers.NorthsTrunk.Alone * 10 + mixers.NorthsTrunk.Mixed);
            return loop.Invoke(() => Array.TrueForAll(ports[..4], port => port.IsOver));
        }, "the talkers still speak");
        await Task.Delay(TimeSpan.FromSeconds(1));
        loop.Invoke(() => Array.ForEach(ports, port => port.Dispose()));
        await recorder.Interrupt();
        Assert.That(alone, Is.SupersetOf(new[] { 22, 23 }), "alone and mixed");
        return (Heard.In(voices[Array.IndexOf(Names, loud)], Path.Combine(Folder, "heard.wav"), Settles, Matching), mixers.ToString());
    }

    private static TalkerPort Speak(RealTimeLoop loop, PeerSettings client, Speech speech, AudioFormat format,
        int index) => loop.Invoke(() =>
    {
        TalkerPort port = new(loop, loop, UdpAddress.Loopback(), UdpAddress.Loopback(client.Port));
        bool isPinned = Names[index] == "pinned";
        port.Add(isPinned ? speech with { Samples = speech.Samples[..Rate] } : speech, new TalkerOptions
        {
            Name = Names[index],
            Format = format,
            Seed = index + 1,
            StartsAfter = Duration.FromSeconds(isPinned ? Settles + 0.5 : 0),
            IsLooping = isPinned,
            Pause = Duration.FromSeconds(1),
        }).Start();
        return port;
    });
}
