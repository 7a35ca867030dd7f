using System.Xml.Linq;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports;

/// <summary>Bands next to the measured values, with the distance of those outside their band.</summary>
internal static class BandTable
{
    public static XElement Draw(IEnumerable<BandResult> bands) => Html.Element("div", Html.Class("scroll"),
        Html.Element("table", Html.Class("verdicts"),
            Html.Element("thead", Html.Element("tr", new[] { "", "min", "max", "value", "", "", "claim" }.Select(title => Html.Element("th", title)))),
            Html.Element("tbody", bands.Select(Row))));

    private static XElement Row(BandResult band) => Html.Element("tr",
        Html.Element("td", band.Stat),
        Html.Element("td", Figures.Significant(band.Min ?? double.NaN)),
        Html.Element("td", Figures.Significant(band.Max ?? double.NaN)),
        Html.Element("td", Figures.Significant(band.Value)),
        Html.Element("td", Html.Class(band.Verdict == BandVerdict.Pass ? "pass" : "fail"), TextOf(band.Verdict)),
        Html.Element("td", Html.Class("quiet"), Miss(band)),
        Html.Element("td", band.Claim));

    public static string TextOf(BandVerdict verdict) => verdict switch
    {
        BandVerdict.Pass => "pass",
        BandVerdict.Fail => "fail",
        _ => "not measured",
    };

    /// <summary>The distance from the bound, absolute and relative to the bound; empty if the value is inside.</summary>
    public static string Miss(BandResult band)
    {
        if (band.Verdict != BandVerdict.Fail)
            return "";
        double bound = band.Value - band.By;
        string share = bound == 0 ? "" : $" ({Figures.Significant(Math.Abs(band.By / bound) * 100)} %)";
        return $"{Figures.Significant(Math.Abs(band.By))}{share} {(band.By < 0 ? "below the minimum" : "above the maximum")}";
    }
}
