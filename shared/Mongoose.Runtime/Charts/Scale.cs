namespace Mongoose.Runtime.Charts;

/// <summary>
/// Maps the values of an axis to positions. Values beyond its ends are drawn at the end, so that nothing is outside the plot.
/// </summary>
public sealed class Scale
{
    /// <summary>A limit that keeps labels short and arithmetic finite for any input.</summary>
    private const double Max = 1e9;

    private const double MinLogarithmic = 1e-6;

    private readonly double _min, _max, _from, _to;
    private readonly bool _logarithmic;

    private Scale(double min, double max, double from, double to, bool logarithmic, Tick[] ticks)
    {
        (_min, _max, _from, _to, _logarithmic, Ticks) = (min, max, from, to, logarithmic, ticks);
    }

    public Tick[] Ticks { get; }

    /// <summary>The position of the maximum.</summary>
    public double End => _to;

    /// <summary>From exactly <paramref name="min"/> to exactly <paramref name="max"/>.</summary>
    public static Scale LinearExact(double min, double max, double from, double to, int ticks)
    {
        (double start, double end) = Usable(min, max);
        return new Scale(start, end, from, to, false, Charts.Ticks.Linear(start, end, ticks));
    }

    /// <summary>From the tick at or below <paramref name="min"/> to the tick at or above <paramref name="max"/>.</summary>
    public static Scale Linear(double min, double max, double from, double to, int ticks)
    {
        (double start, double end) = Usable(min, max);
        double step = Charts.Ticks.Step(end - start, ticks);
        (double low, double high) = (Math.Floor(start / step + 1e-9) * step, Math.Ceiling(end / step - 1e-9) * step);
        // A wider range may need a larger step, of which its ends are no multiples.
        return Charts.Ticks.Step(high - low, ticks) > step * 1.5
            ? Linear(low, high, from, to, ticks) : LinearExact(low, high, from, to, ticks);
    }

    /// <summary>
    /// From exactly <paramref name="min"/> to exactly <paramref name="max"/>, if both are usable; values that are not positive are drawn at
    /// the low end.
    /// </summary>
    public static Scale LogarithmicExact(double min, double max, double from, double to) =>
        min >= MinLogarithmic && max <= Max && max > min * 1.01
            ? new Scale(min, max, from, to, true, Charts.Ticks.Logarithmic(min, max))
            : Logarithmic(min, max, from, to);

    /// <summary>At least a decade, between ticks; values that are not positive are drawn at the low end.</summary>
    public static Scale Logarithmic(double min, double max, double from, double to)
    {
        double low = Charts.Ticks.Snap(double.IsFinite(min) ? Math.Clamp(min, MinLogarithmic, Max) : 1, upward: false);
        double high = Charts.Ticks.Snap(Math.Max(double.IsFinite(max) ? Math.Min(max, Max) : 0, low * 10), upward: true);
        return new Scale(low, high, from, to, true, Charts.Ticks.Logarithmic(low, high));
    }

    public double Position(double value)
    {
        double clamped = double.IsNaN(value) ? _min : Math.Clamp(value, _min, _max);
        double share = _logarithmic
            ? Math.Log(clamped / _min) / Math.Log(_max / _min)
            : (clamped - _min) / (_max - _min);
        return _from + share * (_to - _from);
    }

    /// <summary>Makes the ends finite, and the second greater than the first by at least the resolution of numbers of their size.</summary>
    private static (double Min, double Max) Usable(double min, double max)
    {
        double start = double.IsFinite(min) ? Math.Clamp(min, -Max, Max) : 0;
        double end = double.IsFinite(max) ? Math.Clamp(max, -Max, Max) : start;
        double minSpan = Math.Max(1e-6, Math.Abs(start) * 1e-6);
        return (start, end - start >= minSpan ? end : start + (end > start ? minSpan : Math.Max(1, minSpan)));
    }
}
