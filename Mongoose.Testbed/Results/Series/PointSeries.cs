namespace Mongoose.Testbed.Results.Series;

/// <summary>A quantity against another, such as a share against the round-trip time. The unit is that of <see cref="Y"/>.</summary>
public sealed record PointSeries : DataSeries
{
    /// <summary>What the first quantity is, with its unit in the key, such as <c>rttMs</c>.</summary>
    public string XName { get; init; } = "";

    public string XUnit { get; init; } = "";

    /// <summary>In the order in which the points are joined.</summary>
    public double[] X { get; init; } = [];

    public double[] Y { get; init; } = [];
}
