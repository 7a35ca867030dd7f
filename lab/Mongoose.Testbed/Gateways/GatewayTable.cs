using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Testbed.Gateways;

/// <summary>Formats a reading as rows of text.</summary>
internal static class GatewayTable
{
    /// <summary>Number of flows shown per direction; the others are summed in one row.</summary>
    public const int MaxFlows = 8;

    private static readonly TableColumns<FlowRow, string> Table = new(
        ("time", row => Text(row.Reading.At.Seconds, "0")),
        ("way", row => row.Way),
        ("flow", row => row.Name),
        ("kbit/s", row => Text(DataRate.Of(row.Flow.Bytes, row.Reading.Time).KilobitsPerSecond, "0.0")),
        ("packets", row => Text(row.Flow.Packets, "0")),
        ("delay ms", row => Text(row.Flow.MeanDelay.Milliseconds, "0.0")),
        ("longest", row => Text(row.Flow.MaxDelay.Milliseconds, "0.0")),
        ("dropped", row => Text(row.Flow.Drops, "0")),
        ("marked", row => Text(row.Flow.Marks, "0")));

    public static string[] Columns => Table.Names;

    /// <summary>One row per flow, with a cell for each of <see cref="Columns"/>.</summary>
    public static IEnumerable<string[]> Rows(GatewayReading reading) =>
        Rows(reading, "down", reading.Down).Concat(Rows(reading, "up", reading.Up));

    /// <summary>A row in columns of fixed width, for plain output.</summary>
    public static string Line(string[] row) =>
        $"{row[0],7} {row[1],-4} {row[2],-46} {string.Join(' ', row.Skip(3).Select(cell => cell.PadLeft(9)))}".TrimEnd();

    /// <summary>A flow as tables show it.</summary>
    public static string NameOf(in FlowKey flow) => $"{flow.Source} > {flow.Destination} " + flow.Protocol switch
    {
        FlowKey.Tcp => "tcp",
        FlowKey.Udp => "udp",
        var other => other.ToString(CultureInfo.InvariantCulture),
    };

    private static IEnumerable<string[]> Rows(GatewayReading reading, string way, IReadOnlyList<FlowUsage> flows)
    {
        IEnumerable<(string Name, FlowUsage Flow)> shown = flows.Take(MaxFlows).Select(flow => (NameOf(flow.Flow), flow));
        if (flows.Count > MaxFlows)
            shown = shown.Append(($"{flows.Count - MaxFlows} more", flows.Skip(MaxFlows).Aggregate((sum, flow) => sum + flow)));
        return shown.Select(flow => Table.Cells(new FlowRow(reading, way, flow.Name, flow.Flow)));
    }

    /// <summary>A number as tables show it.</summary>
    public static string Text(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    private readonly record struct FlowRow(GatewayReading Reading, string Way, string Name, FlowUsage Flow);
}
