using System.Runtime.InteropServices;
using Mongoose.Core.Units;

namespace Mongoose.Runtime.Statistics;

/// <summary>
/// Every delay of a run, so that percentiles are exact: four bytes each, and the length of a run limits their number. Not thread-safe.
/// </summary>
public sealed class DelaySamples
{
    private readonly List<float> _milliseconds = [];
    private bool _sorted = true;

    public int Count => _milliseconds.Count;

    public void Add(Duration delay)
    {
        _milliseconds.Add((float)delay.Milliseconds);
        _sorted = false;
    }

    public DelaySummary Summarise()
    {
        ReadOnlySpan<float> sorted = Sorted();
        return new DelaySummary(Percentiles.Of(sorted, 0.5), Percentiles.Of(sorted, 0.99), Percentiles.Of(sorted, 1));
    }

    /// <summary>The quantile in milliseconds; NaN if nothing was measured.</summary>
    /// <param name="q">0 is the minimum, 1 the maximum.</param>
    public double Quantile(double q) => Percentiles.Of(Sorted(), q);

    /// <summary>The distribution at evenly spaced quantiles: entry i of n is quantile i / (n - 1), the last the maximum.</summary>
    public double[] Quantiles(int count = Percentiles.MaxQuantiles) => Percentiles.Spaced(Sorted(), count);

    private ReadOnlySpan<float> Sorted()
    {
        if (!_sorted)
            _milliseconds.Sort();
        _sorted = true;
        return CollectionsMarshal.AsSpan(_milliseconds);
    }
}

/// <summary>A summary of a delay distribution in milliseconds; all NaN if nothing was measured.</summary>
public sealed record DelaySummary(double P50, double P99, double Max)
{
    public static readonly DelaySummary Empty = new(double.NaN, double.NaN, double.NaN);
}

/// <summary>The timing error of the machine in milliseconds: no result is more accurate than this.</summary>
public sealed record TimingError(double P50, double P99)
{
    public static readonly TimingError Unknown = new(double.NaN, double.NaN);

    public static TimingError From(DelaySamples samples)
    {
        DelaySummary summary = samples.Summarise();
        return new TimingError(summary.P50, summary.P99);
    }
}
