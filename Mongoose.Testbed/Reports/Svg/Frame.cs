using System.Xml.Linq;

namespace Mongoose.Testbed.Reports.Svg;

/// <summary>The paper that every chart is drawn on: one size, one set of margins, gridlines and labels.</summary>
public static class Frame
{
    public const double Width = 520;
    public const double Height = 270;
    public const double Left = 46;
    public const double Right = Width - 14;
    public const double Top = 28;
    public const double Bottom = Height - 42;

    /// <summary>Gridlines and tick labels; the unit of y stands above its axis, the title of x below its own.</summary>
    public static IEnumerable<XElement> Grid(Scale x, Scale y, string xTitle, string yUnit)
    {
        foreach (Tick tick in y.Ticks)
        {
            double at = y.Position(tick.Value);
            yield return SvgXml.Line(Left, at, Right, at, tick.Value == 0 ? "axis" : "grid");
            yield return SvgXml.Text(Left - 8, at + 4, "end", "tick", tick.Label);
        }
        foreach (Tick tick in x.Ticks)
        {
            double at = x.Position(tick.Value);
            yield return SvgXml.Line(at, Bottom, at, Bottom + 4, "axis");
            yield return SvgXml.Text(at, Bottom + 18, "middle", "tick", tick.Label);
        }
        yield return SvgXml.Text(Left - 8, Top - 14, "start", "label", yUnit);
        yield return SvgXml.Text((Left + Right) / 2, Height - 6, "middle", "label", xTitle);
    }
}
