using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Drains the line's queue and finds out whether it was the circuits' own. For a planned time the circuits send less than the line
/// delivers, then almost as much. The packets sent after the drain show the result: if the queue was the circuits' own, it is gone.
/// </summary>
public struct QueueDrain
{
    /// <summary>Bounds of the factor of the rate while the queue drains, which is lower for a longer queue.</summary>
    private const double DeepestPace = 0.4, UsualPace = 0.7;

    /// <summary>The factor of the rate while the circuits wait for the result, so that they do not fill the queue again.</summary>
    private const double WatchingPace = 0.97;

    /// <summary>A queue that stays above these parts of the limit and of its maximum is not the circuits' own.</summary>
    private const double StaysOfLimit = 0.35, StaysOfHeight = 0.35;

    /// <summary>
    /// Below this part of the limit the queue is gone at the first check. Otherwise up to <see cref="MaxRechecks"/> further clumps may show
    /// that it is gone.
    /// </summary>
    private const double GoneOfLimit = 0.5;

    private const int MaxRechecks = 2;

    /// <summary>A queue should be gone after about Aim. A drain takes at most MaxTime.</summary>
    private static readonly Duration Aim = Duration.FromMilliseconds(150), MaxTime = Duration.FromMilliseconds(1500);

    /// <summary>With more noise than this, an apparent queue may be none.</summary>
    private static readonly Duration Noisy = Duration.FromMilliseconds(2);

    private Instant _startedAt, _endsAt;
    private Duration _highest;
    private int _checks;

    /// <summary>The phase of the drain.</summary>
    public DrainPhase Phase { get; private set; }

    /// <summary>The factor of the rate.</summary>
    public double Pace { get; private set; }

    /// <summary>The shortest round trip of the packets that were sent after the drain.</summary>
    public Duration Floor { get; private set; }

    /// <summary>The rate before the drain, in bytes per second.</summary>
    public double RateBefore { get; private set; }

    /// <summary>Whether the drain ended a start.</summary>
    public bool EndedStart { get; private set; }

    /// <summary>Begins a drain.</summary>
    /// <param name="queueing">The queue as measured.</param>
    /// <param name="predicted">The queue that the packets on their way will find.</param>
    /// <param name="rate">The rate, in bytes per second.</param>
    /// <param name="endsStart">Whether the drain ends a start.</param>
    public void Begin(Duration queueing, Duration predicted, double rate, bool endsStart, Instant now)
    {
        (RateBefore, EndedStart) = (rate, endsStart);
        Pace = Math.Clamp(1 - predicted / Aim, DeepestPace, UsualPace);
        _startedAt = now;
        _endsAt = now + Duration.Min(predicted / (1 - Pace), MaxTime);
        (Phase, _highest, _checks) = (DrainPhase.Draining, queueing, 0);
    }

    /// <summary>Advances the time.</summary>
    public void Tick(Instant now)
    {
        if (Phase == DrainPhase.Draining && now >= _endsAt)
            (Phase, Pace) = (DrainPhase.Watching, WatchingPace);
    }

    /// <summary>Takes the acks of a clump and returns the result of the drain.</summary>
    /// <param name="queue">The queue, with the clump's sample.</param>
    /// <param name="newestSent">When the newest acknowledged packet was sent.</param>
    /// <param name="limit">The queue above which a new drain would begin.</param>
    /// <param name="tolerance">The difference of round trips that may be noise.</param>
    /// <param name="isOverdue">Whether acks of packets that were sent after the drain can no longer be expected.</param>
    public DrainResult Judge(in LineQueueMeter queue, Instant newestSent, Duration limit, Duration tolerance, bool isOverdue)
    {
        _highest = Duration.Max(_highest, queue.Queueing);
        if (queue.Noise > Noisy && newestSent < _startedAt && queue.Last - queue.Reference < _highest * StaysOfHeight)
        {
            Phase = DrainPhase.None;
            return DrainResult.FalseAlarm;
        }
        if (Phase != DrainPhase.Watching || newestSent < _endsAt && !isOverdue)
            return DrainResult.Open;
        Floor = _checks == 0 ? queue.Last : Duration.Min(Floor, queue.Last);
        Duration queueing = Floor - queue.Reference;
        if (++_checks <= MaxRechecks && queueing > limit * GoneOfLimit)
            return DrainResult.Open;
        Phase = DrainPhase.None;
        bool hasFailed = queueing > Duration.Max(tolerance, limit * StaysOfLimit) && queueing > _highest * StaysOfHeight;
        return hasFailed ? DrainResult.Failed : DrainResult.Emptied;
    }

    public readonly bool IsOverdue(Instant now, Duration ackTime) => now > _endsAt + ackTime;

    /// <summary>Ends the drain without a result.</summary>
    public void Stop() => Phase = DrainPhase.None;
}

/// <summary>The phases of a drain.</summary>
public enum DrainPhase
{
    None,

    /// <summary>The circuits send less than the line delivers.</summary>
    Draining,

    /// <summary>The circuits send almost as much as the line delivers, until acks show the result.</summary>
    Watching,
}

/// <summary>The result of a drain.</summary>
public enum DrainResult
{
    /// <summary>Not known yet.</summary>
    Open,

    /// <summary>The queue was gone before the drain can have had an effect: there was none.</summary>
    FalseAlarm,

    /// <summary>The queue is gone, so it was the circuits' own.</summary>
    Emptied,

    /// <summary>The queue is still there: other traffic fills it, or the route has become longer.</summary>
    Failed,
}
