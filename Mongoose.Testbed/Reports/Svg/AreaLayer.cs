namespace Mongoose.Testbed.Reports.Svg;

/// <summary>One layer of a stack, a value to each time bin. The style is a CSS class; the title shows on hovering.</summary>
public sealed record AreaLayer(string Style, string Title, double[] Values)
{
    /// <summary>In the legend.</summary>
    public string Name { get; init; } = "";
}
