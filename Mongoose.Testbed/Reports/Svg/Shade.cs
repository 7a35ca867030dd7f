namespace Mongoose.Testbed.Reports.Svg;

/// <summary>A range of a value axis that is shaded.</summary>
public sealed record Shade(double From, double To, string Label);
