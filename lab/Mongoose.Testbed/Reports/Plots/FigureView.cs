using System.Xml.Linq;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>Draws a figure from its description.</summary>
internal static class FigureView
{
    /// <summary>Draws the figure with its title and caption, or a notice if there is no data.</summary>
    public static XElement Draw(FigureSpec spec, FigureData data) => Html.Element("figure",
        Html.Element("figcaption", Html.Element("b", spec.Title),
            spec.Caption.Length > 0 ? Html.Element("span", Html.Class("quiet"), " · " + spec.Caption) : null),
        Content(spec, data) ?? Html.Element("p", Html.Class("notice"),
            $"No measured {(spec.Kind is FigureKind.Bars or FigureKind.Table ? "stat" : "series")} is named "
            + $"{string.Join(" or ", spec.Series)}."));

    private static XElement? Content(FigureSpec spec, FigureData data) => spec.Kind switch
    {
        FigureKind.TimeSeries => IfAny(data.Select<TimeSeries>(spec), groups => LinePlots.Time(spec, groups)),
        FigureKind.Stack => IfAny(data.Select<TimeSeries>(spec), groups => StackPlot.Draw(spec, groups)),
        FigureKind.Cdf => IfAny(data.Select<SampleSeries>(spec), groups => LinePlots.Cdf(spec, groups)),
        FigureKind.BoxPlot => IfAny(data.Select<DataSeries>(spec), groups => RowPlots.Boxes(spec, groups)),
        FigureKind.Points => IfAny(data.Select<PointSeries>(spec), groups => LinePlots.Points(spec, groups)),
        FigureKind.Contour => IfAny(data.Select<GridSeries>(spec), groups => ContourPlot.Draw(spec, groups[0].Runs[0], groups[0].Label)),
        FigureKind.Picture => IfAny(data.Select<PictureSeries>(spec), groups => PicturePlot.Draw(spec, groups)),
        FigureKind.Audio => IfAny(data.Select<AudioSeries>(spec), AudioPlayers.Draw),
        FigureKind.Table when spec.Rows.Length > 0 => ChosenStats.Draw(spec, data),
        FigureKind.Bars => IfAny(data.Stats(spec), stats => RowPlots.Bars(spec, stats)),
        FigureKind.Table => IfAny(data.Stats(spec), StatTable.Draw),
        _ => throw new ArgumentOutOfRangeException(nameof(spec), spec.Kind, "unknown kind of figure"),
    };

    private static XElement? IfAny<T>(T[] items, Func<T[], XElement> draw) => items.Length == 0 ? null : draw(items);
}
