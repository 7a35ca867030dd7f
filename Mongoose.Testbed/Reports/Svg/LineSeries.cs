namespace Mongoose.Testbed.Reports.Svg;

/// <summary>A curve through points in ascending x. The style is a CSS class; a point that is not finite interrupts the curve.</summary>
public sealed record LineSeries(string Name, string Style, (double X, double Y)[] Points)
{
    /// <summary>Dots with a title.</summary>
    public (double X, double Y, string Title)[] Marks { get; init; } = [];

    /// <summary>A shaded range around the curve, such as that of several runs.</summary>
    public (double X, double Low, double High)[] Spread { get; init; } = [];

    /// <summary>Each value holds until the next.</summary>
    public bool Steps { get; init; }
}
