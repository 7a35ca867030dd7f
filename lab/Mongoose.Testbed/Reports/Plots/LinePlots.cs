using System.Xml.Linq;
using Mongoose.Runtime.Charts;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>Line charts: values over time, distributions, and points.</summary>
internal static class LinePlots
{
    /// <summary>With more lines than this, the shaded ranges over the runs would cover each other.</summary>
    private const int MaxSpreads = 4;

    /// <summary>On lines with more points than this, dots would merge into a second line.</summary>
    private const int MaxDots = 30;

    /// <summary>
    /// For series with bins: the mean of the runs, surrounded by their range. For series with their own times: the first run.
    /// </summary>
    public static XElement Time(FigureSpec spec, SeriesGroup<TimeSeries>[] groups)
    {
        LineSeries[] lines =
            groups.Select((group, i) => SeriesAcrossRuns.Line(group, Palette.Style(i), groups.Length <= MaxSpreads)).ToArray();
        AxisRange x = Axes.Create(spec.X, "time", "s", groups.SelectMany(group => group.Runs).Select(SeriesAcrossRuns.End)) with
        {
            Exact = true,
            Ticks = 12,
        };
        return Chart(spec, lines, x, Axes.Create(spec.Y, "", groups[0].Unit, Ys(spec, lines)));
    }

    public static XElement Cdf(FigureSpec spec, SeriesGroup<SampleSeries>[] groups)
    {
        LineSeries[] lines = groups.Select((group, i) => new LineSeries(group.Label, Palette.Style(i),
            PooledQuantiles.Distribution(group.Runs).Select(item => (item.Value, 100 * item.Share)).ToArray())).ToArray();
        AxisRange x = Axes.Create(spec.X, "", groups[0].Unit, Xs(lines)) with { Ticks = 10 };
        return Chart(spec, lines, x, new AxisRange(Axes.Title(spec.Y, "share of samples", "%"), 0, 100));
    }

    public static XElement Points(FigureSpec spec, SeriesGroup<PointSeries>[] groups)
    {
        LineSeries[] lines = groups.Select((group, i) => PointLine(group, Palette.Style(i))).ToArray();
        PointSeries first = groups[0].Runs[0];
        AxisRange x = Axes.Create(spec.X, first.XName, first.XUnit, Xs(lines)) with { Ticks = 10 };
        return Chart(spec, lines, x, Axes.Create(spec.Y, "", first.Unit, Ys(spec, lines)));
    }

    private static LineSeries PointLine(SeriesGroup<PointSeries> group, string style)
    {
        (double X, double Y)[] points = group.Runs.SelectMany(run => run.X.Zip(run.Y)).GroupBy(point => point.First, point => point.Second)
            .OrderBy(point => point.Key).Select(point => (point.Key, point.Average())).ToArray();
        return new LineSeries(group.Label, style, points)
        {
            Marks = points.Length > MaxDots ? [] : points.Select(point =>
                (point.X, point.Y, $"{group.Label}: {Figures.Short(point.X)}, {Figures.Short(point.Y)}")).ToArray(),
        };
    }

    private static IEnumerable<double> Xs(LineSeries[] lines) => lines.SelectMany(line => line.Points).Select(point => point.X);

    private static IEnumerable<double> Ys(FigureSpec spec, LineSeries[] lines) => lines.SelectMany(line => line.Points)
        .Select(point => point.Y)
        .Concat(lines.SelectMany(line => line.Spread).SelectMany(at => new[] { at.Low, at.High }))
        .Concat(Axes.Marked(spec));

    private static XElement Chart(FigureSpec spec, LineSeries[] lines, AxisRange x, AxisRange y) => new LineChart
    {
        Description = $"{spec.Title}. {spec.Caption} Lines: {string.Join(", ", lines.Select(line => line.Name))}; "
            + $"across {x.Title} from {Figures.Short(x.Min)} to {Figures.Short(x.Max)}; "
            + $"up {y.Title} from {Figures.Short(y.Min)} to {Figures.Short(y.Max)}.",
        Paper = Frame.Full,
        Series = lines,
        X = x,
        Y = y,
        Markers = Axes.Markers(spec),
        Shades = Axes.Shades(spec),
    }.Draw();
}
