using Mongoose.Core.Paths;
using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>The round trips between the clamp and one end of a flow.</summary>
internal struct RttHalf
{
    /// <summary>How long the minimum is remembered.</summary>
    public static readonly Duration Memory = Duration.FromSeconds(10);

    /// <summary>
    /// The current value is the smallest sample of this time, or of a longer round trip: a delayed acknowledgment is not a queue.
    /// </summary>
    private static readonly Duration RecentTime = Duration.FromMilliseconds(200);

    private static readonly Duration MaxPause = Duration.FromSeconds(1);

    private WindowedMinimum _min, _current;
    private Instant _sampledAt;

    public bool HasSample { get; private set; }

    /// <summary>The first sample since the last pause of more than <see cref="MaxPause"/>: after a pause the minimum may be new.</summary>
    public Instant SteadySince { get; private set; }

    /// <summary>
    /// The smallest sample of the 10 s before the last sample: it ages only when one is added, so that a flow that pauses stays measured.
    /// </summary>
    public readonly Duration Min => _min.Value;

    /// <summary>The smallest of the latest samples; at least <see cref="Min"/>.</summary>
    public readonly Duration Current => Duration.Max(_current.Value, _min.Value);

    /// <summary>
    /// Whether <see cref="Current"/> is known: there was a sample recently. A flow with data gives one per round trip, queue included.
    /// </summary>
    public readonly bool IsCurrent(Instant now) => HasSample && now - _sampledAt <= RecentTimeOf(Current * 2);

    /// <summary>Adds a sample.</summary>
    public void Add(Duration sample, Instant now) => Add(sample, Duration.Zero, now);

    /// <summary>Adds a sample that contains a known queueing delay, which does not count in the minimum.</summary>
    public void Add(Duration sample, Duration queueing, Instant now)
    {
        if (!HasSample || now - _sampledAt > MaxPause)
            SteadySince = now;
        (HasSample, _sampledAt) = (true, now);
        _min.Add(Duration.Max(sample - queueing, Duration.Zero), now, Memory);
        _current.Add(sample, now, RecentTimeOf(_min.Value));
    }

    /// <summary>
    /// Adds a sample that may contain time in which the end had nothing to send: only the first or one below <see cref="Current"/> counts.
    /// </summary>
    public void AddUpperBound(Duration sample, Instant now)
    {
        if (!HasSample || sample < Current)
            Add(sample, now);
    }

    private static Duration RecentTimeOf(Duration min) => Duration.Max(RecentTime, min);
}
