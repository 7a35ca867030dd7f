using Mongoose.Core.Channels;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>What an operator may choose about shaping. Immutable; one instance serves all circuits of a region.</summary>
public sealed record ShaperOptions
{
    public static readonly ShaperOptions Default = new();

    /// <summary>Shortest and longest <see cref="Burst"/>.</summary>
    public static readonly Duration MinBurst = Duration.FromMilliseconds(1), MaxBurst = Duration.FromSeconds(1);

    private readonly Duration _burst = Duration.FromMilliseconds(25);
    private readonly Duration _criticalBurst = Duration.FromMilliseconds(100);

    [Setting("Order",
        Text = "`sparse`: channels within their own share first, avatars and objects ahead of the others. `roundRobin`: in turn, as the paper has it. [SHAPING.md](SHAPING.md) compares them")]
    public ServiceOrder Order { get; init; } = ServiceOrder.Sparse;

    /// <summary>
    /// Whether tokens of the parent bucket that no channel claims are lent to backlogged channels. Null chooses the
    /// order's default: on for <see cref="ServiceOrder.Sparse"/>; off for <see cref="ServiceOrder.RoundRobin"/>, so that what the
    /// paper says is what is measured.
    /// </summary>
    [Setting("Lending", NullName = "auto", Text = "lend unused share; `auto` is yes with `sparse`, no with `roundRobin`")]
    public bool? Lending { get; init; }

    /// <summary>
    /// Depth of the buckets as time at their rate, 1 ms to 1 s. 25 ms covers the 15.6 ms sleep of a Windows host plus one full packet
    /// at 1 Mbit/s; a bucket shallower than rate * sleep caps the rate.
    /// </summary>
    [Setting("BurstMs", Min = 1, Max = 1000, Unit = "ms",
        Text = "what a circuit or channel may send at once, as time at its rate. Less paces more finely; less than the host sleeps lowers the rate")]
    public Duration Burst
    {
        get => _burst;
        init => _burst = Checked(value, nameof(Burst));
    }

    /// <summary>
    /// As <see cref="Burst"/>, for the child buckets of <see cref="LatencyCritical"/> channels. OpenSim finds out once in a frame of 91 ms
    /// who has moved, so what such a channel may send in a frame comes at once; 100 ms let it go at once. 1 ms to 1 s.
    /// </summary>
    [Setting("CriticalBurstMs", Min = 1, Max = 1000, Unit = "ms", Text = "the same for avatars and objects (Task)")]
    public Duration CriticalBurst
    {
        get => _criticalBurst;
        init => _criticalBurst = Checked(value, nameof(CriticalBurst));
    }

    /// <summary>
    /// Channels that go ahead of the others while within their own tokens. Task alone by default: it carries avatar and object
    /// updates, and every further member adds its own burst to Task's worst delay.
    /// </summary>
    public ChannelSet LatencyCritical { get; init; } = ChannelSet.Task;

    /// <summary>Whether lending is on, by choice or by the order's default.</summary>
    public bool Lends => Lending ?? Order == ServiceOrder.Sparse;

    private static Duration Checked(Duration value, string name) => value >= MinBurst && value <= MaxBurst
        ? value
        : throw new ArgumentOutOfRangeException(name, value, $"allowed: {MinBurst} to {MaxBurst}");
}
