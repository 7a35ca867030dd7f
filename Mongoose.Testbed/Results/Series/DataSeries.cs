using System.Text.Json.Serialization;

namespace Mongoose.Testbed.Results.Series;

/// <summary>Numbers of one run that a figure can be drawn from.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(TimeSeries), "time")]
[JsonDerivedType(typeof(SampleSeries), "samples")]
[JsonDerivedType(typeof(PointSeries), "points")]
[JsonDerivedType(typeof(GridSeries), "grid")]
public abstract record DataSeries
{
    /// <summary>As stats are called: whose it is, a dot, what it is with its unit, such as <c>reno.goodputKbps</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Of the values, as people write it: kbit/s, ms; empty for a plain number.</summary>
    public string Unit { get; init; } = "";
}
