using System.Xml.Linq;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results.Figures;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>A table of the means of stats that its description places in rows and columns.</summary>
internal static class ChosenStats
{
    public static XElement Draw(FigureSpec spec, FigureData data) => Html.Element("div", Html.Class("scroll"),
        Html.Element("table", Html.Class("summary"),
            Html.Element("thead", Html.Element("tr", spec.Columns.Prepend("").Select(title => Html.Element("th", title)))),
            Html.Element("tbody", spec.Rows.Select(row => Html.Element("tr",
                Html.Element("td", row.Label),
                row.Stats.Select(stat => Html.Element("td", Figures.Significant(data.Mean(stat)))))))));
}
