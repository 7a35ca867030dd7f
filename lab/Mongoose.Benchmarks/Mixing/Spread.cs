using System.Globalization;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>The same figure of several rounds.</summary>
internal readonly record struct Spread(double Median, double Min, double Max)
{
    public static Spread Of(IEnumerable<double> values)
    {
        double[] sorted = values.Order().ToArray();
        if (sorted.Length == 0)
            return new Spread(double.NaN, double.NaN, double.NaN);
        double median = (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
        return new Spread(median, sorted[0], sorted[^1]);
    }

    /// <summary>The median, and in brackets the minimum and the maximum.</summary>
    public string ToText(string format) => string.Create(CultureInfo.InvariantCulture,
        $"{Median.ToString(format, CultureInfo.InvariantCulture)} ({Min.ToString(format, CultureInfo.InvariantCulture)} "
            + $"to {Max.ToString(format, CultureInfo.InvariantCulture)})");
}
