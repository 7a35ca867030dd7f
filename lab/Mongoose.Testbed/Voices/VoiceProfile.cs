using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Mixing.Rules;
using Mongoose.Voice.Mixing.Streams;
using Mongoose.Voice.Trunks;

namespace Mongoose.Testbed.Voices;

/// <summary>A sending and a receiving mixer: the sources, their packets, how many streams may be sent, and the reports.</summary>
internal sealed record VoiceProfile : ISettingRules
{
    /// <summary>The longest packet, with IP and UDP headers.</summary>
    public const int MaxPacketBytes = 1500;

    /// <summary>All headers of the paper's packets. RTP has 4 more, which take the place of audio: a packet keeps its size.</summary>
    private const int MinHeaderBytes = 36;

    [Inlined]
    public MixingOptions Mixing { get; init; } = new();

    [Setting("sources", Min = 1, Max = 1000, Range = "1 to 1000; as many as fit into one packet with `form` `trunk`",
        Text = "sources at the sender")]
    public int Sources { get; init; } = 8;

    [Setting("form", Text = "a packet per stream, or one for all with 8 bytes more for each stream")]
    public PacketForm Form { get; init; } = PacketForm.Plain;

    [Setting("packetMs", Min = 1, Max = 200, Unit = "ms", Text = "audio in a packet")]
    public Duration Interval { get; init; } = StreamPackets.Paper.Interval;

    [Setting("streamBytes", Min = 4, Max = MaxPacketBytes - MinHeaderBytes, Unit = "bytes",
        Text = "audio of one stream in a packet")]
    public int StreamBytes { get; init; } = StreamPackets.Paper.StreamBytes;

    [Setting("headerBytes", Min = MinHeaderBytes, Max = MaxPacketBytes - 4, Unit = "bytes",
        Text = "`plain`: bytes of headers; IP, UDP and RTP have 40, and what is missing is taken from the audio")]
    public int HeaderBytes { get; init; } = StreamPackets.Paper.HeaderBytes;

    [Setting("synchronous", Text = "`plain`: all streams are sent at once; else each source has a slot of `packetMs` / `sources`")]
    public bool Synchronous { get; init; }

    [Setting("jitterMs", Min = 0, Max = 200, Unit = "ms", Range = "0 to `packetMs`", Text = "maximum random delay of a packet")]
    public Duration Jitter { get; init; } = Duration.Zero;

    [Setting("talkSeconds", Min = 0.01, Max = 3600, Unit = "s", Default = "all sources talk without end",
        Text = "mean talking time of a source (exponential)")]
    public Duration? Talk { get; init; }

    [Setting("pauseSeconds", Min = 0.01, Max = 3600, Unit = "s", Default = "none; with `talkSeconds` required",
        Text = "mean pause (exponential)")]
    public Duration? Pause { get; init; }

    [Setting("reportMs", Min = 0, Max = 5_000, Unit = "ms", Default = "50, rule `paper` 0",
        Text = "interval of reports; 0: one per packet")]
    public Duration? ReportInterval { get; init; }

    [Setting("repeatMs", Min = 0, Max = 5_000, Unit = "ms", Default = "200, rule `paper` 0", Text = "how long reports repeat an arrival")]
    public Duration? ReportRepeat { get; init; }

    [Setting("clockDriftPpm", Min = -1000, Max = 1000, Text = "how much faster the reports' clock runs than the sender's, in millionths")]
    public double ClockDrift { get; init; }

    /// <summary>The packets, with the bytes of a stream's header in a trunk.</summary>
    public StreamPackets Packets => Form == PacketForm.Trunk
        ? new StreamPackets(Form, Interval, StreamBytes + TrunkReader.StreamHeaderBytes, StreamPackets.Trunk.HeaderBytes)
        : new StreamPackets(Form, Interval, StreamBytes, HeaderBytes);

    /// <summary>When the receiver reports.</summary>
    public ReportTiming Timing
    {
        get
        {
            ReportTiming usual = Mixing.Rule == MixingRules.Paper ? ReportTiming.EveryPacket : ReportTiming.Default;
            return new ReportTiming(ReportInterval ?? usual.Interval, ReportRepeat ?? usual.Repeat);
        }
    }

    object ISettingRules.Finish(ISettingReport report)
    {
        CheckPackets(report);
        if (Jitter > Interval)
            report.Problem("jitterMs", $"allowed are 0 to {SettingValue.Text(Interval.Milliseconds)} ms, no more than packetMs");
        if (report.Has("talkSeconds") != report.Has("pauseSeconds"))
            report.Problem(report.Has("talkSeconds") ? "pauseSeconds" : "talkSeconds",
                "is missing; talkSeconds and pauseSeconds go together");
        return this with { Mixing = Mixing with { Packets = Packets } };
    }

    private void CheckPackets(ISettingReport report)
    {
        StreamPackets packets = Packets;
        int room = MaxPacketBytes - packets.HeaderBytes;
        if (report.Has("headerBytes") && Form == PacketForm.Trunk)
            report.Problem("headerBytes", $"it needs form plain: a trunk packet has {packets.HeaderBytes} bytes of headers");
        else if (packets.StreamBytes > room)
            report.Problem("streamBytes",
                $"allowed are 4 to {room - packets.StreamBytes + StreamBytes} bytes with {packets.HeaderBytes} bytes of headers");
        else if (Form == PacketForm.Trunk && Math.Min(Sources, Mixing.MaxStreams) > room / packets.StreamBytes)
        {
            report.Problem("sources", $"allowed are 1 to {room / packets.StreamBytes} with form trunk: "
                + $"all streams are in one packet of at most {MaxPacketBytes} bytes; "
                + "use fewer sources, a smaller streamBytes, or form plain");
        }
    }
}
