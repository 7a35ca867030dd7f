using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Results.Series;

/// <summary>A distribution, such as the round-trip times of a flow: how many samples, and their quantiles.</summary>
public sealed record SampleSeries : DataSeries
{
    /// <summary>How many samples there were.</summary>
    public long Count { get; init; }

    /// <summary>At evenly spaced probabilities: entry i of n is quantile i / (n - 1), the first the minimum, the last the maximum.</summary>
    public double[] Quantiles { get; init; } = [];

    /// <summary>Samples in any order; what is not finite is left out.</summary>
    public static SampleSeries Of(string name, string unit, ReadOnlySpan<double> samples)
    {
        double[] sorted = Percentiles.Sorted(samples);
        return new SampleSeries
        {
            Name = name,
            Unit = unit,
            Count = sorted.Length,
            Quantiles = Percentiles.Spaced<double>(sorted, Percentiles.MaxQuantiles),
        };
    }

    public static SampleSeries Of(string name, DelaySamples delays) =>
        new() { Name = name, Unit = "ms", Count = delays.Count, Quantiles = delays.Quantiles() };
}
