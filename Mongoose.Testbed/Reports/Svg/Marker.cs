namespace Mongoose.Testbed.Reports.Svg;

/// <summary>A value that is marked across a value axis; with an x, at that place only.</summary>
public sealed record Marker(double Value, string Label, double? X = null);
