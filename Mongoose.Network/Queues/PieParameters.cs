using Mongoose.Core.Units;

namespace Mongoose.Network.Queues;

/// <summary>The parameters of RFC 8033, with its defaults: appendix A with the safeguards of sections 5.1 and 5.5.</summary>
public sealed record PieParameters
{
    /// <summary>QDELAY_REF: the queueing delay aimed at.</summary>
    public Duration QDelayRef { get; init; } = Duration.FromMilliseconds(15);

    /// <summary>T_UPDATE: how often the drop probability is computed.</summary>
    public Duration TUpdate { get; init; } = Duration.FromMilliseconds(15);

    /// <summary>MAX_BURST: after an uncongested time, nothing is dropped early for so long.</summary>
    public Duration MaxBurst { get; init; } = Duration.FromMilliseconds(150);

    /// <summary>Weight of the delay's distance from the reference, per second.</summary>
    public double Alpha { get; init; } = 0.125;

    /// <summary>Weight of the delay's change, per second.</summary>
    public double Beta { get; init; } = 1.25;

    /// <summary>MAX_ECNTH: from this drop probability on, packets are dropped that could be marked.</summary>
    public double MaxEcnTh { get; init; } = 0.1;

    /// <summary>MEAN_PKTSIZE in bytes on the wire: with two or less queued, nothing is dropped early. No default in the RFC.</summary>
    public int MeanPktSize { get; init; } = 1500;

    public DelayEstimator DelayEstimator { get; init; } = DelayEstimator.Timestamp;

    /// <summary>DQ_THRESHOLD in bytes: what a measurement of the departure rate spans.</summary>
    public int DqThreshold { get; init; } = 1 << 14;

    public PieDecay Decay { get; init; } = PieDecay.Idle;

    /// <summary>Section 5.5: at a probability of 0.1 or more, one update adds at most 0.02.</summary>
    public bool CapAdjustment { get; init; } = true;

    /// <summary>Section 5.4: drops are neither too close to each other nor too far apart.</summary>
    public bool Derandomize { get; init; }

    /// <summary>Section 5.3: works only from when a third of the queue is full until the queue is idle.</summary>
    public bool Activation { get; init; }

    /// <summary>With timestamps, an empty queue keeps the last packet's delay, as appendix A has it, instead of none.</summary>
    public bool KeepDelayWhenEmpty { get; init; }

    /// <summary>The extended pseudo-code of appendix B.</summary>
    public static PieParameters AppendixB { get; } = new()
    {
        DelayEstimator = DelayEstimator.DequeueRate,
        Decay = PieDecay.BelowHalfRef,
        Derandomize = true,
        Activation = true,
    };
}

/// <summary>When PIE's drop probability decays exponentially; the appendices of RFC 8033 disagree.</summary>
public enum PieDecay
{
    /// <summary>Both the delay and the one before are zero: section 4.2 and appendix A.</summary>
    Idle,
    /// <summary>Both are below half of QDELAY_REF: appendix B.</summary>
    BelowHalfRef,
}

/// <summary>Where PIE has the queueing delay from (RFC 8033 section 4.3).</summary>
public enum DelayEstimator
{
    /// <summary>How long the packet that was dequeued last had waited.</summary>
    Timestamp,
    /// <summary>Little's law: bytes in the queue over the measured rate of departure (section 5.2).</summary>
    DequeueRate,
}
