using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Mixer.Addresses;
using Mongoose.Mixer.Recordings;
using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Wav;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Commands;

/// <summary>The verb "listen": records voices to WAV files.</summary>
internal sealed class ListenCommand
{
    private const string Description = """
        Record each voice to a WAV file of its own, NAME-SSRC.wav. All files begin when the recording does, with silence in pauses and for what was lost, so
        that they can be laid over each other. Announces itself by RTCP every second, so that a mixer learns its address, and reports what arrives (RFC 3550,
        RFC 8888). The files can be used after Ctrl-C, and but for the last second after a crash. Exit code 3 if nobody was heard.
        """;

    private readonly Argument<string> _folder = new("folder") { Description = "The folder of the files; created if it is missing" };
    private readonly Option<string?> _to = VoiceOptions.Address("--to", "Where to announce itself and report to, for example a mixer's port for this client; others are not recorded", false);
    private readonly Option<int> _port = VoiceOptions.Port();
    private readonly Option<AudioFormat> _codec = VoiceOptions.Codec(AudioFormat.Pcmu, "What is received besides PCMU (payload type 0) and PCMA (8)");
    private readonly Option<int?> _payloadType = VoiceOptions.PayloadType("96 to 127 for --codec");
    private readonly Option<string> _name = new("--name") { Description = "The recorder's name (CNAME)", HelpName = "name", DefaultValueFactory = _ => "recorder" };
    private readonly Option<double> _seconds = RangedOption.Number("--seconds", "End after this time; 0: by Ctrl-C", "s", 0, 0.1, 1e6, orZero: true);
    private readonly Option<int?> _seed = VoiceOptions.Seed("Makes the recorder's SSRC");
    private readonly Option<string?> _json = VoiceOptions.Json();

    public Command Create()
    {
        Command command = new("listen", Description) { _folder };
        foreach (Option option in (Option[])[_to, _port, _codec, _payloadType, _name, _seconds, _seed, _json])
            command.Options.Add(option);
        command.SetAction(parsed => VoiceRun.Guarded(parsed, () => Run(parsed)));
        return command;
    }

    private int Run(ParseResult parsed)
    {
        if (parsed.GetValue(_to) is null && parsed.GetValue(_port) == 0)
            throw new FormatException("one of --to and --port is needed: without --to, somebody must know the port");
        RecorderOptions options = Options(parsed);
        AudioDecoder.Create(options.Format).Dispose(); // A missing codec is reported now, not with the first packet.
        WavFolder folder = new(parsed.GetValue(_folder)!);
        using Interruption interruption = new();
        using RealTimeLoop loop = new("listen");
        Recorder recorder = loop.Invoke(() => new Recorder(loop, loop, options, folder));
        bool finished;
        try
        {
            loop.Invoke(recorder.Start);
            Duration? length = parsed.GetValue(_seconds) is > 0 and var seconds ? Duration.FromSeconds(seconds) : null;
            finished = VoiceRun.Wait(loop, length, interruption.Token, () => recorder.Failure is not null);
        }
        finally
        {
            loop.Invoke(recorder.Dispose);
        }
        ListenResult result = loop.Invoke(() => ListenResult.Of(recorder));
        Write(parsed, result);
        if (recorder.Failure is { } failure)
        {
            MixerCommand.Note(parsed.InvocationConfiguration.Error, $"recording ended: {failure}");
            return ExitCode.Runtime;
        }
        return !finished ? ExitCode.Interrupted : result.Sources.Count > 0 ? ExitCode.Good : ExitCode.NoPeer;
    }

    private RecorderOptions Options(ParseResult parsed)
    {
        UdpAddress? to = parsed.GetValue(_to) is { } text ? PeerAddress.Resolve(text) : null;
        int port = parsed.GetValue(_port);
        return new RecorderOptions
        {
            Name = parsed.GetValue(_name)!,
            Local = to is { } peer ? LocalAddress.Towards(peer, port) : UdpAddress.Loopback(port),
            To = to,
            Format = parsed.GetValue(_codec),
            PayloadType = (byte?)parsed.GetValue(_payloadType),
            Seed = VoiceOptions.SeedOf(parsed, _seed),
        };
    }

    private void Write(ParseResult parsed, ListenResult result)
    {
        InvocationConfiguration console = parsed.InvocationConfiguration;
        if (parsed.GetValue(_json) is { } path)
            JsonFile.Write(JsonFile.Serialise(result, JsonFile.Options(FiniteDoubleConverter.Decimals)), path, console.Output);
        if (parsed.GetValue(_json) != JsonFile.StandardOutput)
            console.Output.Write(result.Text);
        if (result.Sources.Count == 0)
            MixerCommand.Note(console.Error, $"nobody was heard{(parsed.GetValue(_to) is { } to ? $" from {to}" : "")}");
    }
}
