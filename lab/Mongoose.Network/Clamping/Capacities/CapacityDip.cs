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
    /// <param name="interval">What was seen in it.</param>
    /// <param name="isUsed">Whether the flows use the capacity; otherwise the queue is empty without a dip.</param>
    /// <param name="mayBegin">Whether a dip may begin, if one is due.</param>
    public void Follow(in LineInterval interval, bool isUsed, bool mayBegin)
    {
        _time += interval.Length;
        if (_isActive)
            Deepen(interval);
        else
            Wait(interval, isUsed, mayBegin);
    }

    /// <summary>Ends a dip, and begins to wait for the next one.</summary>
    public void Restart() => (_time, _isActive, Part) = (Duration.Zero, false, 1);

    private void Wait(in LineInterval interval, bool isUsed, bool mayBegin)
    {
        _rateBefore += (interval.Rate.BytesPerSecond - _rateBefore) * LineConstants.BeforeDipWeight;
        if (!isUsed)
            _time = Duration.Zero;
        else if (mayBegin && _time >= LineConstants.DipEvery)
            (_time, _isActive, Part) = (Duration.Zero, true, LineConstants.DipPart);
    }

    private void Deepen(in LineInterval interval)
    {
        if (interval.Rate.BytesPerSecond < _rateBefore * LineConstants.DippedPart || _time >= LineConstants.LongestDip)
            Restart();
        else if (_time.Nanoseconds / LineConstants.DipStep.Nanoseconds > (_time - interval.Length).Nanoseconds / LineConstants.DipStep.Nanoseconds)
            Part = Math.Max(LineConstants.LeastDipPart, Part * LineConstants.DipPart);
    }
}
