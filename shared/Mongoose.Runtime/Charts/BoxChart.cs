using System.Xml.Linq;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Runtime.Charts;

/// <summary>Box plots, one per row.</summary>
public sealed record BoxChart : RowChart
{
    private const double HalfBoxHeight = 10;

    public required BoxRow[] Rows { get; init; }

    protected override IReadOnlyList<string> Names => Rows.Select(row => row.Name).ToArray();

    protected override IEnumerable<XElement> Row(int index, double y, Scale x)
    {
        BoxRow row = Rows[index];
        BoxPlot box = row.Box;
        double low = x.Position(box.WhiskerLow), lower = x.Position(box.Lower), median = x.Position(box.Median);
        double upper = x.Position(box.Upper), high = x.Position(box.WhiskerHigh);
        return
        [
            SvgXml.Line(low, y, lower, y, "whisker"),
            SvgXml.Line(upper, y, high, y, "whisker"),
            SvgXml.Line(low, y - HalfBoxHeight / 2, low, y + HalfBoxHeight / 2, "whisker"),
            SvgXml.Line(high, y - HalfBoxHeight / 2, high, y + HalfBoxHeight / 2, "whisker"),
            SvgXml.Rectangle(lower, y - HalfBoxHeight, Math.Max(1, upper - lower), 2 * HalfBoxHeight, "box " + row.Style, row.Title),
            SvgXml.Line(median, y - HalfBoxHeight, median, y + HalfBoxHeight, "median"),
            .. box.Outliers.Select(outlier => SvgXml.Circle(x.Position(outlier), y, 2.5, "outlier " + row.Style, row.Title)),
        ];
    }
}

/// <summary>One box. The style is a CSS class.</summary>
public sealed record BoxRow(string Name, string Style, BoxPlot Box, string Title);
