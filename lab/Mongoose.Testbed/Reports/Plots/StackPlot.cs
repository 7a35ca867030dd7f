using System.Xml.Linq;
using Mongoose.Runtime.Charts;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>Stacks series that have the same bin width.</summary>
internal static class StackPlot
{
    public static XElement Draw(FigureSpec spec, SeriesGroup<TimeSeries>[] groups)
    {
        AreaLayer[] layers = groups.Select((group, i) => Layer(group, Palette.Style(i))).ToArray();
        return new AreaChart
        {
            Description = $"{spec.Title}. {spec.Caption} Layers from the bottom: {string.Join(", ", groups.Select(group => group.Label))}.",
            Paper = Frame.Full,
            Layers = layers,
            BinSeconds = groups[0].Runs[0].BinSeconds ?? 1,
            Seconds = groups.SelectMany(group => group.Runs).Max(SeriesAcrossRuns.End),
            Top = spec.Y.Max ?? Axes.Marked(spec).Append(AreaChart.Peak(layers)).Max(),
            Unit = Axes.Title(spec.Y, "", groups[0].Unit),
            Markers = Axes.Markers(spec),
            ShowLegend = true,
        }.Draw();
    }

    /// <summary>The mean of each bin over the runs.</summary>
    private static AreaLayer Layer(SeriesGroup<TimeSeries> group, string style)
    {
        double[] values = Enumerable.Range(0, group.Runs.Max(run => run.Values.Length))
            .Select(i => group.Runs.Where(run => i < run.Values.Length && double.IsFinite(run.Values[i])).Select(run => run.Values[i])
                .DefaultIfEmpty(0).Average())
            .ToArray();
        return new AreaLayer(style, group.Label, values) { Name = group.Label };
    }
}
