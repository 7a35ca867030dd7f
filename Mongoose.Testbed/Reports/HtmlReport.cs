using System.Globalization;
using System.Xml.Linq;
using Mongoose.Core.Channels;
using Mongoose.Testbed.Reports.Style;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports;

/// <summary>The demo's page: one file that needs nothing else, neither network nor script nor font.</summary>
internal static class HtmlReport
{
    public static string Write(DemoResult result) => Html.Document("Mongoose beside stock: demo report",
        Head(result),
        Overview(Summary.Table(result)),
        Comparison.Of(result).Select(Circuit),
        Conditions(result),
        Reproduce(result));

    private static IEnumerable<XElement> Head(DemoResult result)
    {
        string started = result.Started.ToString("d MMMM yyyy, HH:mm zzz", CultureInfo.InvariantCulture);
        yield return Html.Element("p", Html.Class("eyebrow"),
            $"Mongoose for OpenSimulator {HostFacts.ShortVersion(result.Version)} · demo of {started}");
        yield return Html.Element("h1", Html.Prose(Summary.Sentence(result)));
        if (result.Interrupted)
            yield return Html.Element("p", Html.Class("notice"),
                "The demo was interrupted: these are the figures until then.");
    }

    private static XElement Overview(SummaryTable table) => Html.Element("div", Html.Class("scroll"),
        Html.Element("table", Html.Class("summary"),
            Html.Element("thead",
                Html.Element("tr", Html.Element("th", "circuit"), table.Groups.Select(group =>
                    Html.Element("th", new XAttribute("colspan", table.Servers.Length), group))),
                Html.Element("tr", Html.Element("th", "server"), table.Groups.SelectMany(_ => table.Servers)
                    .Select((server, i) => Cell("th", table, i, server)))),
            Html.Element("tbody", table.Rows.Select(row => Html.Element("tr",
                Html.Element("td", row.Label), row.Cells.Select((cell, i) => Cell("td", table, i, cell)))))));

    private static XElement Cell(string name, SummaryTable table, int index, string text) =>
        table.Servers[index % table.Servers.Length] == RunResult.Mongoose
            ? Html.Element(name, Html.Class("ours"), text)
            : Html.Element(name, text);

    private static XElement Circuit(Comparison pair)
    {
        RunResult[] runs = pair.Runs.ToArray();
        Channel[] channels = ChannelTable.Used(runs);
        return Html.Element("section",
            Html.Element("h2", $"Circuit of {pair.Name}"),
            Html.Element("p", Html.Prose(Summary.Finding(pair))),
            ChannelTable.Legend(channels),
            Html.Element("div", Html.Class("pair"), runs.Zip(ThroughputChart.Draw(pair), (run, chart) =>
                Figure(run.Server, $" · goodput {Figures.Whole(run.GoodputKbps)} kbit/s", chart))),
            Html.Element("div", Html.Class("pair"),
                Figure("Task delay", " · share of packets; dots at p50, p99", DelayChart.Draw(pair)),
                runs.Any(run => run.Channels.Length > 0)
                    ? Figure("Channels", " · what each carried", ChannelTable.Draw(pair))
                    : null));
    }

    private static XElement Figure(string title, string rest, XElement content) => Html.Element("figure",
        Html.Element("figcaption", Html.Element("b", title), Html.Element("span", Html.Class("quiet"), rest)),
        content);

    private static XElement Conditions(DemoResult result)
    {
        DemoConfig config = result.Config;
        HostInfo host = result.Host;
        return Html.Element("section", Html.Element("h2", "Conditions"),
            Html.Element("p", "Each server had a link of its own, of the same kind, and the same work: a viewer that downloads "
                + "textures while a crowd walks around it. Goodput is the UDP payload that reached the viewer, the first second "
                + "left out; rates are of 1000 bit/s."),
            Html.Element("p", Html.Prose("Task delay runs from when the region had an update, before any queue, to its packet's "
                + $"arrival at the viewer, so the link's {Figures.Short(config.RttMs / 2)} ms of propagation are in it; a packet is as "
                + "old as its oldest update. A texture's delay begins when it is asked for. No figure is finer than the link's and "
                + "the timers' own errors.")),
            Html.Element("p", Html.Prose(config.OpenSim is null
                ? "Each link carries 20 Mbit/s and queues 256 KiB. Regions allow circuits of 8 Mbit/s, which OpenSim does with "
                    + "client_throttle_max_bps = 1000000. The crowd's updates add up to 253 kbit/s, the paper's figure for walking in the Cathedral "
                    + "region, textures included there and avatars alone here. Viewers ack at once. The first textures are a fifth of what the "
                    + "circuit, or the line, carries in the run, so their time can be compared between runs of one length only."
                : "Each link carries 20 Mbit/s and queues 256 KiB; regions allow circuits of 8 Mbit/s; viewers ack at once. The first textures are "
                    + "a fifth of what the circuit carries in the run.")),
            config.LineKbps > 0 ? Html.Element("p", Html.Prose(SlowLine(config))) : null,
            Html.Element("div", Html.Class("facts"),
                Html.Facts(
                    ("Server", config.OpenSim is { } version ? $"OpenSimulator {version}" : "embedded region"),
                    ("Viewers", config.Clients.ToString(CultureInfo.InvariantCulture)),
                    ("Circuit throttles", string.Join(", ", config.ThrottlesKbps.Select(Figures.Rate))),
                    ("Round-trip time", $"{Figures.Short(config.RttMs)} ms"),
                    ("Loss on the link", $"{Figures.Short(config.LossPercent)} %"),
                    ("Length of a run", $"{Figures.Short(config.Seconds)} s{(config.Quick ? " (quick)" : "")}"),
                    ("Seed", config.Seed.ToString(CultureInfo.InvariantCulture))),
                HostFacts.Draw(host)));
    }

    private static string SlowLine(DemoConfig config) =>
        $"Over the line of {Figures.Rate(config.LineKbps)} a viewer asks for three times as much: nobody has set its bandwidth to what the line carries. "
        + "That link queues 32 kB downstream and carries IP headers too, which are no goodput; this viewer acks what its frames have processed, after "
        + "100 ms at most. Mongoose has path control and fast resends on all circuits, as it is shipped.";

    private static XElement Reproduce(DemoResult result) => Html.Element("section",
        Html.Element("h2", "Reproduce"),
        Html.Element("p", "The same again, from a checkout of Mongoose:"),
        Html.Element("pre", result.Command));
}
