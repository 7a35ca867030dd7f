using System.Xml.Linq;
using Mongoose.Runtime.Pages;

namespace Mongoose.Runtime.Charts;

/// <summary>
/// A quantity on a grid: a shade per point, contour lines at given values or at the ticks of the key, and the key next to the plot.
/// </summary>
public sealed record ContourChart
{
    /// <summary>The number of shades from the minimum to the maximum: CSS classes shade-0 and so on.</summary>
    public const int Shades = 9;

    private const double KeyWidth = 14;
    private const double LabelDistance = 46;

    public required string Description { get; init; }
    public required AxisRange X { get; init; }
    public required AxisRange Y { get; init; }

    /// <summary>The quantity's axis, for the key.</summary>
    public required AxisRange Value { get; init; }

    public required double[] Columns { get; init; }
    public required double[] Rows { get; init; }

    /// <summary>Values by row (outer) and column (inner).</summary>
    public required double[][] Values { get; init; }

    /// <summary>Values that get a contour line; if empty, the ticks of the key.</summary>
    public Marker[] Levels { get; init; } = [];

    public XElement Draw()
    {
        double left = Math.Max(Frame.Half.Left, 16 + TextWidth.MaxOf(Y.Scale(0, 1).Ticks.Select(tick => tick.Label)));
        double key = 40 + KeyWidth
            + Math.Max(TextWidth.MaxOf(Value.Scale(0, 1).Ticks.Select(tick => tick.Label)), TextWidth.Of(Value.Title) / 2);
        Frame frame = Frame.Full with { Height = 440, Left = left, RightMargin = key };
        Scale x = X.Scale(frame.Left, frame.Right), y = Y.Scale(frame.Bottom, frame.Top);
        Scale shade = Value.Scale(0, Shades);
        return SvgXml.Root(frame.Width, frame.Height, Description,
            frame.Grid(x, y, X.Title, Y.Title), Cells(x, y, shade, frame), Lines(x, y, frame), Key(frame));
    }

    private IEnumerable<XElement> Cells(Scale x, Scale y, Scale shade, Frame frame)
    {
        double[] xs = Edges(Columns.Select(x.Position).ToArray(), frame.Left, frame.Right);
        double[] ys = Edges(Rows.Select(y.Position).ToArray(), frame.Bottom, frame.Top);
        for (int row = 0; row < Rows.Length; row++)
        {
            for (int column = 0; column < Columns.Length; column++)
            {
                double value = Values[row][column];
                if (!double.IsFinite(value))
                    continue;
                int step = Math.Clamp((int)shade.Position(value), 0, Shades - 1);
                // A little overlap, because otherwise the background shows between the cells.
                yield return SvgXml.Rectangle(
                    xs[column], ys[row + 1], xs[column + 1] - xs[column] + 0.4, ys[row] - ys[row + 1] + 0.4, $"shade-{step}",
                    $"{Figures.Short(Columns[column])}, {Figures.Short(Rows[row])}: {Figures.Short(value)}");
            }
        }
    }

    /// <summary>Edges half-way between adjacent centres; the outer cells are symmetric, but clipped to the plot.</summary>
    private static double[] Edges(double[] centres, double from, double to)
    {
        int n = centres.Length;
        double[] edges = new double[n + 1];
        for (int i = 1; i < n; i++)
            edges[i] = (centres[i - 1] + centres[i]) / 2;
        edges[0] = n > 1 ? centres[0] - (edges[1] - centres[0]) : from;
        edges[n] = n > 1 ? centres[^1] + (centres[^1] - edges[n - 1]) : to;
        return Array.ConvertAll(edges, edge => Math.Clamp(edge, Math.Min(from, to), Math.Max(from, to)));
    }

    private IEnumerable<XElement> Lines(Scale x, Scale y, Frame frame)
    {
        double[] xs = Columns.Select(x.Position).ToArray(), ys = Rows.Select(y.Position).ToArray();
        Marker[] levels = Levels.Length > 0
            ? Levels
            : Value.Scale(0, 1).Ticks.Where(tick => tick.Label.Length > 0).Select(tick => new Marker(tick.Value, tick.Label)).ToArray();
        List<(double X, double Y)> taken = [];
        List<XElement> labels = [];
        foreach (Marker level in levels)
        {
            var segments = Isolines.Trace(xs, ys, Interpolated(), Transformed(level.Value));
            PathBuilder path = new();
            foreach (var (from, to) in segments)
                path.Move(from.X, from.Y).LineTo(to.X, to.Y);
            if (path.IsEmpty)
                continue;
            yield return SvgXml.Path("isoline", path, level.Label);
            if (Place(segments, taken, frame) is { } at)
            {
                taken.Add(at);
                labels.Add(SvgXml.Text(at.X, at.Y + 4, "middle", "label isolabel", level.Label));
            }
        }
        foreach (XElement label in labels)
            yield return label;
    }

    // Over several decades, a quantity is closer to a power law than to a straight line.
    private double[][] Interpolated() => Values.Select(row => Array.ConvertAll(row, Transformed)).ToArray();

    private double Transformed(double value) => Value.Logarithmic ? Math.Log(value) : value;

    /// <summary>
    /// A label's position on the line: well inside the plot, away from other labels, and as near to the centre of the plot as that allows.
    /// </summary>
    private static (double X, double Y)? Place(
        List<((double X, double Y) From, (double X, double Y) To)> segments, List<(double X, double Y)> taken, Frame frame)
    {
        (double X, double Y) middle = ((frame.Left + frame.Right) / 2, (frame.Top + frame.Bottom) / 2);
        return segments.Select(segment => (X: (segment.From.X + segment.To.X) / 2, Y: (segment.From.Y + segment.To.Y) / 2))
            .Where(at => at.X > frame.Left + 24 && at.X < frame.Right - 24 && at.Y > frame.Top + 12 && at.Y < frame.Bottom - 12)
            .Where(at => taken.All(other => Math.Abs(other.X - at.X) > LabelDistance || Math.Abs(other.Y - at.Y) > 18))
            .OrderBy(at => Math.Abs(at.X - middle.X) + Math.Abs(at.Y - middle.Y))
            .Select(at => ((double, double)?)at).FirstOrDefault();
    }

    private XElement[] Key(Frame frame)
    {
        double left = frame.Right + 20, height = (frame.Bottom - frame.Top) / Shades;
        Scale scale = Value.Scale(frame.Bottom, frame.Top);
        return
        [
            .. Enumerable.Range(0, Shades).Select(i =>
                SvgXml.Rectangle(left, frame.Bottom - (i + 1) * height, KeyWidth, height + 0.4, $"shade-{i}", Value.Title)),
            .. scale.Ticks.Select(tick =>
                SvgXml.Text(left + KeyWidth + 6, scale.Position(tick.Value) + 4, "start", "tick", tick.Label)),
            SvgXml.Text(frame.Width - 4, frame.Top - 14, "end", "label", Value.Title),
        ];
    }
}
