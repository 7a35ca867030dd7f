using System.Xml.Linq;
using Mongoose.Core.Channels;
using Mongoose.Testbed.Reports.Style;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports;

/// <summary>The channels of a circuit with both servers; the channels that carried nothing are left out.</summary>
internal static class ChannelTable
{
    /// <summary>The channels that any run used, in the order of the charts.</summary>
    public static Channel[] Used(IEnumerable<RunResult> runs) =>
        Palette.Order.Where(channel => runs.Any(run => IsUsed(run, channel))).ToArray();

    public static XElement Legend(IEnumerable<Channel> channels) => Html.Element("ul", Html.Class("legend"),
        Html.Element("li", Html.Class("quiet"), "Throughput by channel"),
        channels.Select(channel => Html.Element("li", Swatch(channel), channel.ToString())));

    public static XElement Draw(Comparison pair)
    {
        RunResult[] runs = pair.Runs.ToArray();
        return Html.Element("table", Html.Class("channels"),
            Html.Element("thead",
                Html.Element("tr", Html.Element("th"), Group("goodput, kbit/s", runs), Group("delay p99, ms", runs)),
                Html.Element("tr", Html.Element("th", "channel"), Servers(runs), Servers(runs))),
            Html.Element("tbody", Used(runs).Select(channel => Row(channel, runs))));
    }

    private static XElement Row(Channel channel, RunResult[] runs) => Html.Element("tr",
        Html.Element("td", Swatch(channel), channel.ToString()),
        runs.Select(run => Cell(run, Figures.Whole(Find(run, channel)?.GoodputKbps ?? 0))),
        runs.Select(run => Cell(run, Figures.Tenths(Find(run, channel)?.DelayMs.P99 ?? double.NaN))));

    private static XElement Group(string title, RunResult[] runs) =>
        Html.Element("th", new XAttribute("colspan", runs.Length), title);

    private static IEnumerable<XElement> Servers(RunResult[] runs) => runs.Select(run => Html.Element("th", run.Server));

    private static XElement Cell(RunResult run, string text) =>
        run.Server == RunResult.Mongoose ? Html.Element("td", Html.Element("b", text)) : Html.Element("td", text);

    private static XElement Swatch(Channel channel) =>
        Html.Element("span", Html.Class("swatch " + Palette.Style(channel)));

    private static ChannelResult? Find(RunResult run, Channel channel) =>
        Array.Find(run.Channels, result => result.Name == channel);

    private static bool IsUsed(RunResult run, Channel channel) =>
        Find(run, channel)?.Packets > 0 || run.Series.Of(channel).Any(value => value > 0);
}
