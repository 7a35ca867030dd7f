using System.Globalization;

namespace Mongoose.Runtime.Charts;

/// <summary>Places the ticks of an axis at round values: 1, 2 or 5 times a power of ten.</summary>
public static class Ticks
{
    private static readonly double[] Steps = [1, 2, 5, 10];

    /// <summary>A thin space between thousands, as in ISO 80000-1.</summary>
    private static readonly NumberFormatInfo Spaced = new() { NumberGroupSeparator = "\u2009" };

    /// <summary>
    /// The smallest step of the form 1, 2 or 5 x 10^k that divides a span (> 0) into at most <paramref name="count"/> steps.
    /// </summary>
    public static double Step(double span, int count)
    {
        double minStep = span / count;
        double power = Math.Pow(10, Math.Floor(Math.Log10(minStep)));
        // The factor allows for the rounding error of the division, which would otherwise reject an exact step.
        return power * Steps.First(step => step * power * (1 + 1e-9) >= minStep || step == 10);
    }

    public static Tick[] Linear(double min, double max, int count)
    {
        double step = Step(max - min, count);
        int first = (int)Math.Ceiling(min / step - 1e-9), last = (int)Math.Floor(max / step + 1e-9);
        return Enumerable.Range(first, last - first + 1).Select(i => new Tick(i * step, Label(i * step))).ToArray();
    }

    /// <summary>1, 2 and 5 in each decade; beyond three decades only the powers of ten are labelled.</summary>
    public static Tick[] Logarithmic(double min, double max)
    {
        bool crowded = max / min > 1001;
        List<Tick> ticks = [];
        for (int decade = (int)Math.Floor(Math.Log10(min)); Math.Pow(10, decade) <= max; decade++)
        {
            foreach (double step in Steps[..3])
            {
                double value = step * Math.Pow(10, decade);
                if (value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9))
                    ticks.Add(new Tick(value, crowded && step != 1 ? "" : Label(value)));
            }
        }
        return [.. ticks];
    }

    /// <summary>The nearest 1, 2 or 5 x 10^k that is not above (or, upward, not below) a positive value.</summary>
    public static double Snap(double value, bool upward)
    {
        double power = Math.Pow(10, Math.Floor(Math.Log10(value)));
        return power * (upward
            ? Steps.First(step => step * power * (1 + 1e-9) >= value || step == 10)
            : Steps.Last(step => step * power * (1 - 1e-9) <= value || step == 1));
    }

    private static string Label(double value) => Math.Abs(value) >= 10_000
        ? value.ToString("#,0.######", Spaced)
        : value.ToString("0.######", CultureInfo.InvariantCulture);
}

/// <summary>A tick on an axis; with an empty label it is only a gridline.</summary>
public readonly record struct Tick(double Value, string Label);
