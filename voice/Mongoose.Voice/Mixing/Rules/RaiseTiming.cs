using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// When the next stream may be tried while the sender follows the queueing delay. A try that fails makes the next one wait longer, because it costs
/// everybody delay. A sender that had to yield without a try of its own waits longer the more streams it has, so that those with fewer raise first.
/// </summary>
internal struct RaiseTiming(Instant longAgo)
{
    /// <summary>A stream that has been sent for so long and left the queue short has succeeded.</summary>
    private static readonly Duration Success = Duration.FromSeconds(10);

    /// <summary>If the queue drains so soon after streams were taken away, then others have yielded too, and there is room.</summary>
    private static readonly Duration QuickDrain = Duration.FromSeconds(3);

    /// <summary>Waits after failed tries: 8, 16, then 25 s, so that a change of the path is noticed within half a minute.</summary>
    private const double FirstWait = 8, LongestWait = 25;

    private const double YieldedWaitPerStream = 2, RoomWaitPerStream = 1;

    private Instant _mayRaiseAt = longAgo, _raisedAt = longAgo, _loweredAt = longAgo;
    private bool _awaitsDrain;
    private int _failures;

    /// <summary>Whether the last stream is a try of which the outcome is not known.</summary>
    public bool IsTrying { get; private set; }

    public readonly bool MayRaise(Instant now) => now >= _mayRaiseAt;

    /// <summary>A stream is tried.</summary>
    public void Raised(Instant now) => (_raisedAt, IsTrying) = (now, true);

    /// <summary>Losses have taken the try away, which says nothing about the queue.</summary>
    public void GiveUp() => IsTrying = false;

    /// <summary>The queue has made the sender take streams away.</summary>
    /// <param name="streams">The streams that are left.</param>
    /// <param name="now">The time.</param>
    public void Lowered(int streams, Instant now)
    {
        _failures = IsTrying ? _failures + 1 : 0;
        double wait = IsTrying ? FirstWait * Math.Pow(2, _failures - 1) : YieldedWaitPerStream * streams;
        _mayRaiseAt = now + Duration.FromSeconds(Math.Min(wait, LongestWait));
        (_loweredAt, _awaitsDrain, IsTrying) = (now, true, false);
    }

    /// <summary>The queue is short.</summary>
    public void QueueIsShort(int streams, Instant now)
    {
        if (IsTrying && now - _raisedAt > Success)
            (IsTrying, _failures) = (false, 0);
        if (!_awaitsDrain || now <= _loweredAt)
            return;
        _awaitsDrain = false;
        if (now - _loweredAt > QuickDrain)
            return;
        double wait = RoomWaitPerStream * streams * Math.Pow(2, Math.Max(0, _failures - 1));
        _mayRaiseAt = Instant.Min(_mayRaiseAt, now + Duration.FromSeconds(Math.Min(wait, LongestWait)));
    }
}
