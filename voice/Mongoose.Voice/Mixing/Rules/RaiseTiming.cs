using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// Decides when the next stream may be tried while the sender follows the queueing delay. A failed trial postpones the next one, because it
/// adds delay for all senders. A sender that had to yield without a trial of its own waits longer the more streams it has, so that senders
/// with fewer streams raise first.
/// </summary>
internal struct RaiseTiming(Instant longAgo)
{
    /// <summary>After this time with a short queue, a trial has succeeded.</summary>
    private static readonly Duration Success = Duration.FromSeconds(10);

    /// <summary>If the queue drains within this time after a reduction, other senders have yielded too, and there is room.</summary>
    private static readonly Duration QuickDrain = Duration.FromSeconds(3);

    /// <summary>
    /// Waits after failed trials in seconds: 8, 16, then 25, so that a change of the path is noticed within half a minute.
    /// </summary>
    private const double FirstWait = 8, MaxWait = 25;

    private const double YieldedWaitPerStream = 2, RoomWaitPerStream = 1;

    private Instant _mayRaiseAt = longAgo, _raisedAt = longAgo, _reducedAt = longAgo;
    private bool _awaitsDrain;
    private int _failures;

    /// <summary>Whether the last stream is a trial whose outcome is not known yet.</summary>
    public bool IsTrying { get; private set; }

    public readonly bool MayRaise(Instant now) => now >= _mayRaiseAt;

    /// <summary>Whether the last raise may have caused the present queue, even if it has been taken back.</summary>
    public readonly bool IsRecent(Instant now) => now - _raisedAt < Success;

    /// <summary>A stream is tried.</summary>
    public void Raised(Instant now) => (_raisedAt, IsTrying) = (now, true);

    /// <summary>Losses have ended the trial, so it has no result about the queue.</summary>
    public void GiveUp() => IsTrying = false;

    /// <summary>The queue has forced the sender to reduce its streams.</summary>
    /// <param name="streams">The streams that are left.</param>
    public void Reduced(int streams, Instant now)
    {
        _failures = IsTrying ? _failures + 1 : 0;
        double wait = IsTrying ? FirstWait * Math.Pow(2, _failures - 1) : YieldedWaitPerStream * streams;
        _mayRaiseAt = now + Duration.FromSeconds(Math.Min(wait, MaxWait));
        (_reducedAt, _awaitsDrain, IsTrying) = (now, true, false);
    }

    /// <summary>The queue is short.</summary>
    public void QueueIsShort(int streams, Instant now)
    {
        if (IsTrying && now - _raisedAt > Success)
            (IsTrying, _failures) = (false, 0);
        if (!_awaitsDrain || now <= _reducedAt)
            return;
        _awaitsDrain = false;
        if (now - _reducedAt > QuickDrain)
            return;
        double wait = RoomWaitPerStream * streams * Math.Pow(2, Math.Max(0, _failures - 1));
        _mayRaiseAt = Instant.Min(_mayRaiseAt, now + Duration.FromSeconds(Math.Min(wait, MaxWait)));
    }
}
