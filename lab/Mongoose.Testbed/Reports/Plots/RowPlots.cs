using System.Xml.Linq;
using Mongoose.Runtime.Charts;
using Mongoose.Runtime.Pages;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>Box plots and bars.</summary>
internal static class RowPlots
{
    /// <summary>Box plots of samples, or of the values of series over time.</summary>
    public static XElement Boxes(FigureSpec spec, SeriesGroup<DataSeries>[] groups)
    {
        BoxRow[] rows = groups.Select((group, i) => (group.Label, Style: Palette.Style(i % (Palette.Styles / 2)), Samples: Samples(group)))
            .Where(row => row.Samples.Length > 0).Select(row => Box(row.Label, row.Style, row.Samples, groups[0].Unit)).ToArray();
        IEnumerable<double> values = rows.SelectMany(row => row.Box.Outliers.Concat([row.Box.WhiskerLow, row.Box.WhiskerHigh]));
        return new BoxChart
        {
            Description = $"{spec.Title}. {spec.Caption} {string.Join("; ", rows.Select(row => row.Title))}.",
            Rows = rows,
            X = Axes.Create(spec.Y, "", groups[0].Unit, values.Concat(Axes.Marked(spec))) with { Ticks = 10 },
            Markers = Axes.Markers(spec),
            Shades = Axes.Shades(spec),
        }.Draw();
    }

    public static XElement Bars(FigureSpec spec, (string Label, SampleSummary Summary)[] stats)
    {
        BarRow[] rows = stats.Select(stat =>
            new BarRow(stat.Label, Palette.Style(0), stat.Summary.Mean, stat.Summary.Low95, stat.Summary.High95,
            Figures.Significant(stat.Summary.Mean))).ToArray();
        IEnumerable<double> values = rows.SelectMany(row => new[] { 0, row.Value, row.Low, row.High }).Concat(Axes.Marked(spec));
        return new BarChart
        {
            Description = $"{spec.Title}. {spec.Caption} {string.Join("; ", rows.Select(row => $"{row.Name}: {row.Text}"))}.",
            Rows = rows,
            X = Axes.Create(spec.Y, "", "", values) with { Ticks = 10 },
            Markers = Axes.Markers(spec),
            Shades = Axes.Shades(spec),
        }.Draw();
    }

    private static double[] Samples(SeriesGroup<DataSeries> group) => group.Runs[0] is SampleSeries
        ? PooledQuantiles.Samples(group.Runs.OfType<SampleSeries>())
        : Percentiles.Sorted(group.Runs.OfType<TimeSeries>().SelectMany(run => run.Values).ToArray());

    private static BoxRow Box(string name, string style, double[] samples, string unit)
    {
        BoxPlot box = BoxPlot.From(samples);
        return new BoxRow(name, style, box,
            $"{name}: median {Figures.Significant(box.Median)} {unit}, "
                + $"quartiles {Figures.Significant(box.Lower)} and {Figures.Significant(box.Upper)}");
    }
}
