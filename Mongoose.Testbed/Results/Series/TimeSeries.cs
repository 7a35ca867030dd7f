using System.Text.Json.Serialization;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Results.Series;

/// <summary>A quantity over time: means over bins of one width, or values at given moments that hold until the next.</summary>
public sealed record TimeSeries : DataSeries
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
