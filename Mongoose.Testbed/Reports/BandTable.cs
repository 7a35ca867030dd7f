using System.Xml.Linq;
using Mongoose.Testbed.Reports.Style;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports;

/// <summary>What was expected beside what came out, and by how much it missed.</summary>
internal static class BandTable
{
    public static XElement Draw(IEnumerable<BandResult> bands) => Html.Element("div", Html.Class("scroll"),
        Html.Element("table", Html.Class("verdicts"),
            Html.Element("thead", Html.Element("tr", new[] { "", "least", "most", "value", "", "", "claim" }.Select(title => Html.Element("th", title)))),
            Html.Element("tbody", bands.Select(Row))));

    private static XElement Row(BandResult band) => Html.Element("tr",
        Html.Element("td", band.Stat),
        Html.Element("td", Figures.Significant(band.Min ?? double.NaN)),
        Html.Element("td", Figures.Significant(band.Max ?? double.NaN)),
        Html.Element("td", Figures.Significant(band.Value)),
        Html.Element("td", Html.Class(band.Verdict == BandVerdict.Pass ? "pass" : "fail"), Word(band.Verdict)),
        Html.Element("td", Html.Class("quiet"), Miss(band)),
        Html.Element("td", band.Claim));

    public static string Word(BandVerdict verdict) => verdict switch
    {
        BandVerdict.Pass => "pass",
        BandVerdict.Fail => "fail",
        _ => "not measured",
    };

    /// <summary>How far outside, absolutely and as a share of the bound; empty when it is inside.</summary>
    public static string Miss(BandResult band)
    {
        if (band.Verdict != BandVerdict.Fail)
            return "";
        double bound = band.Value - band.By;
        string share = bound == 0 ? "" : $" ({Figures.Significant(Math.Abs(band.By / bound) * 100)} %)";
        return $"{Figures.Significant(Math.Abs(band.By))}{share} {(band.By < 0 ? "below the least" : "above the most")}";
    }
}
