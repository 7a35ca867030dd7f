using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;

namespace Mongoose.Core.Sending;

/// <summary>How a region sends. Immutable; one instance serves all circuits of a region.</summary>
public sealed record SendingOptions
{
    public static readonly SendingOptions Default = new();

    public ShaperOptions Shaping { get; init; } = ShaperOptions.Default;

    public InFlightLimit InFlight { get; init; } = InFlightLimit.Default;

    /// <summary>How far ahead entity updates are made into packets. Queued updates become stale, so this time is short.</summary>
    public RefillOptions TaskRefill { get; init; } = RefillOptions.Task;

    /// <summary>How far ahead textures are made into packets.</summary>
    public RefillOptions TextureRefill { get; init; } = RefillOptions.Texture;

    /// <summary>Path control of circuits; null sends at the rate that the viewer asks for.</summary>
    public PathControlOptions? PathControl { get; init; }

    /// <summary>Whether packets that three later packets have overtaken are sent again before their timer expires.</summary>
    public bool FastResend { get; init; }

    /// <summary>The content of resent packets with object updates.</summary>
    public ResendRule ResendRule { get; init; } = ResendRule.Trimmed;

    /// <summary>Whether circuits use the times of acks.</summary>
    public bool UsesAcks => PathControl is not null || FastResend;

    public PollPolicy Polling { get; init; } = PollPolicy.EventDriven;
}

/// <summary>When the sender asks for more packets of a channel that is filled on demand, and for how many bytes.</summary>
/// <param name="Ahead">Target length of the queue after a refill, as time at the circuit's rate.</param>
/// <param name="MinBytes">Minimum size of a refill while other channels have packets too, in bytes.</param>
/// <param name="LowWater">Fraction of the target length below which the sender asks for a refill, 0 to 1.</param>
/// <param name="FullBytes">
/// Minimum size of a refill while no other channel has packets, in bytes, and for a target length of at least this size. If this size
/// exceeds <paramref name="MinBytes"/> and no other channel has packets, content that a refill has left waits until
/// <paramref name="Ahead"/> before the circuit can send the next refill. Newly announced content ends this wait.
/// </param>
public readonly record struct RefillOptions(Duration Ahead, int MinBytes, double LowWater, int FullBytes)
{
    /// <summary>
    /// Only 5 ms ahead, or one full packet on a slow circuit, because updates that have been made into packets can no longer be replaced by
    /// newer state. On a slow circuit that other channels also use, a full packet would wait for its turn for too long.
    /// </summary>
    public static readonly RefillOptions Task =
        new(Duration.FromMilliseconds(5), MinBytes: 300, LowWater: 1, UpdatePortions.FullPacketBytes);

    /// <summary>
    /// Textures do not become stale, and a refill costs as much as several packets. While updates are also being sent, textures have half
    /// of the circuit's rate and wait twice as long, which is still less than 100 ms. A third of the target length lasts until the refill
    /// has run.
    /// </summary>
    public static readonly RefillOptions Texture = new(Duration.FromMilliseconds(40), MinBytes: 2054, LowWater: 1.0 / 3, FullBytes: 2054);
}
