using Mongoose.Core.Units;

namespace Mongoose.Core.Paths;

/// <summary>Round trips of a path and the queueing delay in them.</summary>
public struct PathRoundTrips
{
    /// <summary>How long the minimum round trip is remembered.</summary>
    public static readonly Duration Memory = Duration.FromSeconds(60);

    /// <summary>
    /// The queueing delay is the minimum over this time, because a frame of the viewer or a clump of packets is not a queue.
    /// </summary>
    private static readonly Duration RecentTime = Duration.FromMilliseconds(500);

    private WindowedMinimum _min, _recent;

    public readonly bool HasSample => Last > Duration.Zero;

    /// <summary>R: the last sample.</summary>
    public Duration Last { get; private set; }

    /// <summary>The minimum over <see cref="Memory"/>.</summary>
    public readonly Duration Min => _min.Value;

    /// <summary>
    /// How far the minimum over the last half second, or over a round trip if that is longer, is above <see cref="Min"/>.
    /// </summary>
    public readonly Duration Queueing => _recent.Value - _min.Value;

    /// <summary>Adds a sample, above zero.</summary>
    public void Add(Duration sample, Instant now)
    {
        Last = Duration.Max(sample, new Duration(1));
        _min.Add(Last, now, Memory);
        _recent.Add(Last, now, Duration.Max(RecentTime, _min.Value));
    }
}
