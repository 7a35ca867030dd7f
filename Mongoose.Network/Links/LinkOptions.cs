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

    /// <summary>Propagation, one way.</summary>
    public Duration Delay { get; init; } = Duration.Zero;

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
        Allowed.Between(Jitter, Duration.Zero, Delay, "link, jitter around the delay");
        Allowed.Probability(Duplication, "link, duplication probability");
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
