using System.Xml.Linq;

namespace Mongoose.Runtime.Charts;

/// <summary>The names of curves, in rows above the plot so that no curve crosses them.</summary>
public sealed class Legend
{
    private const double Row = 19;
    private const double Swatch = 22;
    private const double Gap = 18;
    private const double Margin = 8;
    private const double BelowRows = 6;

    private readonly List<(string Name, string Style, double X, int Row)> _entries = [];
    private readonly int _rows;

    /// <param name="entries">Names and CSS classes.</param>
    /// <param name="width">The width of the drawing.</param>
    public Legend(IEnumerable<(string Name, string Style)> entries, double width)
    {
        double x = Margin;
        foreach ((string name, string style) in entries)
        {
            string text = TextWidth.Fit(name, width - 2 * Margin - Swatch);
            double end = x + Swatch + 7 + TextWidth.Of(text);
            if (end > width - Margin && x > Margin)
            {
                _rows++;
                end += Margin - x;
                x = Margin;
            }
            _entries.Add((text, style, x, _rows));
            x = end + Gap;
        }
        if (_entries.Count > 0)
            _rows++;
    }

    public double Height => _rows == 0 ? 0 : _rows * Row + BelowRows;

    public IEnumerable<XElement> Draw()
    {
        foreach ((string name, string style, double x, int row) in _entries)
        {
            double at = 14 + row * Row;
            yield return SvgXml.Line(x, at - 4, x + Swatch, at - 4, "curve " + style);
            yield return SvgXml.Text(x + Swatch + 7, at, "start", "label", name);
        }
    }
}
