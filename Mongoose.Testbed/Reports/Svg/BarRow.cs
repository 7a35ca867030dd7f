namespace Mongoose.Testbed.Reports.Svg;

/// <summary>One bar with its interval, whose ends may be NaN. The style is a CSS class; the text stands beside the plot.</summary>
public sealed record BarRow(string Name, string Style, double Value, double Low, double High, string Text);
