using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Testbed.Gateways;

/// <summary>Formats a reading as rows of text.</summary>
internal static class GatewayTable
{
    /// <summary>Number of flows shown per direction; the others are summed in one row.</summary>
    public const int MaxFlows = 8;

    public static readonly string[] Columns = ["time", "way", "flow", "kbit/s", "packets", "delay ms", "longest", "dropped", "marked"];

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
        return shown.Select(flow => Row(reading, way, flow.Name, flow.Flow));
    }

    private static string[] Row(GatewayReading reading, string way, string name, FlowUsage flow) =>
    [
        Text(reading.At.Seconds, "0"), way, name, Text(DataRate.Of(flow.Bytes, reading.Time).KilobitsPerSecond, "0.0"), Text(flow.Packets, "0"),
        Text(flow.MeanDelay.Milliseconds, "0.0"), Text(flow.LongestDelay.Milliseconds, "0.0"), Text(flow.Drops, "0"), Text(flow.Marks, "0"),
    ];

    /// <summary>A number as tables show it.</summary>
    public static string Text(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
