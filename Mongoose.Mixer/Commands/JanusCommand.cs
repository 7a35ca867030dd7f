using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Mixer.Addresses;
using Mongoose.Mixer.Janus;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;

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
        When the session is lost, for example because Janus restarts, it joins again, at growing intervals of 1 to 30 s.

        Exit code 3 if Janus does not answer or refuses.
        """;

    private readonly Argument<string> _url = new("url") { Description = "The address of Janus' HTTP API, for example http://127.0.0.1:8088/janus" };
    private readonly Argument<string> _room = new("room") { Description = "The room's id" };
    private readonly Option<string?> _to = VoiceOptions.Address("--to", "The mixer's client port", true);
    private readonly Option<int> _port = VoiceOptions.RangedPort("--port", "The local port towards the mixer; 0 for a free one");
    private readonly Option<int> _roomPort = VoiceOptions.RangedPort("--room-port", "The local port towards Janus; 0 for a free one");
    private readonly Option<AudioFormat> _codec = VoiceOptions.Codec(AudioFormat.Opus, "The codec", AudioCodec.Opus, AudioCodec.Pcmu, AudioCodec.Pcma);
    private readonly Option<int?> _payloadType = VoiceOptions.PayloadType("0 for PCMU, 8 for PCMA, else 97");
    private readonly Option<string?> _pin = new("--pin") { Description = "The room's pin", HelpName = "text" };
    private readonly Option<string?> _secret = new("--secret") { Description = "The secret of Janus' API (api_secret in janus.jcfg)", HelpName = "text" };
    private readonly Option<string> _display = new("--display") { Description = "The name that participants see", HelpName = "name", DefaultValueFactory = _ => "mongoose-mixer" };
    private readonly Option<double> _seconds = RangedOption.Number("--seconds", "Leave after this time; 0: by Ctrl-C", "s", 0, 0.1, 1e6, orZero: true);
    private readonly Option<int?> _seed = VoiceOptions.Seed("Makes SSRCs");

    public Command Create()
    {
        Command command = new("janus", Description) { _url, _room };
        foreach (Option option in (Option[])[_to, _port, _roomPort, _codec, _payloadType, _pin, _secret, _display, _seconds, _seed])
            command.Options.Add(option);
        command.SetAction(parsed => VoiceRun.Guarded(parsed, () => Run(parsed)));
        return command;
    }

    private int Run(ParseResult parsed)
    {
        string url = parsed.GetValue(_url)!;
        if (!Uri.TryCreate(url, UriKind.Absolute, out Uri? address) || address.Scheme is not ("http" or "https"))
            throw new FormatException($"{url}: allowed are addresses such as http://127.0.0.1:8088/janus");
        RoomOptions room = Room(parsed);
        UdpAddress mixer = PeerAddress.Resolve(parsed.GetValue(_to)!);
        UdpAddress janus = PeerAddress.Resolve($"{address.Host}:{address.Port}");
        using Interruption interruption = new();
        using RealTimeLoop loop = new("janus");
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(interruption.Token);
        if (parsed.GetValue(_seconds) is > 0 and var seconds)
            end.CancelAfter(TimeSpan.FromSeconds(seconds));
        RoomRelay relay = loop.Invoke(() => new RoomRelay(loop, loop, mixer, LocalAddress.Towards(mixer, parsed.GetValue(_port)),
            LocalAddress.Towards(janus, parsed.GetValue(_roomPort)), room, VoiceOptions.SeedOf(parsed, _seed)));
        try
        {
            int code = Stay(parsed, new RoomMembership(address, room, relay.RoomSide)
            {
                Joined = place => Join(parsed, loop, relay, place),
                Lost = (reason, wait) => Leave(parsed, loop, relay, reason, wait),
            }, end.Token);
            return code != ExitCode.Good ? code : interruption.Token.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Good;
        }
        finally
        {
            loop.Invoke(relay.Dispose);
            parsed.InvocationConfiguration.Output.WriteLine($"passed {relay.ToRoom} packets to the room, {relay.ToMixer} to the mixer");
        }
    }

    private static int Stay(ParseResult parsed, RoomMembership membership, CancellationToken end)
    {
        try
        {
            membership.Run(end).GetAwaiter().GetResult();
            return ExitCode.Good;
        }
        catch (JanusException exception)
        {
            MixerCommand.Note(parsed.InvocationConfiguration.Error, exception.Message);
            return ExitCode.NoPeer;
        }
    }

    private void Join(ParseResult parsed, RealTimeLoop loop, RoomRelay relay, UdpAddress place)
    {
        loop.Invoke(() => relay.Join(place));
        parsed.InvocationConfiguration.Output.WriteLine($"joined room {parsed.GetValue(_room)}; it expects audio at {place}");
    }

    private static void Leave(ParseResult parsed, RealTimeLoop loop, RoomRelay relay, string reason, Duration wait)
    {
        loop.Invoke(relay.Leave);
        MixerCommand.Note(parsed.InvocationConfiguration.Error, $"{reason}; joining again in {wait}");
    }

    private RoomOptions Room(ParseResult parsed)
    {
        AudioFormat format = parsed.GetValue(_codec);
        return new RoomOptions
        {
            Room = parsed.GetValue(_room)!,
            Display = parsed.GetValue(_display)!,
            Pin = parsed.GetValue(_pin),
            Secret = parsed.GetValue(_secret),
            Format = format,
            PayloadType = (byte?)parsed.GetValue(_payloadType),
        };
    }
}
