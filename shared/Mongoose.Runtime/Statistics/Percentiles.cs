using System.Numerics;

namespace Mongoose.Runtime.Statistics;

/// <summary>
/// Exact percentiles by linear interpolation between the two nearest samples: of n sorted samples, quantile q lies at
/// index q (n - 1). (Hyndman and Fan's type 7: the default of NumPy and R, and PERCENTILE in spreadsheets.)
/// </summary>
public static class Percentiles
{
    /// <summary>The maximum number of quantiles kept of a distribution: a CDF with more points looks the same on paper.</summary>
    public const int MaxQuantiles = 201;

    /// <summary>Quantile <paramref name="q"/> (clamped to 0..1) of ascending samples; NaN if there are none.</summary>
    public static double Of<T>(ReadOnlySpan<T> sorted, double q) where T : struct, IFloatingPointIeee754<T>
    {
        if (sorted.IsEmpty || double.IsNaN(q))
            return double.NaN;
        double index = Math.Clamp(q, 0, 1) * (sorted.Length - 1);
        int below = (int)index;
        double low = double.CreateChecked(sorted[below]);
        double high = double.CreateChecked(sorted[Math.Min(below + 1, sorted.Length - 1)]);
        return low + (index - below) * (high - low);
    }

    /// <summary>
    /// At most <paramref name="count"/> (2 or more) evenly spaced quantiles from the minimum to the maximum. If there are at most this many
    /// samples, the samples themselves, which are the quantiles at their own spacing.
    /// </summary>
    public static double[] Spaced<T>(ReadOnlySpan<T> sorted, int count) where T : struct, IFloatingPointIeee754<T>
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 2);
        double[] quantiles = new double[Math.Min(count, sorted.Length)];
        for (int i = 0; i < quantiles.Length; i++)
            quantiles[i] = Of(sorted, i / Math.Max(1.0, quantiles.Length - 1));
        return quantiles;
    }

    /// <summary>The finite samples in ascending order, as required by the other methods.</summary>
    public static double[] Sorted(ReadOnlySpan<double> samples) => [.. samples.ToArray().Where(double.IsFinite).Order()];
}
