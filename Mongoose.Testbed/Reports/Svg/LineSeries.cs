namespace Mongoose.Testbed.Reports.Svg;

/// <summary>A curve through points in ascending x. The style is a CSS class; marks are dots with a title.</summary>
public sealed record LineSeries(string Name, string Style, (double X, double Y)[] Points)
{
    public (double X, double Y, string Title)[] Marks { get; init; } = [];
}
