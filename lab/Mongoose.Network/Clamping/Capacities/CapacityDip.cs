using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>Lowers the capacity from time to time until the queue has been empty: see <see cref="LineConstants.DipEvery"/>.</summary>
internal sealed class CapacityDip
{
    private Duration _time;
    private double _rateBefore;
    private bool _isActive;

    /// <summary>The part of the capacity that is used now.</summary>
    public double Part { get; private set; } = 1;

    /// <summary>Follows an interval.</summary>
    /// <param name="isUsed">Whether the flows use the capacity; otherwise the queue is empty without a dip.</param>
    /// <param name="mayBegin">Whether a dip may begin, if one is due.</param>
    public void Follow(in LineInterval interval, bool isUsed, bool mayBegin)
    {
        _time += interval.Length;
        if (_isActive)
            Deepen(interval);
        else
            BeginWhenDue(interval, isUsed, mayBegin);
    }

    /// <summary>Ends a dip, and begins to wait for the next one.</summary>
    public void Restart() => (_time, _isActive, Part) = (Duration.Zero, false, 1);

    private void BeginWhenDue(in LineInterval interval, bool isUsed, bool mayBegin)
    {
        _rateBefore += (interval.Rate.BytesPerSecond - _rateBefore) * BeforeDipWeight;
        if (!isUsed)
            _time = Duration.Zero;
        else if (mayBegin && _time >= LineConstants.DipEvery)
            (_time, _isActive, Part) = (Duration.Zero, true, DipPart);
    }

    private void Deepen(in LineInterval interval)
    {
        if (interval.Rate.BytesPerSecond < _rateBefore * DippedPart || _time >= MaxDip)
            Restart();
        else if (_time.Nanoseconds / DipStep.Nanoseconds > (_time - interval.Length).Nanoseconds / DipStep.Nanoseconds)
            Part = Math.Max(MinDipPart, Part * DipPart);
    }

    /// <summary>
    /// A dip's part of the capacity: clearly below the windows' margin. Each further <see cref="DipStep"/> applies the factor again.
    /// </summary>
    private const double DipPart = 0.85;

    /// <summary>Lower bound of the part in a dip.</summary>
    private const double MinDipPart = 0.4;

    /// <summary>Part of the rate of arrivals before the dip below which the queue has been empty.</summary>
    private const double DippedPart = 0.95;

    /// <summary>Time between steps of a dip: a round trip and an interval.</summary>
    private static readonly Duration DipStep = Duration.FromMilliseconds(300);

    /// <summary>A dip ends after this time: flows that do not fill their windows send on as before.</summary>
    private static readonly Duration MaxDip = Duration.FromSeconds(2);

    /// <summary>Weight of an interval in the rate of arrivals before a dip.</summary>
    private const double BeforeDipWeight = 0.3;
}
