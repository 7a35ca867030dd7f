using System.Xml.Linq;
using Mongoose.Runtime.Charts;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>One grid. The figure's x and y are the grid's axes, and its references are the values whose contour lines are drawn.</summary>
internal static class ContourPlot
{
    public static XElement Draw(FigureSpec spec, GridSeries grid, string label)
    {
        double[] values = grid.Values.SelectMany(row => row).Where(double.IsFinite).ToArray();
        bool decades = values.Length > 0 && values.Min() > 0 && values.Max() / values.Min() > 50;
        return new ContourChart
        {
            Description = $"{spec.Title}. {spec.Caption} {label} from {Figures.Significant(values.DefaultIfEmpty(double.NaN).Min())} "
                + $"to {Figures.Significant(values.DefaultIfEmpty(double.NaN).Max())} {grid.Unit}.",
            X = Ends(Axes.Create(spec.X, grid.XName, grid.XUnit, grid.X), spec.X, grid.X) with { Ticks = 8 },
            Y = Ends(Axes.Create(spec.Y, grid.YName, grid.YUnit, grid.Y), spec.Y, grid.Y) with { Ticks = 6 },
            Value = Axes.Create(new AxisSpec { Log = decades }, "", grid.Unit, values) with { Ticks = 8 },
            Columns = grid.X,
            Rows = grid.Y,
            Values = grid.Values,
            Levels = Axes.Markers(spec),
        }.Draw();
    }

    // The axis ends at the edge of the grid because there is no data beyond.
    private static AxisRange Ends(AxisRange axis, AxisSpec spec, double[] grid) => grid.Length < 2
        ? axis
        : axis with { Min = spec.Min ?? grid[0], Max = spec.Max ?? grid[^1], Exact = true };
}
