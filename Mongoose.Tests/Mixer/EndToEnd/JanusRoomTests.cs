using Mongoose.Core.Units;
using Mongoose.Mixer.Janus;
using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Talkers;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Janus;
using Mongoose.Tests.Mixer.Janus;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.EndToEnd;

/// <summary>Rooms of Janus' AudioBridge and mixers.</summary>
[Category("Janus")]
[Platform("Linux")]
[Slow("speeches take their time: real mixers, a real Janus and audio")]
public sealed class JanusRoomTests : InTemporaryDirectory
{
    private const string Rooms = "sampling_rate = 16000, allow_rtp_participants = true";

    /// <summary>One of three equally loud voices has 0.57 of their mix.</summary>
    private const double OneOfThree = 0.35;

    /// <summary>Three encodings by Opus.</summary>
    private const double Encoded = 0.4;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [Test]
    [Measured]
    public async Task A_room_hears_all_who_speak_to_the_mixer()
    {
        using JanusServer janus = InstalledJanus.StartOrSkip(Folder, $"room-1: {{ {Rooms} }}");
        using RealTimeLoop loop = new("room test");
        PeerSettings room = TwoMixers.Client("room", "PCMU");
        PeerSettings[] clients = new[] { "ann", "ben", "cid" }.Select(name => TwoMixers.Client(name, "PCMU")).ToArray();
        using TwoMixers mixers = new(TwoMixers.Line, new PeerOptions(), clients, [room]);
        await using RoomGuest relay = new(loop, janus.Address, Room("1", AudioFormat.Pcmu), UdpAddress.Loopback(room.Port));
        await using RoomPerson person = new(loop, janus.Address, Room("1", AudioFormat.Pcmu));
        await Task.WhenAll(relay.Joined, person.Joined).WaitAsync(Patience);
        await mixers.WaitUntilOpen();
        Speech[] voices = clients.Select((_, i) => SampleSpeech.Create(4, 8000, i + 1)).ToArray();
        TalkerPort[] mouths = clients.Select((client, i) => Speak(loop, client, voices[i], i + 1)).ToArray();
        await Wait.Until(() => loop.Invoke(() => Array.TrueForAll(mouths, mouth => mouth.IsOver)), "the talkers still speak");
        await Task.Delay(TimeSpan.FromSeconds(1.5));
        loop.Invoke(() => Array.ForEach(mouths, mouth => mouth.Dispose()));
        foreach (Speech voice in voices)
        {
            AlignedRecording heard = person.HeardOf(voice, OneOfThree);
            TestContext.Out.WriteLine(heard);
            Assert.That(heard.Found, Is.GreaterThan(0.9), $"{heard}\n{mixers}");
        }
    }

    [Test]
    [Category("Opus")]
    [Measured]
    public async Task Two_rooms_hear_each_other_over_a_thin_line_and_nobody_hears_an_echo()
    {
        using TemporaryDirectory other = new();
        using JanusServer north = InstalledJanus.StartOrSkip(Folder, $"room-1: {{ {Rooms} }}"),
            south = InstalledJanus.StartOrSkip(other.Path, $"room-2: {{ {Rooms} }}");
        using RealTimeLoop loop = new("rooms test");
        PeerSettings northRoom = TwoMixers.Client("north-room", "opus"), southRoom = TwoMixers.Client("south-room", "opus");
        LinkOptions line = new() { Rate = DataRate.FromKilobitsPerSecond(200), Delay = Duration.FromMilliseconds(30) };
        using TwoMixers mixers = new(line, new PeerOptions { Codec = "opus" }, [northRoom], [southRoom]);
        await using RoomGuest northRelay = new(loop, north.Address, Room("1", AudioFormat.Opus), UdpAddress.Loopback(northRoom.Port));
        await using RoomGuest southRelay = new(loop, south.Address, Room("2", AudioFormat.Opus), UdpAddress.Loopback(southRoom.Port));
        await using RoomPerson ann = new(loop, north.Address, Room("1", AudioFormat.Opus)),
            ben = new(loop, south.Address, Room("2", AudioFormat.Opus));
        await Task.WhenAll(northRelay.Joined, southRelay.Joined, ann.Joined, ben.Joined).WaitAsync(Patience);
        await mixers.WaitUntilOpen();
        Speech anns = SampleSpeech.Create(4, 8000, 1), bens = SampleSpeech.Create(4, 8000, 2);
        ann.Say(anns, 1);
        ben.Say(bens, 2);
        await Wait.Until(() => ann.IsSilent && ben.IsSilent, "somebody still speaks");
        await Task.Delay(TimeSpan.FromSeconds(1.5));
        AssertHeard(ann.HeardOf(bens, Encoded), mixers);
        AssertHeard(ben.HeardOf(anns, Encoded), mixers);
        Assert.That(ann.HeardOf(anns, OneOfThree).Found, Is.LessThan(0.1), "Ann's echo");
        Assert.That(ben.HeardOf(bens, OneOfThree).Found, Is.LessThan(0.1), "Ben's echo");
    }

    private static void AssertHeard(AlignedRecording heard, TwoMixers mixers)
    {
        TestContext.Out.WriteLine(heard);
        Assert.That(heard.Found, Is.GreaterThan(0.9), $"{heard}\n{mixers}");
    }

    private static RoomOptions Room(string id, AudioFormat format) => new() { Room = id, Format = format };

    private static TalkerPort Speak(RealTimeLoop loop, PeerSettings client, Speech speech, int seed) => loop.Invoke(() =>
    {
        TalkerPort port = new(loop, loop, UdpAddress.Loopback(), UdpAddress.Loopback(client.Port));
        port.Add(speech, new TalkerOptions { Name = $"voice {seed}", Seed = seed }).Start();
        return port;
    });
}
