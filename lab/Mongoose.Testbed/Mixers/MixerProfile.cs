using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Mixer.Settings;
using Mongoose.Testbed.Speeches;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing.Rules;
using Mongoose.Voice.Mixing.Streams;
using Mongoose.Voice.Trunks;

namespace Mongoose.Testbed.Mixers;

/// <summary>Talkers, the mixer that sends their voices over the line, and the listener.</summary>
internal sealed record MixerProfile : ISettingRules
{
    [Setting("form",
        Text = "`trunk`: one packet for all streams, to a mixer whose client records; `plain`: a packet per stream, to a recording client")]
    public PacketForm Form { get; init; } = PacketForm.Trunk;

    [Setting("rule", NamesIn = typeof(MixingRules), Text = "rule of the number of streams; `fixed` sends `maxStreams`")]
    public string Rule { get; init; } = MixingRules.Steady;

    [Setting("maxStreams", Min = 1, Max = 1000, Text = "maximum streams, a mix included; a trunk sends those that fit into 1500 bytes")]
    public int MaxStreams { get; init; } = 1000;

    [Setting("maxKbps", Min = 8, Max = 1_000_000, Unit = "kbit/s", Default = "none",
        Text = "maximum of IP bytes, whatever the path carries; one stream is always allowed")]
    public DataRate? MaxRate { get; init; }

    [Setting("sources", Min = 1, Max = 64, Text = "talkers at the sending mixer")]
    public int Sources { get; init; } = 8;

    [Setting("frameMs", Min = 10, Max = 60, Unit = "ms", Range = "10, 20, 30, 40, 60; with Opus not 30",
        Text = "audio in a packet, and a mixer's frame")]
    public int FrameMilliseconds { get; init; } = 20;

    [Setting("codec", Pattern = "^[A-Za-z0-9/]+$", Range = "PCMU, PCMA, L16/RATE or opus; RATE is 8000, 16000, 24000 or 48000",
        Text = "format of the talkers and on the line")]
    public string Codec { get; init; } = "PCMU";

    [Setting("talkSeconds", Min = 0.01, Max = 3600, Unit = "s", Default = "all sources talk without end",
        Text = "mean talking time of a source (exponential)")]
    public Duration? Talk { get; init; }

    [Setting("pauseSeconds", Min = 0.01, Max = 3600, Unit = "s", Default = "none; with `talkSeconds` required",
        Text = "mean pause (exponential)")]
    public Duration? Pause { get; init; }

    [Setting("audio", Text = "`noise`: equally loud, without pauses; `speech`: synthetic; `spoken`: espeak-ng, else `speech`")]
    public SpeechKind Audio { get; init; }

    [Setting("listener", Text = "of a trunk: what its client gets; with `stereo`, voices from left to right, mixes in the middle")]
    public PeerForm Listener { get; init; } = PeerForm.Separate;

    [Setting("recording", Text = "the result has the audio that the client heard")]
    public bool IsRecorded { get; init; }

    public Duration Frame => Duration.FromMilliseconds(FrameMilliseconds);

    /// <summary>The format of the talkers and on the line.</summary>
    public AudioFormat Format => AudioFormat.TryParse(Codec, out AudioFormat format) ? format : AudioFormat.Pcmu;

    /// <summary>Maximum number of streams in a packet: one if plain.</summary>
    public int StreamsInPacket => Form == PacketForm.Plain
        ? 1
        : PayloadSizes.MaxBytes / (TrunkReader.StreamHeaderBytes + PayloadSizes.BytesOf(Format, Frame, OpusOptions.Default));

    object ISettingRules.Finish(ISettingReport report)
    {
        if (!FrameTimes.IsAllowed(FrameMilliseconds))
            report.Problem("frameMs", $"allowed are {FrameTimes.Names} ms");
        else
            CheckFormat(report);
        if (report.Has("talkSeconds") != report.Has("pauseSeconds"))
            report.Problem(report.Has("talkSeconds") ? "pauseSeconds" : "talkSeconds",
                "is missing; talkSeconds and pauseSeconds go together");
        if (report.Has("listener") && Form == PacketForm.Plain)
            report.Problem("listener", "it needs form trunk: with form plain the client hears the streams of the line");
        return this;
    }

    private void CheckFormat(ISettingReport report)
    {
        if (!AudioFormat.TryParse(Codec, out AudioFormat format) || format.Channels != 1)
            report.Problem("codec", "allowed are PCMU, PCMA, opus and L16/RATE with a RATE of 8000, 16000, 24000 or 48000");
        else if (!FrameTimes.IsAllowed(FrameMilliseconds, format.Codec))
            report.Problem("codec", "Opus has no frames of 30 ms; allowed are 10, 20, 40 and 60, or another codec");
        else if (PayloadSizes.BytesOf(format, Frame, OpusOptions.Default) > PayloadSizes.MaxBytes || StreamsInPacket < 1)
            report.Problem("codec", $"a frame of {Codec} and {FrameMilliseconds} ms does not fit into a packet of 1500 bytes; "
                + "use a shorter frame or another codec");
    }
}
