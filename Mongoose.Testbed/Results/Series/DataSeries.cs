using System.Text.Json.Serialization;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Results.Series;

/// <summary>Numbers of one run that a figure can be drawn from.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(TimeSeries), "time")]
[JsonDerivedType(typeof(SampleSeries), "samples")]
[JsonDerivedType(typeof(PointSeries), "points")]
[JsonDerivedType(typeof(GridSeries), "grid")]
internal abstract record DataSeries
{
    /// <summary>As stats are called: whose it is, a dot, what it is with its unit, such as <c>reno.goodputKbps</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Of the values, as people write it: kbit/s, ms; empty for a plain number.</summary>
    public string Unit { get; init; } = "";
}

/// <summary>A quantity over time: means over bins of one width, or values at given moments that hold until the next.</summary>
internal sealed record TimeSeries : DataSeries
{
    /// <summary>Value i is the mean over the bin from i to i + 1 of these, from the run's start; null when <see cref="At"/> is given.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? BinSeconds { get; init; }

    /// <summary>The moments of the values in seconds from the run's start, ascending; null when <see cref="BinSeconds"/> is given.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double[]? At { get; init; }

    /// <summary>NaN where nothing was measured.</summary>
    public double[] Values { get; init; } = [];

    public static TimeSeries Binned(string name, string unit, Duration bin, double[] values) =>
        new() { Name = name, Unit = unit, BinSeconds = bin.Seconds, Values = values };

    public static TimeSeries Moments(string name, string unit, double[] atSeconds, double[] values) =>
        new() { Name = name, Unit = unit, At = atSeconds, Values = values };

    /// <summary>Where value i lies: the middle of its bin, or its moment.</summary>
    public double Time(int i) => At is { } moments ? moments[i] : (i + 0.5) * (BinSeconds ?? 1);
}

/// <summary>A quantity against another, such as a share against the round-trip time. The unit is that of <see cref="Y"/>.</summary>
internal sealed record PointSeries : DataSeries
{
    /// <summary>What the first quantity is, with its unit in the key, such as <c>rttMs</c>.</summary>
    public string XName { get; init; } = "";

    public string XUnit { get; init; } = "";

    /// <summary>In the order in which the points are joined.</summary>
    public double[] X { get; init; } = [];

    public double[] Y { get; init; } = [];
}

/// <summary>A quantity against two others, on a grid.</summary>
internal sealed record GridSeries : DataSeries
{
    public string XName { get; init; } = "";
    public string XUnit { get; init; } = "";

    /// <summary>Ascending.</summary>
    public double[] X { get; init; } = [];

    public string YName { get; init; } = "";
    public string YUnit { get; init; } = "";

    /// <summary>Ascending.</summary>
    public double[] Y { get; init; } = [];

    /// <summary>By Y (outer) and X (inner); NaN where nothing was measured.</summary>
    public double[][] Values { get; init; } = [];
}

/// <summary>A distribution, such as the round-trip times of a flow: how many samples, and their quantiles.</summary>
internal sealed record SampleSeries : DataSeries
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
