using System.Globalization;
using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
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

    public const string CircuitColumns =
        "Rates are in kbit/s. Asked is the rate that the viewer requested, Clamped the rate that OpenSim allows it,\n"
        + "Path the known capacity of its path, Now the rate that it may use at present (its share, if the region's limit\n"
        + "is overbooked), and Use the rate sent in the last second. By names the limit that was reached in that second:\n"
        + "viewer, cap, loss or delay (the path loses packets, or queues them), scene (the region's limit), window\n"
        + "(unacknowledged data), or - for none.\n"
        + "Delay is the time that packets queue on the path, Lost the percentage of packets that the path loses.\n"
        + $"{ModeNote}\n"
        + "Queue is the data in OpenSim's queues; P50 and P99 are percentiles of the time that packets spent in them.\n"
        + "Unacked is the data sent and not yet acknowledged, Window the maximum allowed. Stalls counts how often that\n"
        + "maximum was reached, Resent the packets that were sent again.";

    public const string PathColumns =
        "One line per second; Ago is its age in seconds. Sent and Lost count the packets of that second, Fast the packets\n"
        + "that were resent before their timer expired. The other columns are the same as in 'mongoose show circuits'.\n"
        + ModeNote;

    public const string ChannelColumns =
        "Rate is the channel's own share in kbit/s. Own is the data sent from that share, Borrowed the data sent from the\n"
        + "shares of other channels. Queue is the number of queued packets. Queue kB, P50 and P99 are the same as in\n"
        + "'mongoose show circuits'. Resent updates are packets with avatar and object updates that were sent again: what they\n"
        + "carried, and what they would have carried with the blocks that later packets had replaced.";

    private const string ModeNote =
        "Mode is free (the path carries all that the viewer requested), delay (the queue on the path is kept short),\n"
        + "competing (other traffic fills that queue) or silent (the viewer has stopped acknowledging).";

    public static string Status()
    {
        ConsoleDisplayTable table = Table(("Region", 20), ("State", 10), ("Circuits", 8), ("Sent MB", 9), ("Borrowed", 8), ("Use kbit/s", 10), ("Failures", 8), ("Malformed", 9), ("Foreign", 7));
        foreach (MongooseUdpServer server in RunningServers.All)
        {
            ChannelUsage sent = server.Counters?.Sent ?? default;
            DataRate use = server.Circuits.Aggregate(DataRate.Zero, (sum, circuit) => sum + circuit.Counters.RecentRate);
            table.AddRow(server.Scene.Name, server.IsShaping ? "mongoose" : "stock", server.Circuits.Count, Megabytes(sent.Bytes),
                Percent(sent.BorrowedBytes, sent.Bytes), Kbps(use), server.Failures.Failures, server.Inbound.Malformed + server.Inbound.BadThrottles,
                server.Inbound.Foreign);
        }
        return $"Mongoose: {Decision.Status}\n{(RunningServers.All.Count > 0 ? $"{table}\n{StatusColumns}" : "")}";
    }

    public static string Circuits(bool full)
    {
        if (ModuleState.Current is null)
            return $"Mongoose serves no region: {Decision.Status}";
        ConsoleDisplayTable table = Table(("Name", 20), ("Region", 12), ("Type", 4), ("Asked", 6), ("Clamped", 7), ("Path", 6), ("Now", 6), ("Use", 6),
            ("By", 6), ("Mode", 9), ("Delay ms", 8), ("Lost %", 6), ("Queue kB", 8), ("P50 ms", 6), ("P99 ms", 6), ("Unacked kB", 10), ("Window kB", 9), ("Stalls", 6), ("Resent", 6));
        foreach ((MongooseUdpServer server, CircuitSender<ClientCircuit> circuit) in All())
        {
            if (circuit.Port.IsChild && !full)
                continue;
            CircuitCounters counters = circuit.Counters;
            table.AddRow(circuit.Port.View.Name, server.Scene.Name, TypeOf(circuit),
                server.RequestedRate(circuit) is { } requested ? Kbps(requested) : "-",
                Kbps(circuit.AskedRate), circuit.ActivePath?.Control is { } control ? Kbps(control.Rate) : "-", Kbps(server.RateNow(circuit)), Kbps(counters.RecentRate),
                Name(circuit.Limit), Name(circuit.Mode), circuit.ActivePath is { } path ? Milliseconds(path.QueueingDelay) : "-", LostPercent(counters.Path),
                Kilobytes(Enum.GetValues<Channel>().Sum(circuit.QueuedBytes)),
                Milliseconds(counters.AllDelays.Quantile(0.5)), Milliseconds(counters.AllDelays.Quantile(0.99)),
                Unacked(circuit.Port.Client.UnackedBytes), Kilobytes(circuit.InFlightLimitBytes), counters.Stalls, counters.Usage(Channel.Resend).Packets);
        }
        return table.ToString();
    }

    public static string Channels(string name)
    {
        string report = "";
        foreach ((MongooseUdpServer server, CircuitSender<ClientCircuit> circuit) in CircuitsOf(name))
        {
            ConsoleDisplayTable table = Table(("Channel", 8), ("Rate", 6), ("Packets", 8), ("Own kB", 9), ("Borrowed kB", 11), ("Queue", 6), ("Queue kB", 8), ("P50 ms", 6), ("P99 ms", 6));
            foreach (Channel channel in Enum.GetValues<Channel>())
            {
                ChannelUsage usage = circuit.Counters.Usage(channel);
                table.AddRow(channel, Kbps(circuit.Shaper.ChannelRate(channel)), usage.Packets, Kilobytes(usage.OwnBytes), Kilobytes(usage.BorrowedBytes),
                    circuit.Port.QueuedPackets(channel), Kilobytes(circuit.QueuedBytes(channel)),
                    Milliseconds(circuit.Counters.Delays(channel).Quantile(0.5)), Milliseconds(circuit.Counters.Delays(channel).Quantile(0.99)));
            }
            report += $"{Title(name, server, circuit)}, circuit {Kbps(circuit.Shaper.CircuitRate)} kbit/s\n{table}\n{ResentUpdates(circuit.Counters.UpdateResends)}\n";
        }
        return report.Length > 0 ? report : $"No circuit for {name}.";
    }

    public static string Path(string name)
    {
        string report = "";
        foreach ((MongooseUdpServer server, CircuitSender<ClientCircuit> circuit) in CircuitsOf(name))
        {
            if (circuit.Path is not { } path)
                continue;
            PathSecond[] seconds = path.History.ToArray();
            ConsoleDisplayTable table = Table(("Ago", 4), ("Path", 6), ("Use", 6), ("By", 6), ("Mode", 9), ("Delay ms", 8), ("Sent", 6), ("Lost", 6), ("Lost %", 6), ("Fast", 6));
            foreach (PathSecond second in seconds)
            {
                table.AddRow(Text((OutboundThread.Now - second.At).Seconds, "0"), Kbps(second.Rate), Kbps(second.Use), Name(second.Limit), Name(second.Mode),
                    Milliseconds(second.Delay), second.Counts.Sent, second.Counts.Lost, LostPercent(second.Counts), second.Counts.FastResends);
            }
            report += $"{Title(name, server, circuit)}, {Kbps(circuit.AskedRate)} kbit/s asked for\n{table}\n";
        }
        return report.Length > 0 ? report : $"No circuit for {name} with path control or fast resend.";
    }

    public static string Config()
    {
        if (ModuleState.Current is not { } state)
            return "Mongoose is off.";
        ConsoleDisplayList list = new();
        foreach ((string key, string value) in state.Settings.Describe())
            list.AddRow(key, value);
        return $"[{MongooseSettings.Section}]\n{list}";
    }

    private static string ResentUpdates(in ResendCounts counts) =>
        $"Resent updates: {counts.Packets} packets, {Kilobytes(counts.Bytes)} of {Kilobytes(counts.UntrimmedBytes)} kB; "
        + $"{counts.BlocksLeftOut} blocks left out, {counts.EmptyPackets} packets empty";

    private static IEnumerable<(MongooseUdpServer Server, CircuitSender<ClientCircuit> Circuit)> All() =>
        from server in RunningServers.All
        from circuit in server.Circuits
        orderby circuit.Port.View.Name
        select (server, circuit);

    private static IEnumerable<(MongooseUdpServer Server, CircuitSender<ClientCircuit> Circuit)> CircuitsOf(string name) =>
        All().Where(found => found.Circuit.Port.View.Name == name);

    private static string Title(string name, MongooseUdpServer server, CircuitSender<ClientCircuit> circuit) =>
        $"{name} in {server.Scene.Name} ({TypeOf(circuit)})";

    private static string TypeOf(CircuitSender<ClientCircuit> circuit) => circuit.Port.IsChild ? "Cd" : "Rt";

    private static ConsoleDisplayTable Table(params (string Name, int Width)[] columns)
    {
        ConsoleDisplayTable table = new();
        foreach ((string name, int width) in columns)
            table.AddColumn(name, width);
        return table;
    }

    private static string Kbps(DataRate rate) => Text(rate.KilobitsPerSecond, "0");

    private static string Kilobytes(long bytes) => Text(bytes / 1e3, "0.0");

    /// <summary>With every byte if they are few, because 0 then means that all is acknowledged.</summary>
    private static string Unacked(long bytes) => bytes < 100 ? Text(bytes / 1e3, "0.000") : Kilobytes(bytes);

    private static string Megabytes(long bytes) => Text(bytes / 1e6, "0.00");

    private static string Milliseconds(Duration value) => Text(value.Milliseconds, "0.0");

    private static string LostPercent(in PathCounts counts) => counts.Sent == 0 ? "-" : Text(counts.LostFraction * 100, "0.0");

    private static string Name(LimitedBy limit) => limit == LimitedBy.Nothing ? "-" : limit.Name();

    private static string Name(PathMode? mode) => mode is null ? "-" : mode.Name();

    private static string Percent(long part, long whole) => whole == 0 ? "-" : Text(100.0 * part / whole, "0") + " %";

    private static string Text(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
