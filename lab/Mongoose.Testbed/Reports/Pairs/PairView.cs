using System.Xml.Linq;
using Mongoose.Core.Channels;
using Mongoose.Runtime.Pages;

namespace Mongoose.Testbed.Reports.Pairs;

/// <summary>The parts of a page that show pairs of circuits.</summary>
internal static class PairView
{
    /// <summary>All pairs in one table.</summary>
    public static XElement Overview(SummaryTable table) => Html.Element("div", Html.Class("scroll"),
        Html.Element("table", Html.Class("summary"),
            Html.Element("thead",
                Html.Element("tr", Html.Element("th", "circuit"), table.Groups.Select(group =>
                    Html.Element("th", new XAttribute("colspan", 2), group))),
                Html.Element("tr", Html.Element("th", "server"), table.Servers
                    .Select((server, i) => Cell("th", i, server)))),
            Html.Element("tbody", table.Rows.Select(row => Html.Element("tr",
                Html.Element("td", row.Label), row.Cells.Select((cell, i) => Cell("td", i, cell)))))));

    /// <summary>One pair: its finding in words, throughput by channel, delays, channels.</summary>
    public static IEnumerable<XElement> Draw(CircuitPair pair)
    {
        PairedCircuit[] circuits = pair.Circuits.ToArray();
        Channel[] channels = ChannelTable.Used(circuits);
        yield return Html.Element("p", Html.Prose(PairSummary.Finding(pair)));
        yield return ChannelTable.Legend(channels);
        yield return Html.Element("div", Html.Class("pair"), circuits.Zip(ThroughputChart.Draw(pair), (circuit, chart) =>
            Figure(circuit.Name, $" · goodput {Figures.Whole(circuit.GoodputKbps)} kbit/s", chart)));
        yield return Html.Element("div", Html.Class("pair"),
            Figure("Task delay", " · share of packets; dots at p50, p99", DelayChart.Draw(pair)),
            channels.Length > 0 ? Figure("Channels", " · goodput and delay of each channel", ChannelTable.Draw(pair)) : null);
    }

    /// <summary>The second column of each pair is highlighted.</summary>
    private static XElement Cell(string name, int index, string text) =>
        index % 2 == 1 ? Html.Element(name, Html.Class("ours"), text) : Html.Element(name, text);

    private static XElement Figure(string title, string rest, XElement content) => Html.Element("figure",
        Html.Element("figcaption", Html.Element("b", title), Html.Element("span", Html.Class("quiet"), rest)),
        content);
}
