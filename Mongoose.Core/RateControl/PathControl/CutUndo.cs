using Mongoose.Core.Paths;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>What the last cut has changed, to be restored if all losses that belong to the cut prove spurious.</summary>
/// <param name="cause">The report whose losses cause the cut.</param>
/// <param name="window">The window before the cut, in bytes.</param>
/// <param name="slowStartThreshold">The slow start threshold before the cut, in bytes.</param>
/// <param name="cubic">The growth before the cut.</param>
/// <param name="limitKind">What limited the window before the cut.</param>
internal struct CutUndo(in AckReport cause, double window, double slowStartThreshold, CubicGrowth cubic, PathLimitKind limitKind)
{
    private readonly uint _first = cause.LowestLost;
    private int _losses = cause.LostPackets;

    public readonly double Window => window;

    public readonly double SlowStartThreshold => slowStartThreshold;

    public readonly CubicGrowth Cubic => cubic;

    public readonly PathLimitKind LimitKind => limitKind;

    /// <summary>Counts losses that belong to the cut. Returns whether the last of them has proved spurious. Losses of before the cut do not count.</summary>
    public bool IsDue(in AckReport report)
    {
        if (_losses == 0)
            return false;
        _losses += report.LostPackets;
        if (report.Spurious == 0 || SentPackets.IsAfter(_first, report.LowestSpurious))
            return false;
        _losses -= report.Spurious;
        return _losses == 0;
    }

    /// <summary>Lets the cut stand.</summary>
    public void Forget() => _losses = 0;
}
