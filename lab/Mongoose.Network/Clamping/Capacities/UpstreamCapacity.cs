using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>
/// The capacity of a line whose queue stands before the clamp. While the queue stands, packets arrive at the line's rate: the capacity is set to a little
/// less, so that the queue drains. Otherwise it rises, the faster the longer nothing stands, if the flows use it. It stays between
/// <see cref="LineConstants.LeastPart"/> of the ceiling and the ceiling: a ceiling below the line's rate limits the flows to the ceiling.
/// </summary>
internal sealed class UpstreamCapacity
{
    private readonly DataRate _ceiling;
    private readonly double _windows;
    private readonly CapacityDip _dip = new();
    private DataRate _estimate;
    private Duration _standing, _quiet, _standingTime;
    private long _standingBytes;

    /// <param name="ceiling">The user's figure.</param>
    /// <param name="margin">The factor of the windows.</param>
    public UpstreamCapacity(DataRate ceiling, double margin)
    {
        _ceiling = _estimate = Value = LineRate = ceiling;
        _windows = Math.Max(1, margin);
    }

    /// <summary>The capacity.</summary>
    public DataRate Value { get; private set; }

    /// <summary>The rate that the line has shown: that of arrivals behind a standing queue; the ceiling before that.</summary>
    public DataRate LineRate { get; private set; }

    /// <summary>Follows an interval in which the clamp limits the flows.</summary>
    public void Follow(in LineInterval interval, Duration target)
    {
        DataRate before = _estimate;
        if (interval.LeastDelay > target)
            Lower(interval);
        else
            Rise(interval, target);
        // While the capacity grows fast, no queue hides in the base: the growth ends at the first that shows. A queue that stands is drained anyway.
        bool isGrowing = _quiet > Duration.Zero && _estimate < _ceiling, stands = _standing > Duration.Zero;
        _dip.Follow(interval, isUsed: interval.Rate >= Value * LineConstants.UsedPart, mayBegin: !isGrowing && !stands);
        DataRate goal = _estimate * _dip.Part;
        bool isRecovering = Value < before;
        Value = isRecovering ? DataRate.Min(goal, Value * (1 + LineConstants.RecoveryRise * interval.Length.Seconds)) : goal;
    }

    /// <summary>Follows an interval in which the clamp has let go: the capacity stays, and the line's rate is the highest of the last seconds.</summary>
    public void Watch(in LineInterval interval)
    {
        DataRate rate = interval.Rate;
        LineRate = rate > LineRate ? rate : LineRate * (1 - LineConstants.LineRateWeight) + rate * LineConstants.LineRateWeight;
    }

    /// <summary>Keeps the capacity low at the start of a try, so that the queue empties if it is that of the clamped flows.</summary>
    public void BeginTrial() => Value = Bounded(LineRate * LineConstants.TrialPart);

    /// <summary>Ends the start of a try.</summary>
    public void EndTrial()
    {
        _estimate = Bounded(LineRate * (LineConstants.DrainPart / _windows));
        (_standing, _quiet, _standingTime, _standingBytes) = (Duration.Zero, Duration.Zero, Duration.Zero, 0);
        _dip.Restart();
    }

    private void Lower(in LineInterval interval)
    {
        _standing += interval.Length;
        _quiet = Duration.Zero;
        _standingBytes += interval.Bytes;
        _standingTime += interval.Length;
        if (_standingBytes < LineConstants.ArrivalBytes && _standingTime < LineConstants.LongestInterval)
            return;
        LineRate = DataRate.Of(_standingBytes, _standingTime);
        DataRate lowered = LineRate * (LineConstants.DrainPart / _windows);
        if (_standing > LineConstants.Patience)
        {
            DataRate deeper = _estimate * (1 - LineConstants.DeeperPerSecond * _standingTime.Seconds);
            lowered = DataRate.Min(lowered, DataRate.Max(deeper, LineRate * (LineConstants.LeastDrainPart / _windows)));
        }
        _estimate = Bounded(DataRate.Min(_estimate, lowered));
        (_standingBytes, _standingTime) = (0, Duration.Zero);
    }

    private void Rise(in LineInterval interval, Duration target)
    {
        (_standing, _standingBytes, _standingTime) = (Duration.Zero, 0, Duration.Zero);
        if (Value < _estimate)
            return;
        if (!interval.IsKnown || interval.Rate < Value * LineConstants.UsedPart)
        {
            _quiet = Duration.Zero;
            return;
        }
        if (interval.LeastDelay > target / 2)
        {
            // A queue is near: the capacity stays.
            _quiet = Duration.Zero;
            return;
        }
        _quiet += interval.Length;
        double perSecond = Math.Min(LineConstants.FastestRise, LineConstants.FirstRise * Math.Pow(2, _quiet.Seconds));
        _estimate = Bounded(_estimate * (1 + perSecond * interval.Length.Seconds));
    }

    private DataRate Bounded(DataRate rate) => DataRate.Max(_ceiling * LineConstants.LeastPart, DataRate.Min(_ceiling, rate));
}
