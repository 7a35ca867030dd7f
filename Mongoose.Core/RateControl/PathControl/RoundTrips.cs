using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>Round trips of a path, and what of them is queueing.</summary>
public struct RoundTrips
{
    /// <summary>How long the least round trip is remembered.</summary>
    public static readonly Duration Memory = Duration.FromSeconds(60);

    /// <summary>A queue counts as it was at its least in so long: a frame of the viewer or a clump of packets is no queue.</summary>
    private static readonly Duration Lately = Duration.FromMilliseconds(500);

    private WindowedMinimum _least, _lately;

    public bool HasSample { get; private set; }

    /// <summary>R: the last sample.</summary>
    public Duration Last { get; private set; }

    /// <summary>The least of <see cref="Memory"/>.</summary>
    public readonly Duration Least => _least.Value;

    /// <summary>The least of half a second, or of a round trip if that is longer.</summary>
    public readonly Duration LeastLately => _lately.Value;

    public readonly Duration Queueing => _lately.Value - _least.Value;

    /// <summary>Takes a sample; above zero.</summary>
    public void Add(Duration sample, Instant now)
    {
        Last = Duration.Max(sample, new Duration(1));
        HasSample = true;
        _least.Add(Last, now, Memory);
        _lately.Add(Last, now, Duration.Max(Lately, _least.Value));
    }
}
