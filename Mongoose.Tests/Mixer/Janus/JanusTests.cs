using Mongoose.Core.Units;
using Mongoose.Mixer.Janus;
using Mongoose.Mixer.Recordings;
using Mongoose.Mixer.Talkers;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Janus;
using Mongoose.Tests.Mixer.Alignment;
using Mongoose.Tests.Mixer.Recordings;
using Mongoose.Tests.Testbed;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Mixer.Janus;

[Category("Janus")]
[Platform("Linux")]
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class JanusTests : InTemporaryDirectory
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private static RoomOptions Room(string id, AudioFormat format) => new() { Room = id, Format = format };

    [Test]
    public async Task Each_refusal_has_its_message()
    {
        using JanusServer janus = InstalledJanus.StartOrSkip(Folder,
            "room-2: { sampling_rate = 16000, allow_rtp_participants = true, pin = \"open\" }", "room-3: { sampling_rate = 16000 }");
        Assert.That(await Refusal(janus.Address, Room("1", AudioFormat.Pcmu)), Is.EqualTo("room 1: there is no such room"));
        Assert.That(await Refusal(janus.Address, Room("2", AudioFormat.Pcmu)), Is.EqualTo("room 2: the room has a pin: --pin"));
        Assert.That(await Refusal(janus.Address, Room("2", AudioFormat.Pcmu) with { Pin = "shut" }), Is.EqualTo("room 2: the pin is wrong"));
        Assert.That(await Refusal(janus.Address, Room("3", AudioFormat.Pcmu)), Does.Contain("allow_rtp_participants = true"));
        Assert.That(await Refusal(janus.Address, Room("hall", AudioFormat.Pcmu)), Does.Contain("positive integer"));
        Assert.That(await Refusal(new Uri(janus.Address, "/other"), Room("2", AudioFormat.Pcmu)), Does.Contain("HTTP status 404"));
        janus.Stop();
        Assert.That(await Refusal(janus.Address, Room("2", AudioFormat.Pcmu)), Does.StartWith($"Janus at {janus.Address}: "));
    }

    [TestCase("PCMU")]
    [TestCase("opus")]
    public async Task Speech_passes_through_a_room_without_gaps(string codec)
    {
        AudioFormat.TryParse(codec, out AudioFormat format);
        using JanusServer janus = InstalledJanus.StartOrSkip(Folder, "room-1: { sampling_rate = 48000, allow_rtp_participants = true }");
        using RealTimeLoop loop = new("janus test");
        await using RoomGuest speaker = new(loop, janus.Address, Room("1", format)), listener = new(loop, janus.Address, Room("1", format));
        MemoryStore store = new();
        Speech speech = SampleSpeech.Create(4, 8000);
        using TalkerPort port = loop.Invoke(() => new TalkerPort(loop, loop, speaker.Mixer, speaker.MixerSide));
        using Recorder recorder = loop.Invoke(() => new Recorder(loop, loop, new RecorderOptions { Local = listener.Mixer, To = listener.MixerSide, Format = format }, store));
        loop.Invoke(recorder.Start);
        await speaker.Joined.WaitAsync(Patience);
        await listener.Joined.WaitAsync(Patience);
        loop.Invoke(port.Add(speech, new TalkerOptions { Name = "ann", Format = format, StartsAfter = Duration.FromSeconds(0.5) }).Start);
        await Task.Delay(TimeSpan.FromSeconds(5.5));
        loop.Invoke(recorder.Stop);
        loop.Invoke(port.Dispose);

        RecordedSource heard = loop.Invoke(() => recorder.Sources).Single();
        Assert.That(heard.Name, Is.EqualTo("room-1"));
        short[] recorded = RecordingResampling.Convert(new Speech(store.Sinks[heard.Ssrc].Samples, format.SampleRate), 8000).Select(sample => (short)sample).ToArray();
        AlignedRecording aligned = AlignedRecording.Compare(speech.Samples.Span, recorded, 8000);
        Assert.That(aligned.Found, Is.GreaterThan(0.9), aligned.ToString());
        TestContext.Out.WriteLine(aligned);
    }

    [Test]
    public async Task A_restart_of_Janus_costs_the_time_until_it_joins_again()
    {
        using JanusServer janus = InstalledJanus.StartOrSkip(Folder, "room-1: { sampling_rate = 16000, allow_rtp_participants = true }");
        using RealTimeLoop loop = new("janus test");
        await using RoomGuest guest = new(loop, janus.Address, Room("1", AudioFormat.Pcmu));
        await guest.Joined.WaitAsync(Patience);
        janus.Stop();
        await guest.Lost.WaitAsync(Patience);
        janus.Start();
        await guest.JoinedAgain.WaitAsync(Patience);
        Assert.That(guest.Reason, Does.StartWith($"Janus at {janus.Address}: "));
    }

    private static async Task<string> Refusal(Uri address, RoomOptions room)
    {
        using CancellationTokenSource limit = new(Patience);
        try
        {
            await new RoomMembership(address, room, UdpAddress.Loopback(9)) { Joined = place => limit.Cancel() }.Run(limit.Token);
            return "joined, or no answer";
        }
        catch (JanusException exception)
        {
            return exception.Message;
        }
    }
}
