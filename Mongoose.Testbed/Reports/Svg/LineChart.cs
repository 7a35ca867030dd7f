using System.Xml.Linq;

namespace Mongoose.Testbed.Reports.Svg;

/// <summary>Curves over one x axis, linear or logarithmic, with the legend above the plot where no curve can be.</summary>
public sealed record LineChart
{
    // Glyphs of the reader's font are on average narrower than this at the size of a label.
    private const double LabelGlyph = 8;
    private const double Swatch = 22;

    public required string Description { get; init; }
    public required LineSeries[] Series { get; init; }
    public required string XTitle { get; init; }
    public required string Unit { get; init; }
    public required double Top { get; init; }
    public bool LogarithmicX { get; init; }

    public XElement Draw()
    {
        Scale x = XScale();
        Scale y = Scale.LinearToTick(Top, Frame.Bottom, Frame.Top, 5);
        XElement svg = SvgXml.Root(Frame.Width, Frame.Height, Description);
        svg.Add(Frame.Grid(x, y, XTitle, Unit));
        svg.Add(Series.Where(series => series.Points.Length > 0).Select(series => Curve(series, x, y)));
        svg.Add(Series.SelectMany(series => Dots(series, x, y)));
        svg.Add(Legend());
        return svg;
    }

    private Scale XScale()
    {
        double[] values = Series.SelectMany(series => series.Points).Select(point => point.X)
            .Where(value => value > 0 && double.IsFinite(value)).DefaultIfEmpty(1).ToArray();
        return LogarithmicX
            ? Scale.Logarithmic(values.Min(), values.Max(), Frame.Left, Frame.Right)
            : Scale.LinearToTick(values.Max(), Frame.Left, Frame.Right, 8);
    }

    private static XElement Curve(LineSeries series, Scale x, Scale y)
    {
        PathBuilder path = new();
        foreach ((double px, double py) in series.Points)
        {
            if (path.IsEmpty)
                path.Move(x.Position(px), y.Position(py));
            else
                path.LineTo(x.Position(px), y.Position(py));
        }
        return SvgXml.Element("path", new XAttribute("class", "curve " + series.Style),
            new XAttribute("d", path.ToString()), SvgXml.Title(series.Name));
    }

    private static IEnumerable<XElement> Dots(LineSeries series, Scale x, Scale y) =>
        series.Marks.Where(mark => double.IsFinite(mark.X)).Select(mark => SvgXml.Element("circle",
            new XAttribute("cx", SvgXml.Number(x.Position(mark.X))),
            new XAttribute("cy", SvgXml.Number(y.Position(mark.Y))),
            new XAttribute("r", "4"), new XAttribute("class", "dot " + series.Style), SvgXml.Title(mark.Title)));

    private IEnumerable<XElement> Legend()
    {
        double right = Frame.Right, at = Frame.Top - 14;
        foreach (LineSeries series in Series.Reverse())
        {
            double name = right - series.Name.Length * LabelGlyph;
            yield return SvgXml.Text(name, at, "start", "label", series.Name);
            double swatch = name - 7;
            yield return SvgXml.Line(swatch - Swatch, at - 4, swatch, at - 4, "curve " + series.Style);
            right = swatch - Swatch - 14;
        }
    }
}
