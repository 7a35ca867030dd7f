using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Numerics;
using Mongoose.Network.Queues;

namespace Mongoose.Network.Links;

/// <summary>One direction of an emulated link: queue, transmitter, losses, propagation.</summary>
public sealed record LinkOptions
{
    public static readonly Duration LongestDelay = Duration.FromSeconds(3600);

    /// <summary>Of the transmitter; null is infinitely fast, and then nothing waits.</summary>
    public Bandwidth? Bandwidth { get; init; }

    /// <summary>A bandwidth that stays the same.</summary>
    public DataRate? Rate
    {
        init => Bandwidth = value is { } rate ? new FixedBandwidth(rate) : null;
    }

    /// <summary>What waits for the transmitter.</summary>
    public QueueOptions Queue { get; init; } = new();

    /// <summary>Propagation, one way; with <see cref="DelaySteps"/> until the first of them.</summary>
    public Duration Delay { get; init; } = Duration.Zero;

    /// <summary>
    /// Changes of route: delays from a time on, the last one stays. They change no order: after a fall packets arrive no earlier than those that
    /// were sent before it.
    /// </summary>
    public IReadOnlyList<DelayStep> DelaySteps { get; init; } = [];

    /// <summary>
    /// How far a packet's delay is from <see cref="Delay"/> at most, evenly spread to both sides; at most <see cref="Delay"/>. It changes
    /// no order: a packet that would overtake the one before it arrives together with it.
    /// </summary>
    public Duration Jitter { get; init; } = Duration.Zero;

    /// <summary>Packets that are overtaken; null is none.</summary>
    public Reordering? Reordering { get; init; }

    /// <summary>Of a packet that is not lost to arrive twice, 0 to 1. The copy is right behind it, and is not copied again.</summary>
    public double Duplication { get; init; }

    /// <summary>Packets that vanish after transmission.</summary>
    public LossModel Loss { get; init; } = LossModel.None;

    /// <summary>Of all that is random on this link: the same seed loses, delays and duplicates the same packets.</summary>
    public long Seed { get; init; }

    /// <exception cref="ArgumentException">A delay or probability is not allowed; the message says which and what is.</exception>
    public void Validate()
    {
        Allowed.Between(Delay, Duration.Zero, LongestDelay, "link, delay");
        DelayStep.InOrder(DelaySteps);
        Allowed.Between(Jitter, Duration.Zero, DelaySteps.Select(step => step.Delay).Append(Delay).Min(), "link, jitter around the delay");
        Allowed.Probability(Duplication, "link, duplication probability");
    }
}

/// <summary>A delay from a time on.</summary>
/// <param name="From">Since the link started; it is that of packets whose transmission ends then or later.</param>
/// <param name="Delay">One way.</param>
public readonly record struct DelayStep(
    [property: Setting("atSeconds", IsRequired = true, Min = 0, Max = 1e6, Unit = "s", Range = "0 to 1000000, ascending",
        Text = "when: for packets whose last bit leaves then or later")]
    Duration From,
    [property: Setting("delayMs", IsRequired = true, Min = 0, Max = 100_000, Unit = "ms", Text = "from then on")]
    Duration Delay)
{
    /// <summary>The steps, if they can be taken.</summary>
    /// <exception cref="ArgumentException">A delay is not allowed, or a step is not after the one before it.</exception>
    public static IReadOnlyList<DelayStep> InOrder(IReadOnlyList<DelayStep> steps)
    {
        for (int i = 0; i < steps.Count; i++)
        {
            Allowed.Between(steps[i].Delay, Duration.Zero, LinkOptions.LongestDelay, "link, delay");
            if (i > 0 && steps[i].From <= steps[i - 1].From)
                throw new ArgumentException($"delay step {i} at {steps[i].From}: must be after {steps[i - 1].From}");
        }
        return steps;
    }
}

/// <summary>Some packets take longer and are overtaken by those behind them; the others keep their order and their times.</summary>
/// <param name="Probability">Of a packet to take longer, 0 to 1.</param>
/// <param name="ExtraDelay">How much longer, 0 or more.</param>
/// <exception cref="ArgumentException">A parameter is outside its range.</exception>
public sealed record Reordering(double Probability, Duration ExtraDelay)
{
    public double Probability { get; } = Allowed.Probability(Probability, "reordering, probability");

    public Duration ExtraDelay { get; } =
        Allowed.Between(ExtraDelay, Duration.Zero, LinkOptions.LongestDelay, "reordering, extra delay");
}
