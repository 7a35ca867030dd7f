using System.Globalization;
using System.Xml.Linq;
using Mongoose.Runtime.Pages;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>A table of stats over the runs.</summary>
internal static class StatTable
{
    private static readonly TableColumns<(string Label, SampleSummary Summary), object> Columns = new(
        ("", stat => stat.Label),
        ("mean", stat => Figures.Significant(stat.Summary.Mean)),
        ("standard deviation", stat => Figures.Significant(stat.Summary.Sd)),
        ("95 % interval of the mean", stat => Interval(stat.Summary)),
        ("runs", stat => stat.Summary.N.ToString(CultureInfo.InvariantCulture)));

    public static XElement Draw((string Label, SampleSummary Summary)[] stats) =>
        Html.Element("div", Html.Class("scroll"), Html.Table(Columns, stats));

    private static string Interval(SampleSummary summary) => double.IsFinite(summary.Low95)
        ? $"{Figures.Significant(summary.Low95)} to {Figures.Significant(summary.High95)}"
        : Figures.None;
}
