using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Finds what held a circuit back for most of a second. A poll finds what holds the waiting packets back from then to the next poll, or
/// until the next poll is overdue: the rest of that time counts as <see cref="LimitedBy.Host"/>. Pacing a burst holds a circuit back for a
/// few milliseconds, which does not count as a limit: a limit must last longer than <see cref="LimitedBy.Nothing"/>. A mutable value type.
/// </summary>
internal struct LimitFinder
{
    /// <summary>
    /// The part of the limited time from which on the host counts: the rate is then a quarter higher than what can be used of it, so that a
    /// higher rate would not help.
    /// </summary>
    public const double MinHostPart = 0.2;

    private LimitCounts _nanoseconds;
    private LimitedBy _limit;
    private Instant? _since;

    /// <summary>Begins anew: the time since the last poll does not count.</summary>
    public void Restart() => this = default;

    /// <summary>A poll begins. Counts the time since the last one.</summary>
    /// <param name="wasted">
    /// The part of that time for which the circuit's tokens were lost, because the poll came late: the bucket was full again before.
    /// </param>
    public void BeginPoll(Duration wasted, Instant now)
    {
        if (_since is { } since && now > since)
        {
            Duration elapsed = now - since;
            Duration lost = _limit == LimitedBy.Nothing ? Duration.Zero : Duration.Min(Duration.Max(wasted, Duration.Zero), elapsed);
            _nanoseconds.Add(LimitedBy.Host, lost.Nanoseconds);
            _nanoseconds.Add(_limit, (elapsed - lost).Nanoseconds);
        }
        _since = now;
    }

    /// <summary>The poll has found what holds the waiting packets back.</summary>
    public LimitedBy Found(LimitedBy limit) => _limit = limit;

    /// <summary>The limit of the time since the last call; <see cref="LimitedBy.Nothing"/> if there was no poll.</summary>
    /// <param name="nanoseconds">That time, by what held the circuit back.</param>
    public LimitedBy Take(out LimitCounts nanoseconds)
    {
        nanoseconds = _nanoseconds;
        LimitedBy longest = LimitedBy.Nothing;
        long limited = 0;
        for (LimitedBy limit = LimitedBy.Nothing + 1; limit <= LimitCounts.Last; limit++)
        {
            limited += _nanoseconds.Of(limit);
            if (_nanoseconds.Of(limit) > _nanoseconds.Of(longest))
                longest = limit;
        }
        long free = _nanoseconds.Of(LimitedBy.Nothing), host = _nanoseconds.Of(LimitedBy.Host);
        _nanoseconds = default;
        return limited > free && host >= MinHostPart * limited ? LimitedBy.Host : longest;
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
