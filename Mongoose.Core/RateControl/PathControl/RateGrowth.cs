using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// How fast the rate grows while the line's queue is short: slowly near the rate at which the line was full the last two times, otherwise
/// fast, and faster the longer there is room. The growth is a fixed acceleration where it can be, so that circuits that share a line
/// converge to equal rates.
/// </summary>
public struct RateGrowth
{
    /// <summary>Growth per second as a part of the rate: near the rate at which the line was full, and elsewhere.</summary>
    private const double NearGrowth = 0.18, FarGrowth = 0.5;

    /// <summary>Maximum growth per second at velocity 1, in bytes per second; v^2 / 2 times as much at a velocity v above 1.</summary>
    private const double Acceleration = 62_500;

    /// <summary>Maximum growth per feedback time, as a part of the rate.</summary>
    private const double MaxGrowth = 0.5;

    private const double MaxVelocity = 16;

    /// <summary>
    /// A rate of at least Near times the rate at which the line was full is near that rate. Two such full rates agree if they differ by
    /// less than Agreement times the earlier one.
    /// </summary>
    private const double Near = 0.92, Agreement = 0.2;

    /// <summary>The velocity doubles every two feedback times; near the full rate, not more often than this.</summary>
    private static readonly Duration NearStep = Duration.FromSeconds(1.4);

    private double _full, _lastFull;
    private double _velocity;
    private Instant _roomSince;

    /// <summary>The rate after <paramref name="time"/>, in bytes per second.</summary>
    public double Grow(double rate, double queueing, double limit, Duration time, Duration feedback, Instant now)
    {
        bool isNear = _full > 0 && rate >= Near * _full;
        Duration step = isNear ? Duration.Max(feedback * 2, NearStep) : feedback * 2;
        if (queueing > limit / 2 || _velocity < 1)
            Stop(now);
        else if (now - _roomSince > step)
            (_velocity, _roomSince) = (Math.Min(MaxVelocity, _velocity * 2), now);
        double growth = _velocity * Math.Min(Acceleration * Math.Max(1, _velocity / 2), rate * (isNear ? NearGrowth : FarGrowth));
        growth = Math.Min(growth, rate * MaxGrowth / feedback.Seconds) * Math.Clamp(2 * (1 - queueing / limit), 0, 1);
        return rate + growth * time.Seconds;
    }

    /// <summary>The line is full at a rate.</summary>
    public void NoteFull(double rate, Instant now)
    {
        _full = Math.Abs(rate - _lastFull) < Agreement * _lastFull ? rate : 0;
        _lastFull = rate;
        Stop(now);
    }

    /// <summary>The line is full at a rate that has been measured well.</summary>
    public void SetFull(double rate, Instant now)
    {
        _full = _lastFull = rate;
        Stop(now);
    }

    /// <summary>There is no room, or the rate is not in use.</summary>
    public void Stop(Instant now) => (_velocity, _roomSince) = (1, now);
}
