using System.Xml.Linq;

namespace Mongoose.Runtime.Charts;

/// <summary>Named rows over one horizontal value axis, so that any number of long names stays readable.</summary>
public abstract record RowChart
{
    private const double MaxName = 300;
    private const double LabelGap = 15;
    private const double Margin = 24;

    public required string Description { get; init; }
    public required AxisRange X { get; init; }
    public Marker[] Markers { get; init; } = [];
    public ShadedBand[] Shades { get; init; } = [];
    public double Width { get; init; } = Frame.Full.Width;

    /// <summary>The distance between the centres of adjacent rows.</summary>
    protected virtual double RowHeight => 34;

    protected abstract IReadOnlyList<string> Names { get; }

    public XElement Draw()
    {
        (Marker[] Markers, ShadedBand[] Shades) named = (Markers.Where(marker => marker.Label.Length > 0).ToArray(),
            Shades.Where(shade => shade.Label.Length > 0).ToArray());
        double top = 10 + LabelGap * (named.Markers.Length + named.Shades.Length);
        double left = Math.Min(TextWidth.MaxOf(Names), MaxName) + Margin;
        Frame frame = new()
        {
            Width = Width,
            Height = top + RowHeight * Math.Max(1, Names.Count) + Frame.BelowPlot,
            Left = left,
            Top = top,
            RightMargin = Margin + RightRoom,
        };
        Scale x = X.Scale(frame.Left, frame.Right);
        return SvgXml.Root(frame.Width, frame.Height, Description,
            Shades.Select(shade => Range(shade, frame, x)),
            x.Ticks.Select(tick => SvgXml.Line(x.Position(tick.Value), top, x.Position(tick.Value), frame.Bottom, "grid")),
            frame.XAxis(x, X.Title),
            Names.Select((name, i) =>
                SvgXml.Text(frame.Left - 10, Middle(frame, i) + 4, "end", "label", TextWidth.Fit(name, MaxName))),
            Enumerable.Range(0, Names.Count).SelectMany(i => Row(i, Middle(frame, i), x)),
            Markers.Select(marker =>
                SvgXml.Line(x.Position(marker.Value), top - 4, x.Position(marker.Value), frame.Bottom, "reference over")),
            Above(named.Markers, named.Shades, frame, x));
    }

    /// <summary>The space to the right of the plot for text.</summary>
    protected virtual double RightRoom => 0;

    /// <summary>Draws row <paramref name="index"/>, whose centre is at <paramref name="y"/>.</summary>
    protected abstract IEnumerable<XElement> Row(int index, double y, Scale x);

    private double Middle(Frame frame, int row) => frame.Top + RowHeight * (row + 0.5);

    private static XElement Range(ShadedBand shade, Frame frame, Scale x)
    {
        double from = x.Position(Math.Min(shade.From, shade.To)), to = x.Position(Math.Max(shade.From, shade.To));
        return SvgXml.Rectangle(from, frame.Top, Math.Max(1, to - from), frame.Bottom - frame.Top, "shade", shade.Label);
    }

    // Each label has a line of its own, so that labels cannot overlap; all labels stay within the drawing.
    private static IEnumerable<XElement> Above(Marker[] markers, ShadedBand[] shades, Frame frame, Scale x)
    {
        IEnumerable<(double Value, string Label)> labels = markers.Select(marker => (marker.Value, marker.Label))
            .Concat(shades.Select(shade => ((shade.From + shade.To) / 2, shade.Label)));
        return labels.Select((label, line) =>
        {
            double half = TextWidth.Of(label.Label) / 2;
            double at = Math.Clamp(x.Position(label.Value), half, Math.Max(half, frame.Width - half));
            return SvgXml.Text(at, 12 + LabelGap * line, "middle", "label", label.Label);
        });
    }
}
