using System.Globalization;
using System.Xml.Linq;
using Mongoose.Runtime.Pages;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>A table of stats over the runs.</summary>
internal static class StatTable
{
    public static XElement Draw((string Label, SampleSummary Summary)[] stats) => Html.Element("div", Html.Class("scroll"),
        Html.Element("table",
            Html.Element("thead", Html.Element("tr",
                new[] { "", "mean", "standard deviation", "95 % interval of the mean", "runs" }.Select(title => Html.Element("th", title)))),
            Html.Element("tbody", stats.Select(stat => Html.Element("tr",
                Html.Element("td", stat.Label),
                Html.Element("td", Figures.Significant(stat.Summary.Mean)),
                Html.Element("td", Figures.Significant(stat.Summary.Sd)),
                Html.Element("td", Interval(stat.Summary)),
                Html.Element("td", stat.Summary.N.ToString(CultureInfo.InvariantCulture)))))));

    private static string Interval(SampleSummary summary) => double.IsFinite(summary.Low95)
        ? $"{Figures.Significant(summary.Low95)} to {Figures.Significant(summary.High95)}"
        : Figures.None;
}
