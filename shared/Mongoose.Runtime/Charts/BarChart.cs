using System.Xml.Linq;

namespace Mongoose.Runtime.Charts;

/// <summary>Horizontal bars from zero, one per row, with the confidence interval of each value.</summary>
public sealed record BarChart : RowChart
{
    private const double HalfBarHeight = 8;

    public required BarRow[] Rows { get; init; }

    protected override IReadOnlyList<string> Names => Rows.Select(row => row.Name).ToArray();

    protected override double RowHeight => 28;

    protected override double RightRoom => TextWidth.MaxOf(Rows.Select(row => row.Text));

    protected override IEnumerable<XElement> Row(int index, double y, Scale x)
    {
        BarRow row = Rows[index];
        double zero = x.Position(0), value = x.Position(row.Value);
        return
        [
            .. double.IsFinite(row.Value)
                ? [SvgXml.Rectangle(Math.Min(zero, value), y - HalfBarHeight, Math.Abs(value - zero), 2 * HalfBarHeight,
                    "box " + row.Style, row.Name)]
                : (XElement[])[],
            .. double.IsFinite(row.Low) && double.IsFinite(row.High) ? Whisker(y, x.Position(row.Low), x.Position(row.High)) : [],
            // The text is next to the plot, because at the end of the bar a marked value's line could cross it.
            SvgXml.Text(x.End + 10, y + 4, "start", "label", row.Text),
        ];
    }

    private static XElement[] Whisker(double y, double low, double high) =>
    [
        SvgXml.Line(low, y, high, y, "whisker"),
        SvgXml.Line(low, y - 4, low, y + 4, "whisker"),
        SvgXml.Line(high, y - 4, high, y + 4, "whisker"),
    ];
}

/// <summary>
/// One bar with its interval. There is no bar if the value is NaN, and no interval if one of its ends is. The style is a CSS class; the
/// text is shown next to the plot.
/// </summary>
public sealed record BarRow(string Name, string Style, double Value, double Low, double High, string Text);
