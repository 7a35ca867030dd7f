using Mongoose.Core.RateControl.PathControl;

namespace Mongoose.Core.Sending;

/// <summary>
/// Finds what held a circuit back most often at the polls of a second. Pacing a burst holds a circuit back for a few milliseconds, which
/// does not count as a limit: a limit must be found at more polls than <see cref="LimitedBy.Nothing"/>. A mutable value type.
/// </summary>
internal struct LimitFinder
{
    private LimitCounts _polls;

    /// <summary>Counts what holds the waiting packets back at a poll.</summary>
    public LimitedBy Count(LimitedBy limit)
    {
        _polls.Add(limit);
        return limit;
    }

    /// <summary>Returns the most frequent limit since the last call; <see cref="LimitedBy.Nothing"/> if there was no poll.</summary>
    public LimitedBy Take()
    {
        LimitedBy mostFrequent = LimitedBy.Nothing;
        for (LimitedBy limit = LimitedBy.Nothing + 1; limit <= LimitCounts.Last; limit++)
        {
            if (_polls.Of(limit) > _polls.Of(mostFrequent))
                mostFrequent = limit;
        }
        _polls = default;
        return mostFrequent;
    }

    /// <summary>The limit of packets that wait although everything that may be sent has been sent.</summary>
    /// <param name="isWindowFull">Whether unacknowledged data has reached its limit, or acks have stopped.</param>
    /// <param name="waitsForScene">Whether the circuit waits for tokens of the region.</param>
    /// <param name="path">The limit that path control has found, if it permits less than the allowed rate; otherwise null.</param>
    /// <param name="isCapped">Whether the region's cap limits the allowed rate.</param>
    public static LimitedBy Of(bool isWindowFull, bool waitsForScene, PathLimitKind? path, bool isCapped)
    {
        if (isWindowFull)
            return LimitedBy.Window;
        if (waitsForScene)
            return LimitedBy.Scene;
        if (path is { } kind)
            return OfPath(kind);
        return isCapped ? LimitedBy.Cap : LimitedBy.Viewer;
    }

    private static LimitedBy OfPath(PathLimitKind kind) => kind switch
    {
        PathLimitKind.Loss => LimitedBy.PathLoss,
        PathLimitKind.Downloads => LimitedBy.Downloads,
        _ => LimitedBy.PathDelay,
    };
}
