using Mongoose.Mixer.Sdp;
using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Talkers;
using Mongoose.Tests.Mixer.Commands;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.EndToEnd;

/// <summary>A program speaks to one mixer, and another records at the mixer on the other side of the line.</summary>
[Platform("Linux")]
[Slow("speeches take their time: real mixers, clients and audio")]
public sealed class PassageTests : InTemporaryDirectory
{
    private const string Voice = "voice.wav", Recording = "heard.wav";

    /// <summary>
    /// Ffmpeg reads 256 ms of a WAV file with 8000 samples per second at a time, and sends them at once. The packets of 20 ms come in the
    /// same rhythm again after five of these bursts: only then does the playout buffer know the latest.
    /// </summary>
    private const double FfmpegSettles = 1.4;

    /// <summary>FFmpeg's clock is no exact one: a later burst may be the latest so far by a millisecond, and cost a frame more.</summary>
    private const int FfmpegRepeats = 1;

    private readonly Speech _speech = SampleSpeech.Create(5, 8000);

    [TestCase("PCMU")]
    [TestCase("L16/16000")]
    [TestCase("opus", Category = "Opus")]
    [Category("Ffmpeg")]
    [Measured]
    public async Task Ffmpeg_hears_all_that_ffmpeg_says(string codec)
    {
        HostProgram.SkipWithout("ffmpeg");
        (AlignedRecording heard, string figures) =
            await Passes(codec, "PCMU", session => ExampleCommands.FfmpegSending(session, Voice), RecordByFfmpeg, FfmpegSettles);
        Heard.AssertSeamless(heard, figures, FfmpegRepeats);
    }

    [Test]
    [Category("Gstreamer")]
    [Measured]
    public async Task Gstreamer_hears_gstreamer_without_gaps_and_repeats()
    {
        HostProgram.SkipWithout("gst-launch-1.0");
        (AlignedRecording heard, string figures) =
            await Passes("PCMU", "PCMU", session => ExampleCommands.GStreamerSending(session, Voice), RecordByGstreamer, 0);
        Heard.AssertSeamless(heard, figures);
    }

    [Test]
    [Category("Gstreamer")]
    [Category("Ffmpeg")]
    [Category("Opus")]
    [Measured]
    public async Task Gstreamer_hears_ffmpeg_by_opus()
    {
        HostProgram.SkipWithout("gst-launch-1.0", "ffmpeg");
        (AlignedRecording heard, string figures) =
            await Passes("opus", "PCMU", session => ExampleCommands.FfmpegSending(session, Voice), RecordByGstreamer, FfmpegSettles);
        Heard.AssertSeamless(heard, figures, FfmpegRepeats);
    }

    private async Task<(AlignedRecording, string)> Passes(string spoken, string recorded, Func<ClientSession, string> speaking,
        Func<ClientSession, Tool> recording, double from)
    {
        WavFiles.Write(Path.Combine(Folder, Voice), _speech);
        PeerSettings alice = TwoMixers.Client("alice", spoken), bob = TwoMixers.Client("bob", recorded, receives: true);
        using TwoMixers mixers = new(TwoMixers.Line, new PeerOptions { Codec = spoken }, [alice], [bob]);
        ClientSession bobs = Session(bob);
        using Tool recorder = recording(bobs);
        await UdpPorts.WaitUntilOpen(bobs.Client!.Value.Port);
        await mixers.WaitUntilOpen();
        using Tool speaker = Tool.Start(Folder, speaking(Session(alice)));
        await speaker.Finish();
        await Task.Delay(TimeSpan.FromSeconds(1));
        await recorder.Interrupt();
        return (Heard.In(_speech, Path.Combine(Folder, Recording), from), mixers.ToString());
    }

    private static ClientSession Session(PeerSettings client) => ClientSession.Of(client, new MixerSettings(), "127.0.0.1");

    private Tool RecordByFfmpeg(ClientSession session)
    {
        File.WriteAllText(Path.Combine(Folder, "bob.sdp"), session.Receiving);
        return Tool.Start(Folder,
            $"{ExampleCommands.FfmpegReceiving("bob.sdp")} {Recording}".Replace(" out.wav", "", StringComparison.Ordinal));
    }

    private Tool RecordByGstreamer(ClientSession session) => Tool.Start(Folder,
        $"gst-launch-1.0 -q -e udpsrc address=127.0.0.1 port={session.Client!.Value.Port} "
        + "caps='application/x-rtp,media=audio,encoding-name=PCMU,clock-rate=8000,payload=0' "
        + $"! rtpjitterbuffer ! rtppcmudepay ! mulawdec ! wavenc ! filesink location={Recording}");
}
