namespace Mongoose.Testbed.Reports.Svg;

/// <summary>
/// Maps the values of an axis to positions. A value beyond its ends is drawn at the end, so that nothing leaves the plot.
/// </summary>
public sealed class Scale
{
    /// <summary>Labels stay short, and arithmetic finite, whatever the figures are.</summary>
    private const double Largest = 1e9;

    private const double LeastLogarithmic = 1e-3;

    private readonly double _min, _max, _from, _to;
    private readonly bool _logarithmic;

    private Scale(double min, double max, double from, double to, bool logarithmic, Tick[] ticks)
    {
        (_min, _max, _from, _to, _logarithmic, Ticks) = (min, max, from, to, logarithmic, ticks);
    }

    public Tick[] Ticks { get; }

    /// <summary>From zero to exactly <paramref name="max"/>.</summary>
    public static Scale Linear(double max, double from, double to, int ticks)
    {
        double end = Usable(max);
        return new Scale(0, end, from, to, false, Svg.Ticks.Linear(end, ticks));
    }

    /// <summary>From zero to the tick at or above <paramref name="max"/>.</summary>
    public static Scale LinearToTick(double max, double from, double to, int ticks)
    {
        double end = Usable(max);
        double step = Svg.Ticks.Step(end, ticks);
        return Linear(Math.Ceiling(end / step * (1 - 1e-9)) * step, from, to, ticks);
    }

    /// <summary>At least a decade, between ticks; what is not positive is drawn at the low end.</summary>
    public static Scale Logarithmic(double min, double max, double from, double to)
    {
        double low = Svg.Ticks.Snap(double.IsFinite(min) ? Math.Clamp(min, LeastLogarithmic, Largest) : 1, upward: false);
        double high = Svg.Ticks.Snap(Math.Max(Usable(max), low * 10), upward: true);
        return new Scale(low, high, from, to, true, Svg.Ticks.Logarithmic(low, high));
    }

    public double Position(double value)
    {
        double clamped = double.IsNaN(value) ? _min : Math.Clamp(value, _min, _max);
        double share = _logarithmic
            ? Math.Log(clamped / _min) / Math.Log(_max / _min)
            : (clamped - _min) / (_max - _min);
        return _from + share * (_to - _from);
    }

    private static double Usable(double max) => max > 0 && double.IsFinite(max) ? Math.Clamp(max, 1e-6, Largest) : 1;
}
