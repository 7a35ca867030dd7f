using System.CommandLine;
using System.CommandLine.Parsing;
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
        Print how ffmpeg and GStreamer speak to a mixer as its clients: command lines, and the SDP with which ffmpeg and others receive.
        With --client, only the SDP of one client is printed, to be redirected into a file:
          mongoose-mixer sdp mixer.json --client hall > hall.sdp
        """;

    private const string EveryAddress = "0.0.0.0";

    private readonly Argument<string?> _file = new("file") { Description = "The mixer's file", Arity = ArgumentArity.ZeroOrOne };

    private readonly Option<string[]> _peers = new("--peer")
    {
        Description = "In place of a file: a peer with its keys, as in run; may be repeated",
        HelpName = "key=value ...",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<string?> _bind =
        new("--bind") { Description = "With --peer: the mixer's local address [default: 127.0.0.1]", HelpName = "address" };
    private readonly Option<int?> _frame =
        new("--frame-ms") { Description = "With --peer: the time of a frame in ms [default: 20]", HelpName = "ms" };
    private readonly Option<string?> _client =
        new("--client") { Description = "Print the SDP of this client alone: what it receives", HelpName = "name" };
    private readonly Option<bool> _sending = new("--sending") { Description = "With --client: what it sends" };

    private readonly Option<string?> _host = new("--host")
    {
        Description = "Where programs reach the mixer, an IPv4 address or a name; needed if the mixer's bind is 0.0.0.0 [default: bind]",
        HelpName = "address",
    };

    public Command Create() => MixerVerb.Create("sdp", Description, Run, [_peers, _bind, _frame, _host, _client, _sending], _file);

    private int Run(ParseResult parsed)
    {
        MixerSettings settings = Read(parsed);
        PeerSettings[] clients = settings.Peers.Where(peer => peer.Options.Role == PeerRole.Client).ToArray();
        if (clients.Length == 0)
            throw new FormatException("the mixer has no client; other mixers need no SDP");
        string? name = parsed.GetValue(_client);
        bool isSending = parsed.GetValue(_sending);
        if (isSending && name is null)
            throw new FormatException("--sending needs --client, the name of who sends");
        string host = HostOf(parsed, settings, isNeeded: name is null || isSending);
        TextWriter output = parsed.InvocationConfiguration.Output;
        if (name is not null)
            output.Write(Alone(clients, settings, name, isSending, host));
        else
            WriteAll(output, clients.Select(client => ClientSession.Of(client, settings, host)));
        return ExitCode.Good;
    }

    /// <summary>The address at which programs reach the mixer.</summary>
    private string HostOf(ParseResult parsed, MixerSettings settings, bool isNeeded)
    {
        string? host = parsed.GetValue(_host);
        if (host is { Length: 0 } or EveryAddress || host?.Contains(':', StringComparison.Ordinal) == true)
            throw new FormatException($"--host {host}: allowed are an IPv4 address of the mixer, or its name, without a port");
        if (host is null && settings.Bind == EveryAddress && isNeeded)
            throw new FormatException(
                $"the mixer's bind is {EveryAddress}: --host is needed, the address at which programs reach the mixer");
        return host ?? settings.Bind;
    }

    private static string Alone(PeerSettings[] clients, MixerSettings settings, string name, bool isSending, string host)
    {
        PeerSettings client = Array.Find(clients, client => client.Options.Name == name)
            ?? throw new FormatException(
            $"--client {name}: the mixer's clients are {string.Join(", ", clients.Select(client => client.Options.Name))}");
        ClientSession session = ClientSession.Of(client, settings, host);
        return isSending ? session.Sending : session.Receiving ?? throw new FormatException($"{name} has no address: {WithoutAddress}");
    }

    private const string WithoutAddress =
        "the mixer learns where it receives. For programs that only receive, write \"address\" into the mixer's file";

    private static void WriteAll(TextWriter output, IEnumerable<ClientSession> sessions)
    {
        foreach (ClientSession session in sessions)
        {
            output.WriteLine($"# {session.Name}: receiving");
            output.Write($"{session.Receiving ?? $"# {WithoutAddress}."}{Environment.NewLine}");
            output.WriteLine($"# {session.Name}: sending");
            output.Write($"{session.Sending}{Environment.NewLine}");
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
            throw new FormatException("either a mixer's file or --peer is needed, not both");
        Option[] both = file is null ? []
            : [.. ((Option[])[_bind, _frame]).Where(option => parsed.GetResult(option) is OptionResult { Implicit: false })];
        if (both.Length > 0)
            throw new FormatException(
                string.Join('\n', both.Select(option => $"{option.Name} and the file {file} exclude each other: write it into the file")));
        try
        {
            return file is not null ? MixerFile.Read(file) : OfOptions(parsed, peers);
        }
        catch (SettingsException exception)
        {
            throw new FormatException(file is null ? exception.Message : $"{file}: {exception.Message}", exception);
        }
    }

    private MixerSettings OfOptions(ParseResult parsed, string[] peers)
    {
        List<SettingProblem> problems = [];
        MixerSettings settings = new();
        settings = settings with
        {
            Bind = parsed.GetValue(_bind) ?? settings.Bind,
            FrameMilliseconds = parsed.GetValue(_frame) ?? settings.FrameMilliseconds
        };
        settings = OptionPeers.Read(settings, peers, key => key == "frameMs" ? _frame.Name : $"--{key}", problems);
        return problems.Count == 0 ? settings : throw new SettingsException(problems);
    }
}
