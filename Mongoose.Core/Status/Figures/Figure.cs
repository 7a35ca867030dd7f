using System.Text.RegularExpressions;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;

namespace Mongoose.Core.Status.Figures;

/// <summary>
/// A figure of a circuit, under the names that people and monitoring know it by. To add a figure, add it to <see cref="CircuitFigures"/>,
/// read it in CircuitReading of Mongoose.Server, and add an entry here; a figure with a <see cref="Key"/> needs a place on the page, too.
/// </summary>
public sealed partial record Figure
{
    /// <summary>The meaning of the console's columns.</summary>
    public const string ColumnHelp =
        "Rates are in kbit/s. Requested is the rate that the viewer asks for, Allowed the rate that OpenSim and caps leave of\n"
        + "it, Path the known capacity of its path, Current the rate that it may use now (its share, if the region's limit\n"
        + "is overbooked), and Used the rate sent in the last second. By names the limit that was reached in that second:\n"
        + "viewer, cap, loss or delay (the path loses packets, or queues them), downloads (the visitor's own, by HTTP, have\n"
        + "a good part of the path), scene (the region's limit), window (unacknowledged data), host (the sender came too\n"
        + "late to use the rate), or - for none. 'mongoose why' weighs these and the simulator's health.\n"
        + "Delay is the time that packets queue on the path, Lost the percentage of packets that were found lost, less\n"
        + "those that arrived after all.\n"
        + $"{PathModeNames.Help}\n"
        + "Queue is the data in OpenSim's queues; P50 and P99 are percentiles of the time that packets spent in them.\n"
        + "Unacked is the data sent and not yet acknowledged, Window the maximum allowed. Stalls counts how often that\n"
        + "maximum was reached, Resent the packets that were sent again.";

    /// <summary>All figures, in the order of the console's columns.</summary>
    public static readonly IReadOnlyList<Figure> All =
    [
        new(circuit => circuit.Name) { Column = ("Name", 20) },
        new(circuit => circuit.Region) { Column = ("Region", 12) },
        new(circuit => TypeOf(circuit.IsChild)) { Column = ("Type", 4) },
        new(FigureUnit.Rate, circuit => circuit.RequestedRate?.BytesPerSecond)
        {
            Column = ("Requested", 9),
            Key = "requestedKbps",
            Metric = ("requested_rate_bytes", "Rate that the viewer requests, in bytes per second."),
        },
        new(FigureUnit.Rate, circuit => circuit.AllowedRate.BytesPerSecond)
        {
            Column = ("Allowed", 7),
            Key = "allowedKbps",
            Metric = ("allowed_rate_bytes", "Rate that OpenSimulator allows the viewer, in bytes per second."),
        },
        new(FigureUnit.Rate, circuit => circuit.PathRate?.BytesPerSecond)
        {
            Column = ("Path", 6),
            Key = "pathKbps",
            Metric = ("path_rate_bytes", "Rate that path control permits, in bytes per second."),
        },
        new(FigureUnit.Rate, circuit => circuit.CurrentRate.BytesPerSecond)
        {
            Column = ("Current", 7),
            Key = "currentKbps",
            Metric = ("current_rate_bytes", "Rate that the circuit may use now, in bytes per second."),
        },
        new(FigureUnit.Rate, circuit => circuit.UsedRate.BytesPerSecond) { Column = ("Used", 6), Key = "usedKbps" },
        new(FigureUnit.Data, circuit => circuit.SentBytes)
        {
            Metric = ("sent_bytes_total", "Bytes of UDP payload sent to the visitor."),
        },
        new(circuit => NameOf(circuit.Limit)) { Column = ("By", 9) },
        new(circuit => NameOf(circuit.Mode)) { Column = ("Mode", 9) },
        new(FigureUnit.Time, circuit => circuit.PathDelay?.Seconds)
        {
            Column = ("Delay ms", 8),
            Key = "pathDelayMs",
            Metric = ("path_delay_seconds", "Time that packets wait in queues on the path."),
        },
        new(FigureUnit.Number, circuit => circuit.Path.Sent)
        {
            Metric = ("tracked_packets_total", "Reliable packets sent whose acknowledgments are tracked."),
        },
        new(FigureUnit.Number, circuit => circuit.Path.Found) { Metric = ("lost_packets_total", "Tracked packets that were found lost.") },
        new(FigureUnit.Number, circuit => circuit.Path.Spurious)
        {
            Metric = ("spurious_losses_total", "Packets found lost that arrived after all."),
        },
        new(FigureUnit.Percent, circuit => circuit.LostFraction) { Column = ("Lost %", 6), Key = "lostPercent" },
        new(FigureUnit.Data, circuit => circuit.QueuedBytes) { Column = ("Queue kB", 8), Key = "queuedKB" },
        new(FigureUnit.Time, circuit => circuit.QueueDelayP50.Seconds) { Column = ("P50 ms", 6) },
        new(FigureUnit.Time, circuit => circuit.QueueDelayP99.Seconds) { Column = ("P99 ms", 6), Key = "regionDelayMs" },
        new(FigureUnit.Time, circuit => circuit.RecentQueueDelay?.Seconds)
        {
            Metric = ("queue_delay_seconds", "Time in the region's queues that 99 of 100 packets did not exceed recently."),
        },
        new(FigureUnit.ExactData, circuit => circuit.UnackedBytes)
        {
            Column = ("Unacked kB", 10),
            Key = "unackedKB",
            Metric = ("unacked_bytes", "Bytes sent and not yet acknowledged."),
        },
        new(FigureUnit.Data, circuit => circuit.WindowBytes) { Column = ("Window kB", 9) },
        new(FigureUnit.Number, circuit => circuit.Stalls) { Column = ("Stalls", 6) },
        new(FigureUnit.Number, circuit => circuit.ResentPackets) { Column = ("Resent", 6) },
        new(FigureUnit.Rate, circuit => circuit.DownloadsHere?.Rate.BytesPerSecond)
        {
            Key = "downloadKbps",
            Metric = ("download_rate_bytes", "Rate at which the visitor's downloads by HTTP arrive, in bytes per second."),
        },
        new(FigureUnit.Time, circuit => circuit.DownloadsHere?.Queueing.Seconds)
        {
            Key = "downloadQueueMs",
            Metric = ("download_queue_seconds", "Time that packets of these downloads wait in queues on the line."),
        },
    ];

    private readonly FigureUnit _unit = FigureUnit.Number;

    private Figure(Func<CircuitFigures, string> text) => (Text, Value, Shown) = (text, _ => null, _ => null);

    private Figure(FigureUnit unit, Func<CircuitFigures, double?> value) =>
        (_unit, Text, Value, Shown) = (unit, circuit => unit.Text(value(circuit)), value, circuit => unit.Shown(value(circuit)));

    /// <summary>The text of the console's column.</summary>
    public Func<CircuitFigures, string> Text { get; }

    /// <summary>The metric's value, in bytes, seconds, bytes per second or as a number; null if it is unknown.</summary>
    public Func<CircuitFigures, double?> Value { get; }

    /// <summary>The value in the unit of the page's key: kbit/s, milliseconds, kB, percent or as a number; null if it is unknown.</summary>
    public Func<CircuitFigures, double?> Shown { get; }

    /// <summary>The console's column and its width in characters; null if the console does not show the figure.</summary>
    public (string Title, int Width)? Column { get; init; }

    /// <summary>The key in the page's data; null if the page does not have the figure.</summary>
    public string? Key { get; init; }

    /// <summary>
    /// The metric's name after "mongoose_visitor_", which ends in _total if the value only grows, and its meaning in one sentence; null
    /// without a metric.
    /// </summary>
    public (string Name, string Help)? Metric { get; init; }

    /// <summary>The figure with a key.</summary>
    public static Figure Of(string key) => All.Single(figure => figure.Key == key);

    /// <summary>The figure in words, such as "requested 319 to 3000 kbit/s".</summary>
    /// <param name="lowest">The lowest value, as of <see cref="Value"/>.</param>
    /// <param name="highest">The highest value.</param>
    public string Range(double lowest, double highest)
    {
        // The key is the figure's words and its unit, such as pathDelayMs.
        string[] words = UpperCase().Replace(Key!, " $0").ToLowerInvariant().Split(' ');
        (string low, string high) = (_unit.Text(lowest), _unit.Text(highest));
        return $"{string.Join(' ', words[..^1])} {(low == high ? low : $"{low} to {high}")} {_unit.Name}";
    }

    [GeneratedRegex("[A-Z]+(?![a-z])|[A-Z]")]
    private static partial Regex UpperCase();

    /// <summary>A root agent or a child agent, as the console shows it.</summary>
    public static string TypeOf(bool isChild) => isChild ? "Cd" : "Rt";

    /// <summary>The limit, as the console shows it.</summary>
    public static string NameOf(LimitedBy limit) => NameOf(Cause.Of(limit));

    /// <summary>The cause, as the console shows it.</summary>
    public static string NameOf(Cause? cause) => cause?.Name ?? FigureUnit.Unknown;

    /// <summary>The mode, as the console shows it; without path control there is none.</summary>
    public static string NameOf(PathMode? mode) => mode is null ? FigureUnit.Unknown : mode.Name();
}
