using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// How often a sender looks at a circuit where nobody notifies it of what is new. OpenSim announces rates and heartbeats and no more, so the
/// queues have to be polled; a region that notifies of everything uses <see cref="EventDriven"/>.
/// </summary>
public sealed record PollPolicy
{
    /// <summary>No polling: the sender serves a circuit when it is notified, and when tokens become available.</summary>
    public static readonly PollPolicy EventDriven = new()
    {
        Tick = Duration.Zero,
        Busy = Duration.MaxValue,
        Idle = Duration.MaxValue,
        TaskContent = Duration.MaxValue,
        TextureContent = Duration.MaxValue,
        Rates = Duration.MaxValue,
    };

    /// <summary>What suits OpenSim; an idle circuit is polled as often as OpenSim's own loop does.</summary>
    public static readonly PollPolicy OpenSim = new();

    /// <summary>Shortest time between two looks. A loop that sleeps 1 ms costs twice the processor time, and no circuit is faster for it.</summary>
    public Duration Tick { get; init; } = Duration.FromMilliseconds(2);

    /// <summary>Longest time between two looks at a circuit that has, or had within <see cref="BusyTime"/>, something to send.</summary>
    public Duration Busy { get; init; } = Duration.FromMilliseconds(5);

    /// <summary>How long a circuit counts as busy after its last packet.</summary>
    public Duration BusyTime { get; init; } = Duration.FromMilliseconds(250);

    /// <summary>Time between two looks at any other circuit. Polling is the only cost of an idle circuit: its queues are never in the CPU cache.</summary>
    public Duration Idle { get; init; } = Duration.FromMilliseconds(15);

    /// <summary>
    /// Time between two searches for entity updates beside those that the heartbeat announces, every 91 ms. To ask OpenSim takes up to a
    /// thousand locks in a large region.
    /// </summary>
    public Duration TaskContent { get; init; } = Duration.FromMilliseconds(200);

    /// <summary>Time between two searches for textures: each takes a lock.</summary>
    public Duration TextureContent { get; init; } = Duration.FromMilliseconds(10);

    /// <summary>Time between two readings of the rates beside those that an event announces: scaling and copies raise none.</summary>
    public Duration Rates { get; init; } = Duration.FromSeconds(1);

    /// <summary>When to look at a circuit again.</summary>
    /// <param name="now">The time.</param>
    /// <param name="nextGrant">When a packet may go.</param>
    /// <param name="isBusy">Whether the circuit counts as busy.</param>
    public Instant NextLook(Instant now, Instant nextGrant, bool isBusy) =>
        Instant.Min(Instant.Max(nextGrant, now + Tick), now + (isBusy ? Busy : Idle));
}
