using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// How often a sender polls a circuit whose changes are not announced. OpenSim announces only rates and heartbeats, so the queues have
/// to be polled. A region that announces every change uses <see cref="EventDriven"/>.
/// </summary>
public sealed record PollPolicy
{
    /// <summary>No polling: the sender serves a circuit when it is notified and when tokens become available.</summary>
    public static readonly PollPolicy EventDriven = new()
    {
        Tick = Duration.Zero,
        Busy = Duration.MaxValue,
        Idle = Duration.MaxValue,
        TaskContent = Duration.MaxValue,
        TextureContent = Duration.MaxValue,
        Rates = Duration.MaxValue,
    };

    /// <summary>Intervals for OpenSim. An idle circuit is polled as often as in OpenSim's own loop.</summary>
    public static readonly PollPolicy OpenSim = new();

    /// <summary>Minimum time between two polls. A loop that sleeps 1 ms costs twice the CPU time and makes no circuit faster.</summary>
    public Duration Tick { get; init; } = Duration.FromMilliseconds(2);

    /// <summary>Maximum time between two polls of a circuit that has, or had within <see cref="BusyTime"/>, something to send.</summary>
    public Duration Busy { get; init; } = Duration.FromMilliseconds(5);

    /// <summary>How long a circuit counts as busy after its last packet.</summary>
    public Duration BusyTime { get; init; } = Duration.FromMilliseconds(250);

    /// <summary>
    /// Time between two polls of any other circuit. Polls are the only cost of an idle circuit, and each of them misses the CPU cache.
    /// </summary>
    public Duration Idle { get; init; } = Duration.FromMilliseconds(15);

    /// <summary>
    /// Time between two searches for entity updates, in addition to those that the heartbeat announces every 91 ms. Each search takes up to
    /// a thousand locks in a large region.
    /// </summary>
    public Duration TaskContent { get; init; } = Duration.FromMilliseconds(200);

    /// <summary>Time between two searches for textures. Each search takes a lock.</summary>
    public Duration TextureContent { get; init; } = Duration.FromMilliseconds(10);

    /// <summary>
    /// Time between two readings of the rates, in addition to those that an event announces: scaling and copying the rates raise no event.
    /// </summary>
    public Duration Rates { get; init; } = Duration.FromSeconds(1);

    /// <summary>When to poll a circuit again.</summary>
    /// <param name="nextGrant">When a packet may be sent or a refill is due.</param>
    /// <param name="isBusy">Whether the circuit counts as busy.</param>
    public Instant NextPollAt(Instant now, Instant nextGrant, bool isBusy) =>
        Instant.Min(Instant.Max(nextGrant, now + Tick), now + (isBusy ? Busy : Idle));
}
