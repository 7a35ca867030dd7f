using System.Xml.Linq;

namespace Mongoose.Runtime.Charts;

/// <summary>
/// Quantities that add up, over time: layers stacked from the bottom in the given order, and reference lines for the sum. Values are means
/// over bins, so they are drawn as steps.
/// </summary>
public sealed record AreaChart
{
    /// <summary>With more columns than this, a column would be less than two pixels wide.</summary>
    public const int MaxColumns = 240;

    public required string Description { get; init; }
    public required AreaLayer[] Layers { get; init; }
    public required double BinSeconds { get; init; }

    /// <summary>The end of the time axis, shared by charts that are side by side.</summary>
    public required double Seconds { get; init; }

    /// <summary>The minimum end of the value axis, shared by charts that are side by side.</summary>
    public required double Top { get; init; }

    public required string Unit { get; init; }
    public Marker[] Markers { get; init; } = [];
    public Frame Paper { get; init; } = Frame.Half;
    public bool ShowLegend { get; init; }

    /// <summary>The highest value of the stacked layers as drawn; 0 without layers.</summary>
    public static double Peak(AreaLayer[] layers) => layers.Length == 0 ? 0 : Stack(layers)[^1].DefaultIfEmpty(0).Max();

    public XElement Draw()
    {
        Legend legend = new(ShowLegend ? Layers.Select(layer => (layer.Name, layer.Style)) : [], Paper.Width);
        double left = Math.Max(Frame.Half.Left,
            16 + TextWidth.MaxOf(Scale.Linear(0, Top, 0, 1, 5).Ticks.Select(tick => tick.Label)));
        Frame frame = Paper.With(legend, left, Paper.RightMargin);
        Scale x = Scale.LinearExact(0, Seconds, frame.Left, frame.Right, 8);
        Scale y = Scale.Linear(0, Top, frame.Bottom, frame.Top, 5);
        return SvgXml.Root(frame.Width, frame.Height, Description,
            frame.Grid(x, y, "time, s", Unit),
            Areas(x, y),
            Markers.Select(marker => Mark(marker.Label, frame, y.Position(marker.Value))),
            legend.Draw());
    }

    private static XElement[] Mark(string label, Frame frame, double at) =>
    [
        SvgXml.Line(frame.Left, at, frame.Right, at, "reference"),
        SvgXml.Text(frame.Right - 4, at - 6, "end", "label halo", label),
    ];

    private IEnumerable<XElement> Areas(Scale x, Scale y)
    {
        double[][] tops = Stack(Layers);
        double[] edges = Edges(Bins(Layers), x);
        for (int i = 0; i < Layers.Length; i++)
        {
            double[] bottom = i == 0 ? new double[tops[i].Length] : tops[i - 1];
            if (tops[i].Length == 0 || tops[i].SequenceEqual(bottom))
                continue;
            yield return SvgXml.Element("path", new XAttribute("class", "area " + Layers[i].Style),
                new XAttribute("d", Band(tops[i], bottom, edges, y)), SvgXml.Title(Layers[i].Title));
        }
    }

    private static string Band(double[] top, double[] bottom, double[] edges, Scale y)
    {
        PathBuilder path = new PathBuilder().Move(edges[0], y.Position(bottom[0]));
        for (int i = 0; i < top.Length; i++)
            path.VerticalTo(y.Position(top[i])).HorizontalTo(edges[i + 1]);
        for (int i = bottom.Length - 1; i >= 0; i--)
            path.VerticalTo(y.Position(bottom[i])).HorizontalTo(edges[i]);
        return path.Close().ToString();
    }

    private double[] Edges(int bins, Scale x)
    {
        int group = Group(bins);
        int columns = (bins + group - 1) / group;
        return Enumerable.Range(0, columns + 1)
            .Select(i => x.Position(Math.Min(i * group, bins) * BinSeconds)).ToArray();
    }

    /// <summary>Cumulative sums of the layers, column by column; a layer that ends early adds 0 after its end.</summary>
    private static double[][] Stack(AreaLayer[] layers)
    {
        int bins = Bins(layers), group = Group(bins);
        double[] below = new double[(bins + group - 1) / group];
        double[][] tops = new double[layers.Length][];
        for (int i = 0; i < layers.Length; i++)
        {
            double[] columns = Columns(layers[i].Values, group);
            below = tops[i] = below.Select((sum, at) => sum + (at < columns.Length ? columns[at] : 0)).ToArray();
        }
        return tops;
    }

    /// <summary>Means of adjacent bins; values that cannot be drawn count as 0.</summary>
    private static double[] Columns(double[] bins, int group) => bins.Chunk(group)
        .Select(chunk => chunk.Average(value => value > 0 && double.IsFinite(value) ? value : 0)).ToArray();

    private static int Bins(AreaLayer[] layers) => layers.Select(layer => layer.Values.Length).DefaultIfEmpty(0).Max();

    private static int Group(int bins) => Math.Max(1, (bins + MaxColumns - 1) / MaxColumns);
}

/// <summary>
/// One layer of a stack, with one value per time bin. The style is a CSS class, the title is shown on hover, and the name in the legend.
/// </summary>
public sealed record AreaLayer(string Style, string Title, double[] Values, string Name = "");
