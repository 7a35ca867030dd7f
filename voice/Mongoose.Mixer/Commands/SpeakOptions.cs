using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Talkers;
using Mongoose.Runtime.CommandLine;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Commands;

/// <summary>The options of the verb "speak".</summary>
internal sealed record SpeakOptions : ISettingRules
{
    [Setting("to", Option = "--to", HelpName = "host:port", IsRequired = true, Pattern = VoiceRules.AddressPattern,
        Range = VoiceRules.AddressRange,
        Text = "where to send, such as a mixer's port for this client")]
    public string To { get; init; } = "";

    [Setting("port", Option = "--port", HelpName = "port", Min = 0, Max = 65_535, Text = "the local port; 0 for a free one")]
    public int Port { get; init; }

    [Setting("codec", Option = "--codec", HelpName = "codec", Range = AudioFormat.Texts, Text = "the codec")]
    public string Codec { get; init; } = "PCMU";

    [Setting("payloadType", Option = "--payload-type", HelpName = "number", Min = 0, Max = 127, Range = VoiceRules.PayloadTypeRange,
        Default = VoiceRules.PayloadTypeDefault,
        Text = "the payload type of RTP")]
    public int? PayloadType { get; init; }

    [Setting("frameMs", Option = "--frame-ms", HelpName = "ms", Min = 10, Max = 60, Range = "10, 20, 30, 40, 60; with Opus not 30",
        Text = "the time of a packet in ms")]
    public int FrameMilliseconds { get; init; } = 20;

    [Setting("bitRate", Option = "--bit-rate", Min = 6000, Max = 510_000, Unit = "bit/s", Default = "32000",
        Text = "the bit rate of Opus; only with `--codec opus`")]
    public int? BitRate { get; init; }

    [Setting("levelExtension", Option = "--level-extension", HelpName = "id", Min = 0, Max = 14,
        Text = "id of the header extension with the level (RFC 6464); 0: none")]
    public int LevelExtension { get; init; }

    [Setting("names", Option = "--name", HelpName = "name", Default = "the names of the files",
        Text = "CNAMEs in the order of the files: repeat the option, or use commas")]
    public IReadOnlyList<string> Names { get; init; } = [];

    [Setting("loops", Option = "--loop", Text = "repeat until `--seconds` or Ctrl-C")]
    public bool Loops { get; init; }

    [Setting("pause", Option = "--pause", Min = 0, Max = 3600, Unit = "s", Text = "silence before a repetition; only with `--loop`")]
    public Duration Pause { get; init; }

    [Setting("seconds", Option = "--seconds", Min = 0.1, Max = 1_000_000, Unit = "s", Default = "until the end of the files",
        Text = "end after this time")]
    public Duration? Length { get; init; }

    [Setting("startAt", Option = "--start-at", Min = 0, Max = 1_000_000, Unit = "s", Text = "time before the first voice")]
    public Duration StartAt { get; init; }

    [Setting("stagger", Option = "--stagger", Min = 0, Max = 3600, Unit = "s",
        Text = "time from the start of a voice to the next")]
    public Duration Stagger { get; init; }

    [Setting("dtx", Option = "--dtx", Text = "send nothing in silence")]
    public bool SkipsSilence { get; init; }

    [Setting("seed", Option = "--seed", HelpName = "number", Min = 0, Max = VoiceRules.MaxSeed, Default = "random",
        Text = "seed of SSRCs, first numbers and times of reports")]
    public int? Seed { get; init; }

    [Setting("json", Option = "--json", HelpName = PathOption.FileName, Text = "write the result as JSON; - means standard output")]
    public string? Json { get; init; }

    private AudioFormat Format { get; init; }

    /// <summary>The options of the files' voices, in the order of the files.</summary>
    /// <exception cref="FormatException">There are more names than files.</exception>
    public TalkerOptions[] Voices(string[] files)
    {
        if (Names.Count > files.Length)
            throw new FormatException($"--name {Names[files.Length]}: there are more names than files");
        int seed = VoiceRules.SeedOf(Seed);
        return files.Select((file, i) => new TalkerOptions
        {
            Name = i < Names.Count ? Names[i] : Path.GetFileNameWithoutExtension(file),
            Format = Format,
            PayloadType = (byte?)PayloadType,
            Frame = Duration.FromMilliseconds(FrameMilliseconds),
            StartsAfter = StartAt + Stagger * i,
            IsLooping = Loops,
            Pause = Pause,
            SkipsSilence = SkipsSilence,
            LevelExtension = LevelExtension,
            Opus = BitRate is { } rate ? OpusOptions.Default with { BitRate = rate } : OpusOptions.Default,
            // Far from each other, so that a second process with the next seed has other SSRCs.
            Seed = unchecked(seed * 7919 + i),
        }).ToArray();
    }

    object ISettingRules.Finish(ISettingReport report)
    {
        report.CheckAddress("to", To);
        report.CheckPayloadType("payloadType", PayloadType);
        AudioFormat format = VoiceRules.CheckCodec(report, Codec);
        report.Require(FrameTimes.IsAllowed(FrameMilliseconds, format.Codec),
            "frameMs", "allowed are 10, 20, 30, 40 and 60; with Opus not 30");
        report.Require(BitRate is null || format.Codec == AudioCodec.Opus,
            "bitRate", $"{Codec} has a fixed bit rate; it needs --codec opus");
        report.Require(Pause == Duration.Zero || Loops, "pause", "it needs --loop");
        return this with { Format = format };
    }
}
