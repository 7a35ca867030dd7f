using Mongoose.Core.Channels;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>Shaping options that an operator can set. Immutable; one instance serves all circuits of a region.</summary>
public sealed record ShaperOptions
{
    public static readonly ShaperOptions Default = new();

    /// <summary>Minimum and maximum <see cref="Burst"/>.</summary>
    public static readonly Duration MinBurst = Duration.FromMilliseconds(1), MaxBurst = Duration.FromSeconds(1);

    private readonly Duration _burst = Duration.FromMilliseconds(25);
    private readonly Duration _criticalBurst = Duration.FromMilliseconds(100);

    [Setting("Order",
        Text = "`sparse`: channels within their own share first, avatars and objects ahead; `roundRobin`: in turn "
            + "([comparison](../research/shaping.md))")]
    public ServiceOrder Order { get; init; } = ServiceOrder.Sparse;

    /// <summary>
    /// Whether unclaimed tokens of the parent bucket are lent to backlogged channels. Null selects the order's default: on for
    /// <see cref="ServiceOrder.Sparse"/>; off for <see cref="ServiceOrder.RoundRobin"/>, so that measurements show the paper's method
    /// unchanged.
    /// </summary>
    [Setting("Lending", NullName = "auto", Text = "lend channels' unused bandwidth; `auto`: only with `sparse`")]
    public bool? Lending { get; init; }

    /// <summary>
    /// Depth of the buckets as time at their rate, 1 ms to 1 s. 25 ms covers the 15.6 ms sleep of a Windows host plus a texture packet at 1
    /// Mbit/s; a bucket shallower than rate * sleep time caps the rate.
    /// </summary>
    [Setting("BurstMs", Min = 1, Max = 1000, Unit = "ms",
        Text = "burst of a circuit or channel, as time at its rate; if shorter than the host's sleep interval, it lowers the rate")]
    public Duration Burst
    {
        get => _burst;
        init => _burst = Checked(value, nameof(Burst));
    }

    /// <summary>
    /// Like <see cref="Burst"/>, but for the child buckets of <see cref="LatencyCritical"/> channels; 1 ms to 1 s. OpenSim detects movement
    /// once per frame of 91 ms, so all updates of a frame arrive in one batch. With 100 ms such a batch can be sent immediately.
    /// </summary>
    [Setting("CriticalBurstMs", Min = 1, Max = 1000, Unit = "ms", Text = "burst of Task (avatars and objects)")]
    public Duration CriticalBurst
    {
        get => _criticalBurst;
        init => _criticalBurst = Checked(value, nameof(CriticalBurst));
    }

    /// <summary>
    /// Channels that are served ahead of the others while within their own tokens. Only Task by default: it carries avatar and object
    /// updates. Each additional member adds its own burst to Task's worst-case delay.
    /// </summary>
    public ChannelSet LatencyCritical { get; init; } = ChannelSet.Task;

    /// <summary>Whether lending is on, either explicitly or by the order's default.</summary>
    public bool Lends => Lending ?? Order == ServiceOrder.Sparse;

    private static Duration Checked(Duration value, string name) => value >= MinBurst && value <= MaxBurst
        ? value
        : throw new ArgumentOutOfRangeException(name, value, $"allowed: {MinBurst} to {MaxBurst}");
}
