using System.Text.Json.Serialization;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Results.Series;

/// <summary>A series of numbers from one run, for use in figures.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(TimeSeries), "time")]
[JsonDerivedType(typeof(SampleSeries), "samples")]
[JsonDerivedType(typeof(PointSeries), "points")]
[JsonDerivedType(typeof(GridSeries), "grid")]
[JsonDerivedType(typeof(PictureSeries), "picture")]
[JsonDerivedType(typeof(AudioSeries), "audio")]
internal abstract record DataSeries
{
    /// <summary>
    /// The name, like those of stats: the owner, a dot, then the quantity with its unit, such as <c>reno.goodputKbps</c>.
    /// </summary>
    public required string Name { get; init; }

    /// <summary>The unit for display, such as kbit/s or ms; empty for a plain number.</summary>
    public string Unit { get; init; } = "";
}

/// <summary>A quantity over time: means over bins of equal width, or values at given times that hold until the next.</summary>
internal sealed record TimeSeries : DataSeries
{
    /// <summary>
    /// The bin width in seconds: value i is the mean over the bin from i to i + 1 widths after the run's start. Null if <see cref="At"/> is
    /// given.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? BinSeconds { get; init; }

    /// <summary>The times of the values in seconds from the run's start, ascending; null if <see cref="BinSeconds"/> is given.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double[]? At { get; init; }

    /// <summary>The values; NaN if nothing was measured.</summary>
    public double[] Values { get; init; } = [];

    public static TimeSeries Binned(string name, string unit, Duration bin, double[] values) =>
        new() { Name = name, Unit = unit, BinSeconds = bin.Seconds, Values = values };

    public static TimeSeries Moments(string name, string unit, double[] atSeconds, double[] values) =>
        new() { Name = name, Unit = unit, At = atSeconds, Values = values };

    /// <summary>The time of value i: the middle of its bin, or its own time.</summary>
    public double Time(int i) => At is { } moments ? moments[i] : (i + 0.5) * (BinSeconds ?? 1);
}

/// <summary>A quantity against another, such as a share against the round-trip time. The unit is that of <see cref="Y"/>.</summary>
internal sealed record PointSeries : DataSeries
{
    /// <summary>The name of the first quantity, with its unit, such as <c>rttMs</c>.</summary>
    public string XName { get; init; } = "";

    public string XUnit { get; init; } = "";

    /// <summary>X coordinates, in the order in which the points are connected.</summary>
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

    /// <summary>Values by Y (outer) and X (inner); NaN if nothing was measured.</summary>
    public double[][] Values { get; init; } = [];
}

/// <summary>A distribution, such as a flow's round-trip times: the number of samples and their quantiles.</summary>
internal sealed record SampleSeries : DataSeries
{
    /// <summary>The number of samples.</summary>
    public long Count { get; init; }

    /// <summary>
    /// Quantiles at evenly spaced probabilities: entry i of n is quantile i / (n - 1), the first is the minimum, the last the maximum.
    /// </summary>
    public double[] Quantiles { get; init; } = [];

    /// <summary>Creates a series from samples in any order; samples that are not finite are ignored.</summary>
    public static SampleSeries From(string name, string unit, ReadOnlySpan<double> samples)
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

    public static SampleSeries From(string name, DelaySamples delays) =>
        new() { Name = name, Unit = "ms", Count = delays.Count, Quantiles = delays.Quantiles() };
}
