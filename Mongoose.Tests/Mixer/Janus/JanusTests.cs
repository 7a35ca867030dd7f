using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Mongoose.Core.Units;
using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Janus;
using Mongoose.Mixer.Recordings;
using Mongoose.Mixer.Talkers;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Janus;
using Mongoose.Tests.Mixer.Commands;
using Mongoose.Tests.Mixer.Recordings;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Mixer.Janus;

/// <summary>
/// A real Janus. The tests wait more than they work, so they run beside each other, but not beside tests that keep the processors busy.
/// </summary>
[Category("Janus")]
[Platform("Linux")]
[Parallelizable(ParallelScope.Children)]
public sealed class JanusTests : InTemporaryDirectory
{
    private const string RoomOne = "room-1: { sampling_rate = 16000, allow_rtp_participants = true }";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private static RoomOptions Room(string id, AudioFormat format) => new() { Room = id, Format = format };

    [Test]
    public async Task Each_refusal_has_its_message()
    {
        using JanusServer janus = InstalledJanus.StartOrSkip(Folder,
            "room-2: { sampling_rate = 16000, allow_rtp_participants = true, pin = \"open\" }", "room-3: { sampling_rate = 16000 }");
        Assert.That(await Refusal(janus.Address, Room("1", AudioFormat.Pcmu)), Is.EqualTo("room 1: there is no such room"));
        Assert.That(await Refusal(janus.Address, Room("2", AudioFormat.Pcmu)), Is.EqualTo("room 2: the room has a pin: --pin"));
        Assert.That(await Refusal(janus.Address, Room("2", AudioFormat.Pcmu) with { Pin = "shut" }),
            Is.EqualTo("room 2: the pin is wrong"));
        Assert.That(await Refusal(janus.Address, Room("3", AudioFormat.Pcmu)), Does.Contain("allow_rtp_participants = true"));
        Assert.That(await Refusal(janus.Address, Room("hall", AudioFormat.Pcmu)), Does.Contain("positive integer"));
        Assert.That(await Refusal(new Uri(janus.Address, "/other"), Room("2", AudioFormat.Pcmu)), Does.Contain("HTTP status 404"));
        janus.Stop();
        Assert.That(await Refusal(janus.Address, Room("2", AudioFormat.Pcmu)), Does.StartWith($"Janus at {janus.Address}: "));
    }

    [TestCase("PCMU")]
    [TestCase("opus", Category = "Opus")]
    [Measured]
    public async Task Speech_passes_through_a_room_without_gaps(string codec)
    {
        AudioFormat.TryParse(codec, out AudioFormat format);
        using JanusServer janus = InstalledJanus.StartOrSkip(Folder, "room-1: { sampling_rate = 48000, allow_rtp_participants = true }");
        using RealTimeLoop loop = new("janus test");
        await using RoomGuest speaker = new(loop, janus.Address, Room("1", format)), listener = new(loop, janus.Address, Room("1", format));
        await Task.WhenAll(speaker.Joined, listener.Joined).WaitAsync(Patience);
        await AssertPasses(loop, speaker, listener, format);
    }

    [Test]
    [Measured]
    public async Task A_restart_of_Janus_costs_the_time_until_it_joins_again()
    {
        using JanusServer janus = InstalledJanus.StartOrSkip(Folder, RoomOne);
        using RealTimeLoop loop = new("janus test");
        await using RoomGuest speaker = new(loop, janus.Address, Room("1", AudioFormat.Pcmu)),
            listener = new(loop, janus.Address, Room("1", AudioFormat.Pcmu));
        await Task.WhenAll(speaker.Joined, listener.Joined).WaitAsync(Patience);
        janus.Stop();
        await Task.WhenAll(speaker.Lost, listener.Lost).WaitAsync(Patience);
        janus.Start();
        await Task.WhenAll(speaker.JoinedAgain, listener.JoinedAgain).WaitAsync(Patience);
        Assert.That(speaker.Reason, Does.StartWith($"Janus at {janus.Address}: "));
        await AssertPasses(loop, speaker, listener, AudioFormat.Pcmu);
    }

    [Test]
    public async Task A_participant_that_is_removed_joins_again_and_others_stay()
    {
        using JanusServer janus = InstalledJanus.StartOrSkip(Folder, RoomOne);
        using RealTimeLoop loop = new("janus test");
        using RoomAdministrator administrator = await RoomAdministrator.Create(janus.Address);
        await using RoomGuest removed = new(loop, janus.Address, Room("1", AudioFormat.Pcmu));
        await removed.Joined.WaitAsync(Patience);
        long[] ids = await administrator.WaitFor(1);
        await using RoomGuest other = new(loop, janus.Address, Room("1", AudioFormat.Pcmu));
        await other.Joined.WaitAsync(Patience);
        await administrator.Kick(ids[0]);
        await removed.Lost.WaitAsync(Patience);
        Assert.That(removed.Reason, Is.EqualTo("room 1: somebody removed the participant from it"));
        await removed.JoinedAgain.WaitAsync(Patience);
        await administrator.WaitFor(2);
        Assert.That(other.Lost.IsCompleted, Is.False, other.Reason);
        await administrator.KickAll();
        await other.JoinedAgain.WaitAsync(Patience);
        Assert.That(other.Reason, Is.EqualTo("room 1: somebody removed the participant from it"));
    }

    [Test]
    public async Task A_room_that_is_destroyed_is_joined_again_when_it_is_back()
    {
        using JanusServer janus = InstalledJanus.StartOrSkip(Folder, RoomOne);
        using RealTimeLoop loop = new("janus test");
        using RoomAdministrator administrator = await RoomAdministrator.Create(janus.Address);
        await using RoomGuest guest = new(loop, janus.Address, Room("1", AudioFormat.Pcmu));
        await guest.Joined.WaitAsync(Patience);
        await administrator.Destroy();
        await guest.Lost.WaitAsync(Patience);
        Assert.That(guest.Reason, Is.EqualTo("room 1: the room was destroyed"));
        await administrator.Create();
        await guest.JoinedAgain.WaitAsync(Patience);
    }

    [TestCase(false, ExitCode.Good)]
    [TestCase(true, ExitCode.NoPeer)]
    public async Task The_verb_has_exit_code_3_if_it_is_not_in_the_room_at_the_end(bool isDestroyed, int code)
    {
        using JanusServer janus = InstalledJanus.StartOrSkip(Folder, RoomOne);
        using RoomAdministrator administrator = await RoomAdministrator.Create(janus.Address);
        Task<Verb> running = Task.Run(() =>
            Verb.Run(new JanusCommand().Create(), $"{janus.Address}", "1", "--to", $"127.0.0.1:{FreeUdpPorts.Take()}", "--codec", "PCMU",
            "--seconds", "8"));
        await administrator.WaitFor(1);
        await (isDestroyed ? administrator.Destroy() : administrator.KickAll());
        Verb verb = await running;
        Assert.That(verb.Code, Is.EqualTo(code), verb.Output + verb.Error);
        Assert.That(verb.Error, Does.StartWith("mongoose-mixer: room 1: ").And.Contain("; joining again in 1 s"));
        Assert.That(verb.Error.Contains("mongoose-mixer: not in room 1 at the end"), Is.EqualTo(isDestroyed));
    }

    [Test]
    public async Task The_verb_says_once_if_the_mixer_has_another_codec()
    {
        using JanusServer janus = InstalledJanus.StartOrSkip(Folder, RoomOne);
        using RoomAdministrator administrator = await RoomAdministrator.Create(janus.Address);
        using UdpClient mixer = new(new IPEndPoint(IPAddress.Loopback, 0));
        string to = $"{mixer.Client.LocalEndPoint}", port = $"{FreeUdpPorts.Take()}";
        Task<Verb> running = Task.Run(() =>
            Verb.Run(new JanusCommand().Create(), $"{janus.Address}", "1", "--to", to, "--port", port, "--codec", "PCMA", "--seconds",
            "4"));
        await administrator.WaitFor(1);
        byte[] packet = new byte[172];
        for (ushort number = 0; number < 3; number++)
        {
            RtpPacket.Write(packet, new RtpHeader(0, false, number, number * 160u, 9), [], new byte[160]);
            await mixer.SendAsync(packet, "127.0.0.1", int.Parse(port, CultureInfo.InvariantCulture));
        }
        Verb verb = await running;
        Assert.That((verb.Code, verb.Error), Is.EqualTo((ExitCode.Good,
            $"mongoose-mixer: the mixer sends payload type 0, not 8, and the room does not hear it: "
                + $"give --codec PCMU{Environment.NewLine}")));
        Assert.That(verb.Output, Does.Contain("passed 0 packets to the room").And.Contain("dropped 3 of another payload type"));
    }

    /// <summary>Asserts that speech passes from one guest to the other.</summary>
    private static async Task AssertPasses(RealTimeLoop loop, RoomGuest speaker, RoomGuest listener, AudioFormat format)
    {
        MemoryStore store = new();
        Speech speech = SampleSpeech.Create(4, 8000);
        RecorderOptions options = new() { Local = listener.Mixer, To = listener.MixerSide, Format = format };
        using TalkerPort port = loop.Invoke(() => new TalkerPort(loop, loop, speaker.Mixer, speaker.MixerSide));
        using Recorder recorder = loop.Invoke(() => new Recorder(loop, loop, options, store));
        loop.Invoke(recorder.Start);
        loop.Invoke(port.Add(speech, new TalkerOptions { Name = "ann", Format = format, StartsAfter = Duration.FromSeconds(0.5) }).Start);
        await Task.Delay(TimeSpan.FromSeconds(5.5));
        loop.Invoke(recorder.Stop);
        loop.Invoke(port.Dispose);

        RecordedSource heard = loop.Invoke(() => recorder.Sources).Single();
        Assert.That(heard.Name, Is.EqualTo("room-1"));
        AlignedRecording aligned = AlignedRecording.Compare(speech.Samples.Span,
            Heard.At(8000, new Speech(store.Sinks[heard.Ssrc].Samples, format.SampleRate)), 8000);
        TestContext.Out.WriteLine(aligned);
        Assert.That(aligned.Found, Is.GreaterThan(0.9), aligned.ToString());
    }

    private static async Task<string> Refusal(Uri address, RoomOptions room)
    {
        using CancellationTokenSource limit = new(Patience);
        try
        {
            await new RoomMembership(address, room, UdpAddress.Loopback(9)) { Joined = place => limit.Cancel() }.RunAsync(limit.Token);
            return "joined, or no answer";
        }
        catch (JanusException exception)
        {
            return exception.Message;
        }
    }
}
