using System.Xml.Linq;

namespace Mongoose.Runtime.Charts;

/// <summary>The area of a chart: its size, margins, gridlines and labels.</summary>
public sealed record Frame
{
    /// <summary>Space between the lower edge of the plot and the end of the drawing: tick labels and the title of x.</summary>
    public const double BelowPlot = 42;

    /// <summary>A frame with half of the page's width.</summary>
    public static readonly Frame Half = new();

    /// <summary>A frame with the full width of the page.</summary>
    public static readonly Frame Full = new() { Width = 960, Height = 330 };

    public double Width { get; init; } = 520;
    public double Height { get; init; } = 270;
    public double Left { get; init; } = 46;
    public double Top { get; init; } = 28;
    public double RightMargin { get; init; } = 14;
    public double Right => Width - RightMargin;
    public double Bottom => Height - BelowPlot;

    /// <summary>The same plot with space for a legend above it and for labels on its sides.</summary>
    public Frame With(Legend legend, double left, double rightMargin) => this with
    {
        Height = Height + legend.Height,
        Top = Top + legend.Height,
        Left = left,
        RightMargin = rightMargin,
    };

    /// <summary>Gridlines and tick labels; the title of y is above its axis, the title of x below.</summary>
    public XElement[] Grid(Scale x, Scale y, string xTitle, string yTitle) =>
    [
        .. y.Ticks.SelectMany(tick => GridLine(tick, y.Position(tick.Value))),
        .. XAxis(x, xTitle),
        SvgXml.Text(8, Top - 14, "start", "label", yTitle),
    ];

    /// <summary>The ticks and labels of the lower edge.</summary>
    public XElement[] XAxis(Scale x, string title) =>
    [
        .. x.Ticks.SelectMany(tick => AxisTick(tick, x.Position(tick.Value))),
        SvgXml.Text((Left + Right) / 2, Height - 6, "middle", "label", title),
    ];

    private XElement[] GridLine(Tick tick, double at) =>
    [
        SvgXml.Line(Left, at, Right, at, tick.Value == 0 ? "axis" : "grid"),
        SvgXml.Text(Left - 8, at + 4, "end", "tick", tick.Label),
    ];

    private XElement[] AxisTick(Tick tick, double at) =>
    [
        SvgXml.Line(at, Bottom, at, Bottom + 4, "axis"),
        SvgXml.Text(at, Bottom + 18, "middle", "tick", tick.Label),
    ];
}
