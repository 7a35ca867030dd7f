using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Numerics;
using Mongoose.Network.Queues;

namespace Mongoose.Network.Links;

/// <summary>One direction of an emulated link: entrance, queue, transmitter, losses, propagation.</summary>
public sealed record LinkOptions
{
    public static readonly Duration MaxDelay = Duration.FromSeconds(3600);

    public const int MinMtuBytes = 576, MaxMtuBytes = 65_535;

    /// <summary>Larger packets are dropped before the queue; null for no limit.</summary>
    [Setting("mtuBytes", Min = MinMtuBytes, Max = MaxMtuBytes, Unit = "bytes",
        Text = "larger IP packets are dropped silently")]
    public int? MtuBytes { get; init; }

    /// <summary>Before the queue; null: none.</summary>
    [Setting("policer", Text = "a token bucket that drops the excess")]
    public Policer? Policer { get; init; }

    /// <summary>The transmitter's bandwidth; null is infinitely fast, and then no packet waits.</summary>
    public Bandwidth? Bandwidth { get; init; }

    /// <summary>A constant bandwidth.</summary>
    public DataRate? Rate
    {
        init => Bandwidth = value is { } rate ? new FixedBandwidth(rate) : null;
    }

    /// <summary>The queue in front of the transmitter.</summary>
    public QueueOptions Queue { get; init; } = new();

    /// <summary>One-way propagation delay; with <see cref="DelaySteps"/>, the delay until the first step.</summary>
    [Setting("delayMs", Min = 0, Max = 100_000, Unit = "ms", Text = "propagation delay, one way")]
    public Duration Delay { get; init; } = Duration.Zero;

    /// <summary>
    /// Changes of route: delays from a given time on; the last one remains. They keep the order of packets: after a decrease, packets
    /// arrive no earlier than those sent before them.
    /// </summary>
    [Setting("delaySteps", Text = "later delays (new routes); packets are not reordered")]
    public IReadOnlyList<DelayStep> DelaySteps { get; init; } = [];

    /// <summary>
    /// The maximum deviation of a packet's delay, uniformly distributed in both directions; at most <see cref="Delay"/> and each delay of
    /// <see cref="DelaySteps"/>. It keeps the order: a packet that would overtake the previous one arrives together with it.
    /// </summary>
    [Setting("jitterMs", Min = 0, Max = 100_000, Unit = "ms", Range = "0 to `delayMs`",
        Text = "uniform variation of the delay, in both directions, without reordering; at most each of `delaySteps`")]
    public Duration Jitter { get; init; } = Duration.Zero;

    /// <summary>Packets that are overtaken; null for none.</summary>
    [Setting("reordering", As = typeof(ReorderingSettings), Text = "random reordering")]
    public Reordering? Reordering { get; init; }

    /// <summary>
    /// The probability that a packet that is not lost arrives twice, 0 to 1. The copy follows immediately unless <see cref="Reordering"/>
    /// delays one of the two, and is not copied again.
    /// </summary>
    [Setting("duplicationPercent", Min = 0, Max = 100, Unit = "%", Text = "random share of duplicated packets")]
    public double Duplication { get; init; }

    /// <summary>Packets that are lost after transmission.</summary>
    public LossModel Loss { get; init; } = LossModel.None;

    /// <summary>The seed of everything random on this link: the same seed loses, delays and duplicates the same packets.</summary>
    public long Seed { get; init; }

    /// <exception cref="ArgumentException">A delay or probability is invalid; the message names it and what is allowed.</exception>
    public void Validate()
    {
        if (MtuBytes is { } mtu)
            Allowed.Between(mtu, MinMtuBytes, MaxMtuBytes, "link, MTU");
        Policer?.Validate();
        Allowed.Between(Delay, Duration.Zero, MaxDelay, "link, delay");
        DelayStep.InOrder(DelaySteps);
        Allowed.Between(Jitter, Duration.Zero, DelaySteps.Select(step => step.Delay).Append(Delay).Min(), "link, jitter around the delay");
        Allowed.Probability(Duplication, "link, duplication probability");
    }
}

/// <summary>A delay that applies from a given time.</summary>
/// <param name="From">The time since the link started; the delay applies to packets whose transmission ends then or later.</param>
/// <param name="Delay">The one-way delay.</param>
/// <param name="Ramp">
/// The time, from <paramref name="From"/> on, in which the delay changes linearly to <paramref name="Delay"/>; zero: at once.
/// </param>
public readonly record struct DelayStep(
    [property: Setting("atSeconds", IsRequired = true, Min = 0, Max = 1e6, Unit = "s", Range = "0 to 1000000, ascending",
        Text = "time of the step, for packets whose last bit is sent from then on")]
    Duration From,
    [property: Setting("delayMs", IsRequired = true, Min = 0, Max = 100_000, Unit = "ms", Text = "new one-way delay")]
    Duration Delay,
    [property: Setting("rampSeconds", Min = 0, Max = 1e6, Unit = "s", Range = "0 to the time of the next step",
        Text = "duration of a linear change to `delayMs`")]
    Duration Ramp = default)
{
    /// <summary>Returns the steps if they are valid.</summary>
    /// <exception cref="ArgumentException">A delay or a ramp is invalid, or a step is not after the previous one and its ramp.</exception>
    public static IReadOnlyList<DelayStep> InOrder(IReadOnlyList<DelayStep> steps)
    {
        for (int i = 0; i < steps.Count; i++)
        {
            Allowed.Between(steps[i].Delay, Duration.Zero, LinkOptions.MaxDelay, "link, delay");
            if (steps[i].Ramp < Duration.Zero)
                throw new ArgumentException($"delay step {i}, ramp {steps[i].Ramp}: must not be negative");
            if (i > 0 && steps[i].From <= steps[i - 1].From)
                throw new ArgumentException($"delay step {i} at {steps[i].From}: must be after {steps[i - 1].From}");
            if (i > 0 && steps[i].From < steps[i - 1].From + steps[i - 1].Ramp)
                throw new ArgumentException($"delay step {i} at {steps[i].From}: "
                    + $"the ramp before ends at {steps[i - 1].From + steps[i - 1].Ramp}");
        }
        return steps;
    }
}

/// <summary>Some packets take longer and are overtaken by later ones; all others keep their order and their times.</summary>
/// <param name="Probability">The probability that a packet takes longer, 0 to 1.</param>
/// <param name="ExtraDelay">The additional delay, 0 or more.</param>
/// <exception cref="ArgumentException">A parameter is outside its range.</exception>
public sealed record Reordering(double Probability, Duration ExtraDelay)
{
    public double Probability { get; } = Allowed.Probability(Probability, "reordering, probability");

    public Duration ExtraDelay { get; } =
        Allowed.Between(ExtraDelay, Duration.Zero, LinkOptions.MaxDelay, "reordering, extra delay");
}

/// <summary>Reordering as declared in a file.</summary>
public sealed record ReorderingSettings : ISettingRules
{
    [Setting("percent", IsRequired = true, Min = 0, Max = 100, Unit = "%", Text = "random share of packets held back")]
    public double Share { get; init; }

    [Setting("extraDelayMs", IsRequired = true, Min = 0, Max = 100_000, Unit = "ms", Text = "how long they are held back")]
    public Duration ExtraDelay { get; init; }

    object ISettingRules.Finish(ISettingReport report) => new Reordering(Share, ExtraDelay);
}
