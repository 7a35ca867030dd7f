using System.Xml.Linq;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports;

/// <summary>Bands next to the measured values, with the distance of each value that is outside its band.</summary>
internal static class BandTable
{
    private static readonly TableColumns<BandResult, object> Columns = new(
        ("", band => band.Stat),
        ("min", band => Figures.Significant(band.Min ?? double.NaN)),
        ("max", band => Figures.Significant(band.Max ?? double.NaN)),
        ("value", band => Figures.Significant(band.Value)),
        ("", band => new object[] { Html.Class(band.Verdict == BandVerdict.Pass ? "pass" : "fail"), TextOf(band.Verdict) }),
        ("", band => new object[] { Html.Class("quiet"), Miss(band) }),
        ("claim", band => band.Claim));

    public static XElement Draw(IEnumerable<BandResult> bands) =>
        Html.Element("div", Html.Class("scroll"), Html.Table(Columns, bands, "verdicts"));

    public static string TextOf(BandVerdict verdict) => verdict switch
    {
        BandVerdict.Pass => "pass",
        BandVerdict.Fail => "fail",
        _ => "not measured",
    };

    /// <summary>The distance from the bound, absolute and relative to the bound; empty unless the value is outside.</summary>
    public static string Miss(BandResult band)
    {
        if (band.Verdict != BandVerdict.Fail)
            return "";
        double bound = band.Value - band.By;
        string share = bound == 0 ? "" : $" ({Figures.Significant(Math.Abs(band.By / bound) * 100)} %)";
        return $"{Figures.Significant(Math.Abs(band.By))}{share} {(band.By < 0 ? "below the minimum" : "above the maximum")}";
    }
}
