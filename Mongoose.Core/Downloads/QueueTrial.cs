using Mongoose.Core.Units;

namespace Mongoose.Core.Downloads;

/// <summary>
/// Finds out whose queue is on the line. For a while the downloads send little. Their own queue drains in that time. The apparent queue of
/// a longer route stays exactly as it was. The queue of another TCP stays too, but its length changes.
/// </summary>
public struct QueueTrial
{
    /// <summary>Floors are equal if they differ by at most <see cref="Equal"/> or this part of the queue.</summary>
    private const double EqualPart = 0.015;

    /// <summary>A queue that has fallen below this part of its height was the downloads' own.</summary>
    private const double StaysPart = 0.2;

    /// <summary>
    /// This many equal floors in succession show a longer route. A TCP at the top of its window looks like a longer route for a moment.
    /// </summary>
    private const int EqualFloors = 5;

    private static readonly Duration Equal = Duration.FromMilliseconds(2), MinPeriod = Duration.FromMilliseconds(300);

    private Instant _endsAt;
    private Duration _base, _height, _period, _lowest, _first;
    private int _floors;
    private bool _isKnownStranger;

    /// <summary>Whether a trial is running.</summary>
    public bool IsOpen { get; private set; }

    /// <summary>The smallest round trip of the trial.</summary>
    public Duration Floor { get; private set; }

    /// <summary>Begins a trial.</summary>
    /// <param name="known">The round trip of the empty line as far as known.</param>
    /// <param name="roundTrip">The present round trip.</param>
    /// <param name="isKnownStranger">Whether an earlier trial found other traffic in the queue; then one floor suffices.</param>
    public void Begin(Duration known, Duration roundTrip, bool isKnownStranger, Instant now)
    {
        (_base, _height) = (known, roundTrip - known);
        _period = Duration.Max(MinPeriod, roundTrip);
        // Data sent before the trial drains first: the queue, and the acknowledgments on their way.
        _endsAt = now + roundTrip + known + _period;
        (_lowest, _floors, _isKnownStranger, Floor, IsOpen) = (Duration.MaxValue, 0, isKnownStranger, Duration.MaxValue, true);
    }

    public void Stop() => IsOpen = false;

    /// <summary>Takes the present round trip and returns the verdict.</summary>
    /// <param name="roundTrip">The present round trip.</param>
    /// <param name="tolerance">A queue up to this long counts as none.</param>
    public QueueOwner Take(Duration roundTrip, Duration tolerance, Instant now)
    {
        if (now >= _endsAt - _period)
            _lowest = Duration.Min(_lowest, roundTrip);
        if (roundTrip - _base <= Duration.Max(tolerance, _height * StaysPart))
            return End(QueueOwner.Own);
        return now < _endsAt ? QueueOwner.Unknown : EndPeriod(now);
    }

    private QueueOwner EndPeriod(Instant now)
    {
        if (_floors == 0)
            _first = _lowest;
        Floor = Duration.Min(Floor, _lowest);
        if (_isKnownStranger || (_lowest - _first).Absolute > Duration.Max(Equal, (_first - _base) * EqualPart))
            return End(QueueOwner.Stranger);
        if (++_floors == EqualFloors)
            return End(QueueOwner.Route);
        (_lowest, _endsAt) = (Duration.MaxValue, now + _period);
        return QueueOwner.Unknown;
    }

    private QueueOwner End(QueueOwner owner)
    {
        IsOpen = false;
        return owner;
    }
}

/// <summary>Whose queue is on the line.</summary>
public enum QueueOwner
{
    /// <summary>Not known yet.</summary>
    Unknown,

    /// <summary>The downloads' own, which has drained.</summary>
    Own,

    /// <summary>There is no queue: the route has become longer.</summary>
    Route,

    /// <summary>Another TCP keeps the queue full.</summary>
    Stranger,
}
