namespace Mongoose.Testbed.Results.Series;

/// <summary>A quantity against two others, on a grid.</summary>
public sealed record GridSeries : DataSeries
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
