using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Mixer.Addresses;
using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Talkers;
using Mongoose.Mixer.Wav;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Commands;

/// <summary>The verb "speak": sends WAV files as voices.</summary>
internal sealed class SpeakCommand
{
    private const string Description = """
        Send WAV files as voices: each is a source of RTP with an SSRC and a name (CNAME) of its own, at exact times. Exit code 3 if nothing comes back, as from
        a port that nobody listens on, and from programs that send no RTCP, such as ffmpeg.
        """;

    private static readonly int[] FrameTimes = [10, 20, 30, 40, 60];

    private readonly Argument<string[]> _files = new("wav") { Description = "WAV files with 16-bit samples; two channels are mixed to one", Arity = ArgumentArity.OneOrMore };
    private readonly Option<string?> _to = VoiceOptions.Address("--to", "Where to send, for example a mixer's port for this client", true);
    private readonly Option<int> _port = VoiceOptions.Port();
    private readonly Option<AudioFormat> _codec = VoiceOptions.Codec(AudioFormat.Pcmu, "What to send");
    private readonly Option<int?> _payloadType = VoiceOptions.PayloadType("0 for PCMU, 8 for PCMA, else 97");
    private readonly Option<int> _frame = RangedOption.Integer("--frame-ms", "The time of a packet: 10, 20, 30, 40 or 60; with Opus not 30", 20, 10, 60);
    private readonly Option<int> _bitRate = RangedOption.Integer("--bit-rate", "For Opus: bits per second", OpusOptions.Default.BitRate, 6000, 510_000);
    private readonly Option<int> _level = RangedOption.Integer("--level-extension", "The id of a header extension with the voice's level (RFC 6464); 0 for none", 0, 0, 14);
    private readonly Option<bool> _loop = new("--loop") { Description = "Speak again and again, until --seconds or Ctrl-C" };
    private readonly Option<double> _pause = RangedOption.Number("--pause", "Silence before a file begins again", "s", 0, 0, 3600);
    private readonly Option<double> _seconds = RangedOption.Number("--seconds", "End after this time; 0: at the end of the files", "s", 0, 0.1, 1e6, orZero: true);
    private readonly Option<double> _startAt = RangedOption.Number("--start-at", "The time before the first voice begins", "s", 0, 0, 1e6);
    private readonly Option<double> _stagger = RangedOption.Number("--stagger", "The time from the beginning of a voice to that of the next", "s", 0, 0, 3600);
    private readonly Option<bool> _dtx = new("--dtx") { Description = "Send nothing in silence" };
    private readonly Option<int?> _seed = VoiceOptions.Seed("Makes SSRCs, first numbers and times of reports");
    private readonly Option<string?> _json = VoiceOptions.Json();

    private readonly Option<string[]> _names = new("--name")
    {
        Description = "Names of the voices in the order of the files; may be repeated [default: the files' names]",
        HelpName = "name",
        DefaultValueFactory = _ => [],
    };

    public Command Create()
    {
        Command command = new("speak", Description) { _files };
        foreach (Option option in (Option[])
            [_to, _port, _codec, _payloadType, _frame, _bitRate, _level, _names, _loop, _pause, _seconds, _startAt, _stagger, _dtx, _seed, _json])
            command.Options.Add(option);
        command.SetAction(parsed => VoiceRun.Guarded(parsed, () => Run(parsed)));
        return command;
    }

    private int Run(ParseResult parsed)
    {
        (Speech, TalkerOptions)[] voices = Voices(parsed);
        UdpAddress to = PeerAddress.Resolve(parsed.GetValue(_to)!);
        UdpAddress local = LocalAddress.Towards(to, parsed.GetValue(_port));
        using Interruption interruption = new();
        using RealTimeLoop loop = new("speak");
        TalkerPort port = loop.Invoke(() => new TalkerPort(loop, loop, local, to));
        bool finished;
        try
        {
            loop.Invoke(() => Start(port, voices));
            Duration? length = parsed.GetValue(_seconds) is > 0 and var seconds ? Duration.FromSeconds(seconds) : null;
            finished = VoiceRun.Wait(loop, length, interruption.Token, () => port.IsOver);
        }
        finally
        {
            loop.Invoke(port.Dispose);
        }
        SpeakResult result = SpeakResult.Of(port);
        Write(parsed, result);
        return !finished ? ExitCode.Interrupted : result.HasAnswer ? ExitCode.Good : ExitCode.NoPeer;
    }

    private static void Start(TalkerPort port, (Speech Speech, TalkerOptions Options)[] voices)
    {
        foreach ((Speech speech, TalkerOptions options) in voices)
            port.Add(speech, options);
        foreach (Talker talker in port.Talkers)
            talker.Start();
    }

    private void Write(ParseResult parsed, SpeakResult result)
    {
        InvocationConfiguration console = parsed.InvocationConfiguration;
        if (parsed.GetValue(_json) is { } path)
            JsonFile.Write(JsonFile.Serialise(result, JsonFile.Options(FiniteDoubleConverter.Decimals)), path, console.Output);
        if (parsed.GetValue(_json) != JsonFile.StandardOutput)
            console.Output.Write(result.Text);
        if (!result.HasAnswer)
            MixerCommand.Note(console.Error, $"nothing came back from {parsed.GetValue(_to)}");
    }

    /// <exception cref="FormatException">A file is no such WAV, or options contradict each other.</exception>
    private (Speech, TalkerOptions)[] Voices(ParseResult parsed)
    {
        string[] files = parsed.GetValue(_files)!, names = parsed.GetValue(_names)!;
        AudioFormat format = parsed.GetValue(_codec);
        int seed = VoiceOptions.SeedOf(parsed, _seed);
        int frame = parsed.GetValue(_frame);
        if (!FrameTimes.Contains(frame) || frame == 30 && format.Codec == AudioCodec.Opus)
            throw new FormatException($"--frame-ms {frame}: allowed are 10, 20, 30, 40 and 60; with Opus not 30");
        if (names.Length > files.Length)
            throw new FormatException($"--name {names[files.Length]}: there are more names than files");
        TalkerOptions common = new()
        {
            Name = "",
            Format = format,
            PayloadType = (byte?)parsed.GetValue(_payloadType),
            Frame = Duration.FromMilliseconds(frame),
            IsLooping = parsed.GetValue(_loop),
            Pause = Duration.FromSeconds(parsed.GetValue(_pause)),
            SkipsSilence = parsed.GetValue(_dtx),
            LevelExtension = parsed.GetValue(_level),
            Opus = OpusOptions.Default with { BitRate = parsed.GetValue(_bitRate) },
        };
        return files.Select((file, i) => (WavSpeech.Read(file), common with
        {
            Name = i < names.Length ? names[i] : Path.GetFileNameWithoutExtension(file),
            StartsAfter = Duration.FromSeconds(parsed.GetValue(_startAt) + i * parsed.GetValue(_stagger)),
            // Far from each other, so that a second process with the next seed has other SSRCs.
            Seed = unchecked(seed * 7919 + i),
        })).ToArray();
    }
}
