using System.Xml.Linq;

namespace Mongoose.Runtime.Charts;

/// <summary>Curves over one x axis, with the legend above the plot and the names of marked values next to it.</summary>
public sealed record LineChart
{
    private const double LabelGap = 15;
    private const double MaxLabel = 190;

    public required string Description { get; init; }
    public Frame Paper { get; init; } = Frame.Half;
    public required LineSeries[] Series { get; init; }
    public required AxisRange X { get; init; }
    public required AxisRange Y { get; init; }
    public Marker[] Markers { get; init; } = [];
    public ShadedBand[] Shades { get; init; } = [];

    public XElement Draw()
    {
        Legend legend = new(Series.Select(series => (series.Name, series.Style)), Paper.Width);
        double left = Math.Max(Frame.Half.Left, 16 + TextWidth.MaxOf(Y.Scale(0, 1).Ticks.Select(tick => tick.Label)));
        Frame frame = Paper.With(legend, left, Margin());
        Scale x = X.Scale(frame.Left, frame.Right), y = Y.Scale(frame.Bottom, frame.Top);
        return SvgXml.Root(frame.Width, frame.Height, Description,
            Shades.Select(shade => Range(shade, frame, y)),
            frame.Grid(x, y, X.Title, Y.Title),
            Series.Where(series => series.Spread.Length > 0).Select(series => Spread(series, x, y)),
            Series.Where(series => series.Points.Length > 0).Select(series => Curve(series, x, y)),
            Series.SelectMany(series => Dots(series, x, y)),
            Markers.Select(marker => Mark(marker, frame, x, y)),
            Beside(frame, y),
            legend.Draw());
    }

    private double Margin()
    {
        double longest = TextWidth.MaxOf(Markers.Select(marker => marker.Label).Concat(Shades.Select(shade => shade.Label)));
        return longest == 0 ? Frame.Half.RightMargin : Math.Min(longest, MaxLabel) + 16;
    }

    private static XElement Range(ShadedBand shade, Frame frame, Scale y)
    {
        double top = Math.Min(y.Position(shade.To), y.Position(shade.From));
        double height = Math.Abs(y.Position(shade.To) - y.Position(shade.From));
        return SvgXml.Rectangle(frame.Left, top, frame.Right - frame.Left, Math.Max(1, height), "shade", shade.Label);
    }

    private static XElement Mark(Marker marker, Frame frame, Scale x, Scale y)
    {
        double at = y.Position(marker.Value);
        return marker.X is { } place
            ? SvgXml.Element("path", new XAttribute("class", "reference cross"), new XAttribute("d", new PathBuilder()
                .Move(x.Position(place) - 4, at - 4).LineTo(x.Position(place) + 4, at + 4)
                .Move(x.Position(place) - 4, at + 4).LineTo(x.Position(place) + 4, at - 4).ToString()), SvgXml.Title(marker.Label))
            : SvgXml.Line(frame.Left, at, frame.Right, at, "reference");
    }

    private IEnumerable<XElement> Beside(Frame frame, Scale y)
    {
        (string Label, double At)[] labels =
        [
            .. Markers.Where(marker => marker.X is null).Select(marker => (marker.Label, y.Position(marker.Value))),
            .. Markers.Where(marker => marker.X is not null).DistinctBy(marker => marker.Label)
                .Select(marker => ("× " + marker.Label, y.Position(marker.Value))),
            .. Shades.Select(shade => (shade.Label, (y.Position(shade.From) + y.Position(shade.To)) / 2)),
        ];
        labels = labels.Where(label => label.Label.Length > 0).ToArray();
        double[] places = Labels.Spread(labels.Select(label => label.At + 4).ToArray(), LabelGap, frame.Top + 4, frame.Bottom + 4);
        return labels.Zip(places, (label, at) =>
            SvgXml.Text(frame.Right + 6, at, "start", "label", TextWidth.Fit(label.Label, MaxLabel)));
    }

    private static XElement Curve(LineSeries series, Scale x, Scale y)
    {
        PathBuilder path = new();
        bool joined = false;
        foreach ((double px, double py) in series.Points)
        {
            bool drawn = double.IsFinite(px) && double.IsFinite(py);
            double atX = x.Position(px), atY = y.Position(py);
            if (drawn && !joined)
                path.Move(atX, atY);
            else if (drawn && series.Steps)
                path.HorizontalTo(atX).VerticalTo(atY);
            else if (drawn)
                path.LineTo(atX, atY);
            joined = drawn;
        }
        return SvgXml.Path("curve " + series.Style, path, series.Name);
    }

    private static XElement Spread(LineSeries series, Scale x, Scale y)
    {
        PathBuilder path = new();
        (double X, double Low, double High)[] drawn =
            Array.FindAll(series.Spread, at => double.IsFinite(at.Low) && double.IsFinite(at.High));
        foreach ((double at, _, double high) in drawn)
            path.To(x.Position(at), y.Position(high));
        foreach ((double at, double low, _) in drawn.Reverse())
            path.To(x.Position(at), y.Position(low));
        return SvgXml.Path("spread " + series.Style, path.IsEmpty ? path : path.Close(), series.Name);
    }

    private static IEnumerable<XElement> Dots(LineSeries series, Scale x, Scale y) =>
        series.Marks.Where(mark => double.IsFinite(mark.X) && double.IsFinite(mark.Y))
            .Select(mark => SvgXml.Circle(x.Position(mark.X), y.Position(mark.Y), 4, "dot " + series.Style, mark.Title));
}

/// <summary>A curve through points in ascending x. The style is a CSS class; a point that is not finite creates a gap.</summary>
public sealed record LineSeries(string Name, string Style, (double X, double Y)[] Points)
{
    /// <summary>Marked points with titles.</summary>
    public (double X, double Y, string Title)[] Marks { get; init; } = [];

    /// <summary>A shaded range around the curve, such as the range of several runs.</summary>
    public (double X, double Low, double High)[] Spread { get; init; } = [];

    /// <summary>Whether each value holds until the next.</summary>
    public bool Steps { get; init; }
}

/// <summary>A marked value on a value axis; if x is given, only at that position.</summary>
public sealed record Marker(double Value, string Label, double? X = null);

/// <summary>A shaded range of a value axis.</summary>
public sealed record ShadedBand(double From, double To, string Label);
