using Mongoose.Core.Units;

namespace Mongoose.Network.Queues;

/// <summary>Every parameter of every discipline: key, range, and where it is kept.</summary>
internal static class QueueParameters
{
    private const double MaxMilliseconds = 10_000;

    public static readonly QueueParameter Ecn = new QueueParameter.Switch("ecn", o => o.Ecn, (o, value) => o with { Ecn = value });

    public static readonly QueueParameter[] Limits =
    [
        Limit("limitPackets", 1_000_000, inBytes: false),
        Limit("limitBytes", 1_000_000_000, inBytes: true),
    ];

    public static readonly QueueParameter[] Codel =
    [
        Milliseconds("targetMs", 0.001, o => o.Codel.Target, (o, value) => o with { Codel = o.Codel with { Target = value } }),
        Milliseconds("intervalMs", 0.001, o => o.Codel.Interval, (o, value) => o with { Codel = o.Codel with { Interval = value } }),
        Whole("maxPacketBytes", 0, 65_535, o => o.Codel.MaxPacketBytes,
            (o, value) => o with { Codel = o.Codel with { MaxPacketBytes = (int)value } }),
        new QueueParameter.Choice<SquareRoot>("squareRoot", o => o.Codel.SquareRoot,
            (o, value) => o with { Codel = o.Codel with { SquareRoot = value } }),
    ];

    public static readonly QueueParameter[] Pie =
    [
        Milliseconds("qdelayRefMs", 0.001, o => o.Pie.QDelayRef, (o, value) => o with { Pie = o.Pie with { QDelayRef = value } }),
        Milliseconds("tUpdateMs", 0.1, o => o.Pie.TUpdate, (o, value) => o with { Pie = o.Pie with { TUpdate = value } }),
        Milliseconds("maxBurstMs", 0, o => o.Pie.MaxBurst, (o, value) => o with { Pie = o.Pie with { MaxBurst = value } }),
        Number("alphaPerSecond", 0, 100, o => o.Pie.Alpha, (o, value) => o with { Pie = o.Pie with { Alpha = value } }),
        Number("betaPerSecond", 0, 100, o => o.Pie.Beta, (o, value) => o with { Pie = o.Pie with { Beta = value } }),
        Number("maxEcnThPercent", 0, 100, o => o.Pie.MaxEcnTh * 100, (o, value) => o with { Pie = o.Pie with { MaxEcnTh = value / 100 } }),
        Whole("meanPktSizeBytes", 0, 65_535, o => o.Pie.MeanPktSize,
            (o, value) => o with { Pie = o.Pie with { MeanPktSize = (int)value } }),
        new QueueParameter.Choice<DelayEstimator>("delayEstimator", o => o.Pie.DelayEstimator,
            (o, value) => o with { Pie = o.Pie with { DelayEstimator = value } }),
        Whole("dqThresholdBytes", 1, 65_536, o => o.Pie.DqThreshold,
            (o, value) => o with { Pie = o.Pie with { DqThreshold = (int)value } }),
        new QueueParameter.Choice<PieDecay>("decay", o => o.Pie.Decay, (o, value) => o with { Pie = o.Pie with { Decay = value } }),
        Switch("capAdjustment", o => o.Pie.CapAdjustment, (o, value) => o with { Pie = o.Pie with { CapAdjustment = value } }),
        Switch("derandomize", o => o.Pie.Derandomize, (o, value) => o with { Pie = o.Pie with { Derandomize = value } }),
        Switch("activation", o => o.Pie.Activation, (o, value) => o with { Pie = o.Pie with { Activation = value } }),
        Switch("keepDelayWhenEmpty", o => o.Pie.KeepDelayWhenEmpty,
            (o, value) => o with { Pie = o.Pie with { KeepDelayWhenEmpty = value } }),
    ];

    public static readonly QueueParameter[] Flows =
    [
        Whole("flows", 1, 65_536, o => o.Flows.Flows, (o, value) => o with { Flows = o.Flows with { Flows = (int)value } }),
        Whole("quantumBytes", 64, 1_000_000, o => o.Flows.QuantumBytes,
            (o, value) => o with { Flows = o.Flows with { QuantumBytes = (int)value } }),
        Whole("dropBatch", 1, 65_536, o => o.Flows.DropBatch,
            (o, value) => o with { Flows = o.Flows with { DropBatch = (int)value } }),
        Whole("perturbation", 0, 1L << 53, o => o.Flows.Perturbation,
            (o, value) => o with { Flows = o.Flows with { Perturbation = value } }),
    ];

    private static QueueParameter.Number Limit(string key, double max, bool inBytes) => new(key, 1, max, true,
        o => o.Limit.InBytes == inBytes ? o.Limit.Amount : null,
        (o, value) => o with { Limit = new QueueLimit((long)value, inBytes) });

    private static QueueParameter.Number Number(
        string key, double min, double max, Func<QueueOptions, double?> get, Func<QueueOptions, double, QueueOptions> set) =>
        new(key, min, max, false, get, set);

    private static QueueParameter.Number Whole(
        string key, double min, double max, Func<QueueOptions, double?> get, Func<QueueOptions, long, QueueOptions> set) =>
        new(key, min, max, true, get, (o, value) => set(o, (long)value));

    private static QueueParameter.Number Milliseconds(
        string key, double min, Func<QueueOptions, Duration> get, Func<QueueOptions, Duration, QueueOptions> set) =>
        new(key, min, MaxMilliseconds, false, o => get(o).Milliseconds, (o, value) => set(o, Duration.FromMilliseconds(value)));

    private static QueueParameter.Switch Switch(
        string key, Func<QueueOptions, bool> get, Func<QueueOptions, bool, QueueOptions> set) => new(key, get, set);
}
