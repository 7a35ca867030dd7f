using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Network.Queues;

/// <summary>The parameters of RFC 8033, with its defaults: appendix A with the safeguards of sections 5.1 and 5.5.</summary>
public sealed record PieParameters
{
    [Setting("qdelayRefMs", Min = 0.001, Max = 10_000, Unit = "ms", Text = "QDELAY_REF: target queueing delay")]
    public Duration QDelayRef { get; init; } = Duration.FromMilliseconds(15);

    [Setting("tUpdateMs", Min = 0.1, Max = 10_000, Unit = "ms", Text = "T_UPDATE: interval of computing the drop probability")]
    public Duration TUpdate { get; init; } = Duration.FromMilliseconds(15);

    [Setting("maxBurstMs", Min = 0, Max = 10_000, Unit = "ms", Text = "MAX_BURST: time without early drops after an uncongested period")]
    public Duration MaxBurst { get; init; } = Duration.FromMilliseconds(150);

    [Setting("alphaPerSecond", Min = 0, Max = 100, Text = "alpha: weight of the delay's deviation from the reference")]
    public double Alpha { get; init; } = 0.125;

    [Setting("betaPerSecond", Min = 0, Max = 100, Text = "beta: weight of the delay's change")]
    public double Beta { get; init; } = 1.25;

    [Setting("maxEcnThPercent", Min = 0, Max = 100, Unit = "%",
        Text = "MAX_ECNTH: from this drop probability on, packets are dropped instead of marked")]
    public double MaxEcnTh { get; init; } = 0.1;

    [Setting("meanPktSizeBytes", Min = 0, Max = 65_535, Unit = "bytes",
        Text = "MEAN_PKTSIZE: no early drops with at most two such packets queued; the RFC has no default")]
    public int MeanPktSize { get; init; } = 1500;

    [Setting("delayEstimator", Text = "how the queueing delay is estimated (section 4.3)")]
    public DelayEstimator DelayEstimator { get; init; } = DelayEstimator.Timestamp;

    [Setting("dqThresholdBytes", Min = 1, Max = 65_536, Unit = "bytes", Text = "DQ_THRESHOLD: span of a measurement of the departure rate")]
    public int DqThreshold { get; init; } = 1 << 14;

    [Setting("decay", Text = "when the probability decays; the RFC's appendices disagree")]
    public PieDecay Decay { get; init; } = PieDecay.Idle;

    [Setting("capAdjustment", Text = "from a probability of 0.1 on, an update adds at most 0.02 (section 5.5)")]
    public bool CapAdjustment { get; init; } = true;

    [Setting("derandomize", Text = "drops neither too close together nor too far apart (section 5.4)")]
    public bool Derandomize { get; init; }

    [Setting("activation", Text = "active from a queue that is a third full until it is idle (section 5.3)")]
    public bool Activation { get; init; }

    [Setting("keepDelayWhenEmpty", Text = "with timestamps, an empty queue keeps the last packet's delay (appendix A)")]
    public bool KeepDelayWhenEmpty { get; init; }
}

/// <summary>When PIE's drop probability decays exponentially; the appendices of RFC 8033 disagree.</summary>
public enum PieDecay
{
    /// <summary>If the current and the previous delay are zero: section 4.2 and appendix A.</summary>
    Idle,
    /// <summary>If both are below half of QDELAY_REF: appendix B.</summary>
    BelowHalfRef,
}

/// <summary>How PIE estimates the queueing delay (RFC 8033 section 4.3).</summary>
public enum DelayEstimator
{
    /// <summary>The sojourn time of the last dequeued packet.</summary>
    Timestamp,
    /// <summary>Little's law: bytes in the queue divided by the measured departure rate (section 5.2).</summary>
    DequeueRate,
}
