using System.CommandLine;
using Mongoose.Mixer.Sdp;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Settings;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Commands;

/// <summary>The verb "sdp": how standard programs talk to a mixer.</summary>
internal sealed class SdpCommand
{
    private const string Description = """
        Print the SDP with which standard programs (ffmpeg, GStreamer, VLC, baresip) receive from a mixer's ports for clients and send to them, and examples.
        With --client, only the SDP of one client is printed, to be redirected into a file:
          mongoose-mixer sdp mixer.json --client hall > hall.sdp
        """;

    private readonly Argument<string?> _file = new("file") { Description = "The mixer's file", Arity = ArgumentArity.ZeroOrOne };

    private readonly Option<string[]> _peers = new("--peer")
    {
        Description = "In place of a file: a peer with its keys, as in run; may be repeated",
        HelpName = "key=value ...",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<string?> _bind = new("--bind") { Description = "With --peer: the mixer's local address [default: 127.0.0.1]", HelpName = "address" };
    private readonly Option<string?> _client = new("--client") { Description = "Print the SDP of this client alone: what it receives", HelpName = "name" };
    private readonly Option<bool> _sending = new("--sending") { Description = "With --client: what it sends" };

    public Command Create()
    {
        Command command = new("sdp", Description) { _file };
        foreach (Option option in (Option[])[_peers, _bind, _client, _sending])
            command.Options.Add(option);
        command.SetAction(parsed => VoiceRun.Guarded(parsed, () => Run(parsed)));
        return command;
    }

    private int Run(ParseResult parsed)
    {
        MixerSettings settings = Read(parsed);
        PeerSettings[] clients = settings.Peers.Where(peer => peer.Options.Role == PeerRole.Client).ToArray();
        if (clients.Length == 0)
            throw new FormatException("the mixer has no client; other mixers need no SDP");
        TextWriter output = parsed.InvocationConfiguration.Output;
        if (parsed.GetValue(_client) is { } name)
            output.Write(Alone(clients, settings, name, parsed.GetValue(_sending)));
        else
            WriteAll(output, clients.Select(client => ClientSession.Of(client, settings)));
        return ExitCode.Good;
    }

    private static string Alone(PeerSettings[] clients, MixerSettings settings, string name, bool isSending)
    {
        PeerSettings client = Array.Find(clients, client => client.Options.Name == name)
            ?? throw new FormatException($"--client {name}: the mixer's clients are {string.Join(", ", clients.Select(client => client.Options.Name))}");
        ClientSession session = ClientSession.Of(client, settings);
        return isSending ? session.Sending : session.Receiving ?? throw new FormatException($"{name} has no address: {WithoutAddress}");
    }

    private const string WithoutAddress = "the mixer learns where it receives. For programs that only receive, write \"address\" into the mixer's file";

    private static void WriteAll(TextWriter output, IEnumerable<ClientSession> sessions)
    {
        foreach (ClientSession session in sessions)
        {
            output.WriteLine($"# {session.Name}: receiving");
            output.WriteLine(session.Receiving ?? $"# {WithoutAddress}.");
            output.WriteLine($"# {session.Name}: sending");
            output.WriteLine(session.Sending);
            output.WriteLine("# examples");
            if (session.Receiving is not null)
                output.WriteLine(ExampleCommands.FfmpegReceiving($"{session.Name}.sdp"));
            output.WriteLine(ExampleCommands.FfmpegSending(session, "voice.wav"));
            output.WriteLine(ExampleCommands.GStreamerSending(session, "voice.wav"));
            output.WriteLine();
        }
    }

    /// <exception cref="FormatException">The settings have errors.</exception>
    private MixerSettings Read(ParseResult parsed)
    {
        string? file = parsed.GetValue(_file);
        string[] peers = parsed.GetValue(_peers)!;
        if (file is null == (peers.Length == 0))
            throw new FormatException("one of a mixer's file and --peer is needed");
        try
        {
            return file is not null ? MixerFile.Read(file) : OfOptions(peers, parsed.GetValue(_bind));
        }
        catch (SettingsException exception)
        {
            throw new FormatException(file is null ? exception.Message : $"{file}: {exception.Message}", exception);
        }
    }

    private static MixerSettings OfOptions(string[] peers, string? bind)
    {
        List<SettingProblem> problems = [];
        MixerSettings settings = new();
        settings = OptionPeers.Read(settings with { Bind = bind ?? settings.Bind }, peers, key => $"--{key}", problems);
        return problems.Count == 0 ? settings : throw new SettingsException(problems);
    }
}
