using System.Globalization;
using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Server.Configuration;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;
using OpenSim.Framework.Console;

namespace Mongoose.Server.Console;

/// <summary>The output of the console commands, as text.</summary>
internal static class Reports
{
    public const string StatusColumns =
        "Malformed counts datagrams from viewers that Mongoose dropped or corrected before OpenSim parsed them.\n"
        + "Foreign counts malformed datagrams from addresses without a circuit, which Mongoose dropped.";

    public const string PathColumns =
        "One line per second; Ago is its age in seconds. Sent and Lost count the packets of that second, Fast the packets\n"
        + "that were resent before their timer expired. The other columns are the same as in 'mongoose show circuits'.\n"
        + PathModeNames.Help;

    public const string ChannelColumns =
        "Rate is the channel's own share in kbit/s. Own is the data sent from that share, Borrowed the data sent from the\n"
        + "shares of other channels. Queue is the number of queued packets. Queue kB, P50 and P99 are the same as in\n"
        + "'mongoose show circuits'. Resent updates are packets with avatar and object updates that were sent again: what they\n"
        + "carried, and what they would have carried with the blocks that later packets had replaced.";

    private static readonly ConsoleColumns<MongooseUdpServer> OfRegion = new(
        ("Region", 20, server => server.RegionName),
        ("State", 10, server => server.IsShaping ? "mongoose" : "stock"),
        ("Circuits", 8, server => server.Circuits.Count),
        ("Sent MB", 9, server => Text(server.Counters.Sent.Bytes / 1e6, "0.00")),
        ("Borrowed", 8, server => Share(server.Counters.Sent.Borrowed.Bytes, server.Counters.Sent.Bytes)),
        ("Used kbit/s", 11, server => Kbps(server.Figures.Aggregate(DataRate.Zero, (sum, circuit) => sum + circuit.UsedRate))),
        ("Failures", 8, server => server.Failures.Count.SinceReset),
        ("Malformed", 9, server => server.Inbound.Malformed.SinceReset + server.Inbound.BadThrottles.SinceReset),
        ("Foreign", 7, server => server.Inbound.Foreign.SinceReset));

    private static readonly ConsoleColumns<CircuitFigures> OfCircuit = new(
    [
        .. from figure in Figure.All
           where figure.Column is not null
           select (figure.Column!.Value.Title, figure.Column!.Value.Width, (Func<CircuitFigures, object>)figure.Text),
    ]);

    private static readonly ConsoleColumns<(CircuitSender<ClientCircuit> Circuit, Channel Channel)> OfChannel = new(
        ("Channel", 8, row => row.Channel),
        ("Rate", 6, row => Kbps(row.Circuit.Shaper.ChannelRate(row.Channel))),
        ("Packets", 8, row => row.Circuit.Counters.Usage(row.Channel).Packets),
        ("Own kB", 9, row => Kilobytes(row.Circuit.Counters.Usage(row.Channel).Own.Bytes)),
        ("Borrowed kB", 11, row => Kilobytes(row.Circuit.Counters.Usage(row.Channel).Borrowed.Bytes)),
        ("Queue", 6, row => row.Circuit.Port.QueuedPackets(row.Channel)),
        ("Queue kB", 8, row => Kilobytes(row.Circuit.QueuedBytes(row.Channel))),
        ("P50 ms", 6, row => Milliseconds(row.Circuit.Counters.Delays(row.Channel).Quantile(0.5))),
        ("P99 ms", 6, row => Milliseconds(row.Circuit.Counters.Delays(row.Channel).Quantile(0.99))));

    private static readonly ConsoleColumns<PathSecond> OfSecond = new(
        ("Ago", 4, second => Text((OutboundThread.Now - second.At).Seconds, "0")),
        ("Path", 6, second => Kbps(second.PathRate)),
        ("Used", 6, second => Kbps(second.UsedRate)),
        ("By", 9, second => Figure.NameOf(second.Limit)),
        ("Mode", 9, second => Figure.NameOf(second.Mode)),
        ("Delay ms", 8, second => Milliseconds(second.Delay)),
        ("Sent", 6, second => second.Counts.Sent),
        ("Lost", 6, second => second.Counts.Lost),
        ("Lost %", 6, second => FigureUnit.Percent.Text(second.Counts.LostFraction)),
        ("Fast", 6, second => second.Counts.FastResends));

    public static string Status() =>
        $"Mongoose: {Decision.Status}\n{(RunningServers.All.Count > 0 ? $"{OfRegion.Table(RunningServers.All)}\n{StatusColumns}" : "")}";

    public static string Circuits(bool full) => ModuleState.Current is null
        ? Decision.NoRegion
        : OfCircuit.Table(All().Select(found => CircuitReading.Read(found.Server, found.Circuit)).Where(row => full || !row.IsChild))
            .ToString();

    public static string Channels(string name)
    {
        string report = "";
        foreach ((MongooseUdpServer server, CircuitSender<ClientCircuit> circuit) in CircuitsOf(name))
        {
            ConsoleDisplayTable table = OfChannel.Table(Enum.GetValues<Channel>().Select(channel => (circuit, channel)));
            report += $"{Title(server, circuit)}, circuit {Kbps(circuit.Shaper.CircuitRate)} kbit/s\n"
                + $"{table}\n{ResentUpdates(circuit.Counters.UpdateResends)}\n";
        }
        return report.Length > 0 ? report : NoCircuit(name, "");
    }

    public static string Path(string name)
    {
        string report = "";
        foreach ((MongooseUdpServer server, CircuitSender<ClientCircuit> circuit) in CircuitsOf(name))
        {
            if (circuit.Path is not { } path)
                continue;
            CircuitFigures figures = CircuitReading.Read(server, circuit);
            report += $"{Title(server, circuit)}, requested {Kbps(figures.RequestedRate)},"
                + $" allowed {Kbps(figures.AllowedRate)} kbit/s\n{OfSecond.Table(path.History.ToArray())}\n";
        }
        return report.Length > 0 ? report : NoCircuit(name, " with path control or fast resend");
    }

    public static string Config()
    {
        if (ModuleState.Current is not { } state)
            return Decision.NoRegion;
        ConsoleDisplayList list = new();
        foreach ((string key, string value) in state.Settings.Describe())
            list.AddRow(key, value);
        return $"[{MongooseSettings.Section}]\n{list}";
    }

    private static string NoCircuit(string name, string kind) =>
        ModuleState.Current is null ? Decision.NoRegion : TypedName.NotFound(name, kind, All().Select(found => found.Circuit.Port.Name));

    private static string ResentUpdates(in ResendCounts counts) =>
        $"Resent updates: {counts.Packets} packets, {Kilobytes(counts.Bytes)} of {Kilobytes(counts.UntrimmedBytes)} kB; "
        + $"{counts.BlocksLeftOut} blocks left out, {counts.EmptyPackets} packets empty";

    private static IEnumerable<(MongooseUdpServer Server, CircuitSender<ClientCircuit> Circuit)> All() =>
        from server in RunningServers.All
        from circuit in server.Circuits
        orderby circuit.Port.Name
        select (server, circuit);

    private static IEnumerable<(MongooseUdpServer Server, CircuitSender<ClientCircuit> Circuit)> CircuitsOf(string name) =>
        All().Where(found => TypedName.Is(name, found.Circuit.Port.Name));

    private static string Title(MongooseUdpServer server, CircuitSender<ClientCircuit> circuit) =>
        $"{circuit.Port.Name} in {server.RegionName} ({Figure.TypeOf(circuit.Port.IsChild)})";

    private static string Kbps(DataRate? rate) => FigureUnit.Rate.Text(rate?.BytesPerSecond);

    private static string Kilobytes(long bytes) => FigureUnit.Data.Text(bytes);

    private static string Milliseconds(Duration value) => FigureUnit.Time.Text(value.Seconds);

    private static string Share(long part, long whole) => whole == 0 ? FigureUnit.Unknown : Text(100.0 * part / whole, "0") + " %";

    internal static string Text(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
