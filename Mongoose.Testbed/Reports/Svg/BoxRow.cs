using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Reports.Svg;

/// <summary>One box. The style is a CSS class.</summary>
public sealed record BoxRow(string Name, string Style, BoxPlot Box, string Title);
