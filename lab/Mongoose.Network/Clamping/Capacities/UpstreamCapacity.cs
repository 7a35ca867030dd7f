using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>
/// The capacity of a line whose queue is upstream of the clamp. While the queue stands, packets arrive at the line's rate: the capacity is
/// set to a little less, so that the queue drains. Otherwise it rises, the faster the longer nothing stands, if the flows use it. It stays
/// between <see cref="MinPart"/> of the ceiling and the ceiling: a ceiling below the line's rate limits the flows to the ceiling.
/// </summary>
/// <param name="ceiling">The user's figure.</param>
/// <param name="margin">The factor of the windows.</param>
internal sealed class UpstreamCapacity(DataRate ceiling, double margin)
{
    private readonly DataRate _ceiling = ceiling;
    private readonly double _windows = Math.Max(1, margin);
    private readonly CapacityDip _dip = new();
    private DataRate _estimate = ceiling;
    private Duration _standing, _quiet, _standingTime;
    private long _standingBytes;

    /// <summary>The capacity.</summary>
    public DataRate Value { get; private set; } = ceiling;

    /// <summary>The line's rate: that of arrivals while a queue stood, or see <see cref="Watch"/>; the ceiling before that.</summary>
    public DataRate LineRate { get; private set; } = ceiling;

    /// <summary>Follows an interval in which the clamp limits the flows.</summary>
    public void Follow(in LineInterval interval, Duration target)
    {
        DataRate before = _estimate;
        if (interval.MinDelay > target)
            Lower(interval);
        else
            Rise(interval, target);
        // While the capacity grows fast, no queue hides in the base: the growth ends at the first that shows. A standing queue is drained
        // anyway.
        bool isGrowing = _quiet > Duration.Zero && _estimate < _ceiling, stands = _standing > Duration.Zero;
        _dip.Follow(interval, isUsed: interval.Rate >= Value * LineConstants.UsedPart, mayBegin: !isGrowing && !stands);
        DataRate goal = _estimate * _dip.Part;
        bool isRecovering = Value < before;
        Value = isRecovering ? DataRate.Min(goal, Value * (1 + RecoveryRise * interval.Length.Seconds)) : goal;
    }

    /// <summary>
    /// Follows an interval in which the flows were released: the capacity stays, and the line's rate is the highest of the last seconds.
    /// </summary>
    public void Watch(in LineInterval interval)
    {
        DataRate rate = interval.Rate;
        LineRate = rate > LineRate ? rate : LineRate * (1 - LineRateWeight) + rate * LineRateWeight;
    }

    /// <summary>Keeps the capacity low at the start of a trial, so that the queue empties if it is that of the clamped flows.</summary>
    public void BeginTrial() => Value = Bounded(LineRate * TrialPart);

    /// <summary>Ends the start of a trial.</summary>
    public void EndTrial()
    {
        _estimate = Bounded(LineRate * (DrainPart / _windows));
        (_standing, _quiet, _standingTime, _standingBytes) = (Duration.Zero, Duration.Zero, Duration.Zero, 0);
        _dip.Restart();
    }

    private void Lower(in LineInterval interval)
    {
        _standing += interval.Length;
        _quiet = Duration.Zero;
        _standingBytes += interval.Bytes;
        _standingTime += interval.Length;
        if (_standingBytes < ArrivalBytes && _standingTime < LineConstants.MaxInterval)
            return;
        LineRate = DataRate.Of(_standingBytes, _standingTime);
        DataRate lowered = LineRate * (DrainPart / _windows);
        if (_standing > Patience)
        {
            DataRate deeper = _estimate * (1 - DeeperPerSecond * _standingTime.Seconds);
            lowered = DataRate.Min(lowered, DataRate.Max(deeper, LineRate * (MinDrainPart / _windows)));
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
        if (interval.MinDelay > target * NearPart)
        {
            // A queue is near: the capacity stays.
            _quiet = Duration.Zero;
            return;
        }
        _quiet += interval.Length;
        double perSecond = Math.Min(MaxRise, FirstRise * Math.Pow(2, _quiet.Seconds));
        _estimate = Bounded(_estimate * (1 + perSecond * interval.Length.Seconds));
    }

    private DataRate Bounded(DataRate rate) => DataRate.Max(_ceiling * MinPart, DataRate.Min(_ceiling, rate));

    /// <summary>Bytes after which the rate of arrivals counts while a queue stands: 16 packets, so that one packet is 6 %.</summary>
    private const long ArrivalBytes = 24_000;

    /// <summary>
    /// The windows of a capacity that was lowered hold this part of the line's bytes per round trip, so the queue drains within a round
    /// trip. The capacity is set from the rate of arrivals, which a standing queue keeps at the line's rate, so repeated lowering does
    /// not add up.
    /// </summary>
    private const double DrainPart = 0.95;

    /// <summary>
    /// If the queue stands longer than <see cref="Patience"/>, which exceeds a round trip, more is in flight than was computed: window
    /// floors, or other traffic above its share. The capacity then falls by this part per second, so that smaller windows are tried before
    /// a release.
    /// </summary>
    private const double DeeperPerSecond = 0.25;

    /// <inheritdoc cref="DeeperPerSecond"/>
    private static readonly Duration Patience = Duration.FromMilliseconds(500);

    /// <summary>Lower bound of the capacity during that fall, as a part of the line's rate.</summary>
    private const double MinDrainPart = 0.4;

    /// <summary>From this part of the target on a queue is near.</summary>
    private const double NearPart = 0.5;

    /// <summary>
    /// Growth per second of an upstream capacity while no queue is near; it doubles with each such second. From half the line to 90 %
    /// takes 4.2 s. The feedback arrives within a round trip and an interval, so the last doubling overshoots by less than a tenth.
    /// </summary>
    private const double FirstRise = 0.025;

    /// <inheritdoc cref="FirstRise"/>
    private const double MaxRise = 0.5;

    /// <summary>
    /// Growth per second after a dip or the start of a trial: each sender sends its window's growth in one burst, which must stay short.
    /// </summary>
    private const double RecoveryRise = 0.25;

    /// <summary>
    /// Lower bound of the capacity, as a part of the ceiling: a base round trip that is too low makes a queue appear to stand whatever the
    /// windows are.
    /// </summary>
    private const double MinPart = 0.01;

    /// <summary>Weight of an interval in the line's rate while the rate of arrivals is lower: about 5 s.</summary>
    private const double LineRateWeight = 0.02;

    /// <summary>
    /// A trial with an upstream queue begins with this part of the line's rate for <see cref="TrialTime"/>. During the release, the
    /// queue became part of the base round trips, so windows of the whole rate would keep the queue. Half the rate empties it in about
    /// four round trips, unless other traffic fills it.
    /// </summary>
    private const double TrialPart = 0.5;

    /// <inheritdoc cref="TrialPart"/>
    internal static readonly Duration TrialTime = Duration.FromMilliseconds(1500);
}
