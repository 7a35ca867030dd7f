using System.Xml.Linq;
using Mongoose.Core.Channels;
using Mongoose.Runtime.Pages;

namespace Mongoose.Testbed.Reports.Pairs;

/// <summary>A table of the channels of both circuits of a pair; channels that carried nothing are omitted.</summary>
internal static class ChannelTable
{
    /// <summary>The channels that any of the circuits used, in the order of the charts.</summary>
    public static Channel[] Used(IEnumerable<PairedCircuit> circuits) =>
        Palette.Order.Where(channel => circuits.Any(circuit => circuit.SeriesOf(channel) is not null)).ToArray();

    public static XElement Legend(IEnumerable<Channel> channels) => Html.Element("ul", Html.Class("legend"),
        Html.Element("li", Html.Class("quiet"), "Throughput by channel"),
        channels.Select(channel => Html.Element("li", Swatch(channel), channel.ToString())));

    public static XElement Draw(CircuitPair pair)
    {
        PairedCircuit[] circuits = pair.Circuits.ToArray();
        return Html.Element("table", Html.Class("channels"),
            Html.Element("thead",
                Html.Element("tr", Html.Element("th"), Group("goodput, kbit/s", circuits), Group("delay p99, ms", circuits)),
                Html.Element("tr", Html.Element("th", "channel"), Servers(circuits), Servers(circuits))),
            Html.Element("tbody", Used(circuits).Select(channel => Row(channel, circuits, pair.OtherName))));
    }

    private static XElement Row(Channel channel, PairedCircuit[] circuits, string other) => Html.Element("tr",
        Html.Element("td", Swatch(channel), channel.ToString()),
        circuits.Select(circuit => Cell(circuit.Name == other, Figures.Whole(circuit.GoodputOf(channel)))),
        circuits.Select(circuit => Cell(circuit.Name == other, Figures.Tenths(circuit.DelayP99Of(channel)))));

    private static XElement Group(string title, PairedCircuit[] circuits) =>
        Html.Element("th", new XAttribute("colspan", circuits.Length), title);

    private static IEnumerable<XElement> Servers(PairedCircuit[] circuits) => circuits.Select(circuit => Html.Element("th", circuit.Name));

    private static XElement Cell(bool isOther, string text) =>
        isOther ? Html.Element("td", Html.Element("b", text)) : Html.Element("td", text);

    private static XElement Swatch(Channel channel) =>
        Html.Element("span", Html.Class("swatch " + Palette.Style(channel)));
}
