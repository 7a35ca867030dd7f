using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using Mongoose.Voice.Mixing.Rules;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Voice.Mixing;

/// <summary>Options of a controller: the rule, the TCP to which it is fair, and limits. Immutable.</summary>
public sealed record MixingOptions
{
    /// <summary>The TCP segment size of the fair rate and of a client's circuit breaker: that of Ethernet.</summary>
    public const int DefaultSegmentBytes = 1460;

    /// <summary>
    /// The name of the rule. <see cref="MixingRules.Fixed"/> does not adapt, so it needs a circuit breaker on a network (RFC 8083).
    /// </summary>
    [Setting("rule", IsKind = true, NamesIn = typeof(MixingRules),
        Text = "rule of the number of streams")]
    public string Rule { get; init; } = MixingRules.Steady;

    [Setting("fixedStreams", Of = MixingRules.Fixed, Min = 1, Max = 1000, Text = "the number of streams")]
    public int FixedStreams { get; init; } = 8;

    [Setting("maxStreams", Min = 1, Max = 1000, Text = "maximum streams, a mix included")]
    public int MaxStreams { get; init; } = 1000;

    [Setting("maxKbps", Min = 8, Max = 1_000_000, Unit = "kbit/s", Default = "none",
        Text = "maximum of IP bytes, whatever the path carries; one stream is always allowed")]
    public DataRate? MaxRate { get; init; }

    [Setting("fairSegmentBytes", Min = 64, Max = 65_535, Unit = "bytes",
        Text = "s of the fair rate: segments of the TCP to equal")]
    public int SegmentBytes { get; init; } = DefaultSegmentBytes;

    [Setting("lossUnit", Text = "unit of loss intervals: `bytes`, as if packets had 1500, or `ownPackets`")]
    public LossUnit LossUnit { get; init; } = LossUnit.Bytes;

    [Setting("lossDetection", Default = "timer with rule `paper`, else laterPackets",
        Text = "lost when three later packets have arrived, or when TCP's timeout has passed")]
    public LossDetection? LossDetection { get; init; }

    /// <summary>How packets are found lost.</summary>
    public LossDetection Detection =>
        LossDetection ?? (Rule == MixingRules.Paper ? Monitoring.LossDetection.Timer : Monitoring.LossDetection.LaterPackets);

    [Setting("decisionRoundTrips", Of = MixingRules.Paper, Min = 1, Max = 100,
        Text = "round trips between decisions (paper: 6 to 8)")]
    public double DecisionRoundTrips { get; init; } = 7;

    /// <summary>The packets in which streams travel.</summary>
    public StreamPackets Packets { get; init; } = StreamPackets.Paper;
}
