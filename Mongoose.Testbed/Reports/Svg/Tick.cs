namespace Mongoose.Testbed.Reports.Svg;

/// <summary>A mark on an axis; with an empty label it is a gridline only.</summary>
public readonly record struct Tick(double Value, string Label);
