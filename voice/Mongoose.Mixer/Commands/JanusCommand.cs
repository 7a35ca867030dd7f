using System.CommandLine;
using Mongoose.Mixer.Addresses;
using Mongoose.Mixer.Janus;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Mixer.Commands;

/// <summary>The verb "janus": joins a room of a Janus AudioBridge to a mixer.</summary>
internal sealed class JanusCommand
{
    private const string Description = """
        Join a room of a Janus AudioBridge to a mixer: the mixer hears the room's mix, and the room hears the mixer. The room needs
        allow_rtp_participants = true in janus.plugin.audiobridge.jcfg.

        This program passes the audio between both, and keeps the room's session alive. Janus could send to the mixer's port directly, but chooses another
        port of its own with every join, and then a mixer would have to be configured again. So the mixer needs no more than a client port, for example
        { "name": "room", "port": 5010, "codec": "opus", "form": "mono" }, with the codec of this command; it learns the address.
        When the place in the room is lost, because Janus restarts, the room is destroyed or the participant is removed, this program joins again, at growing
        intervals of 1 to 30 s.

        Exit codes: 0 success, 1 runtime failure, 2 invalid command line, 3 Janus did not answer or refused, or the program was not in the room when --seconds
        were over, 105 interrupted.
        """;

    private readonly Argument<string> _url =
        new("url") { Description = "The address of Janus' HTTP API, for example http://127.0.0.1:8088/janus" };
    private readonly Argument<string> _room = new("room") { Description = "The room's id" };

    public Command Create() => MixerVerb.Create("janus", Description, new JanusOptions(), Run, _url, _room);

    private int Run(JanusOptions options, ParseResult parsed)
    {
        string url = parsed.GetValue(_url)!;
        if (!Uri.TryCreate(url, UriKind.Absolute, out Uri? address) || address.Scheme is not ("http" or "https"))
            throw new FormatException($"{url}: allowed are addresses such as http://127.0.0.1:8088/janus");
        InvocationConfiguration console = parsed.InvocationConfiguration;
        RoomOptions room = options.Room(parsed.GetValue(_room)!);
        using Interruption interruption = new(Interruption.Abort);
        using RealTimeLoop loop = new("janus");
        using RoomVisit visit = new(loop, address, room, Open(options, address, room, loop, console.Error), console);
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(interruption.Token);
        if (options.Length is { } length)
            end.CancelAfter(TimeSpan.FromSeconds(length.Seconds));
        if (!visit.Stay(end.Token))
            return ExitCode.NoPeer;
        if (interruption.Token.IsCancellationRequested)
            return ExitCode.Interrupted;
        return visit.IsInRoom
            ? ExitCode.Good
            : MixerCommand.Program.Fail(console.Error, $"not in room {room.Room} at the end", ExitCode.NoPeer);
    }

    private static RoomRelay Open(JanusOptions options, Uri address, RoomOptions room, RealTimeLoop loop, TextWriter error)
    {
        UdpAddress mixer = PeerAddress.Resolve(options.To), janus = PeerAddress.Resolve($"{address.Host}:{address.Port}");
        UdpAddress mixerSide = LocalAddress.Towards(mixer, options.Port), roomSide = LocalAddress.Towards(janus, options.RoomPort);
        AnswerWatch answers = new(options.To, line => MixerCommand.Program.Report(error, line));
        return loop.Invoke(() => new RoomRelay(loop, loop, mixer, mixerSide, roomSide, room, VoiceRules.SeedOf(options.Seed))
        {
            HeardMixer = count => answers.Check(count, RealTimeLoop.Clock),
            OtherPayloadType = sent => MixerCommand.Program.Report(error, PayloadTypeAdvice.Of(sent, room)),
        });
    }
}
