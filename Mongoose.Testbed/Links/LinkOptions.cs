using Mongoose.Core.Units;
using Mongoose.Testbed.Links.Bandwidths;
using Mongoose.Testbed.Links.Losses;
using Mongoose.Testbed.Queues;

namespace Mongoose.Testbed.Links;

/// <summary>One direction of an emulated link: queue, transmitter, losses, propagation.</summary>
public sealed record LinkOptions
{
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

    /// <summary>Packets that vanish after transmission.</summary>
    public LossModel Loss { get; init; } = LossModel.None;

    /// <summary>Of all that is random on this link: the same seed loses the same packets.</summary>
    public long Seed { get; init; }
}
