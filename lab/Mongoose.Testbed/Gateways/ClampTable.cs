using Mongoose.Core.Units;
using Mongoose.Network.Clamping;

namespace Mongoose.Testbed.Gateways;

/// <summary>Formats the flows of a clamp as rows of text.</summary>
internal static class ClampTable
{
    private const string Unknown = "-";

    private static readonly TableColumns<FlowRow, string> Table = new(
        ("time", row => GatewayTable.Text(row.At.Seconds, "0")),
        ("clamp", _ => "clamp"),
        ("flow", row => row.Flow),
        ("server ms", row => row.SenderHalf),
        ("home ms", row => row.ReceiverHalf),
        ("target B", row => row.Target),
        ("window B", row => row.Window),
        ("kbit/s", row => GatewayTable.Text(row.Rate.KilobitsPerSecond, "0.0")),
        ("state", row => row.State));

    public static string[] Columns => Table.Names;

    /// <summary>One row per flow with a cell for each of <see cref="Columns"/>, the busiest first; surplus flows share a row.</summary>
    /// <param name="at">The time of the reading, since the gateway started.</param>
    /// <param name="clamp">The reading.</param>
    public static IEnumerable<string[]> Rows(Duration at, ClampReading clamp)
    {
        ClampedFlowReading[] flows = clamp.Flows.OrderByDescending(flow => flow.Rate).ThenByDescending(flow => flow.IsActive).ToArray();
        IEnumerable<string[]> shown = flows.Take(GatewayTable.MaxFlows).Select(flow => Table.Cells(Row(at, flow)));
        return flows.Length <= GatewayTable.MaxFlows ? shown : shown.Append(Table.Cells(Rest(at, flows[GatewayTable.MaxFlows..])));
    }

    /// <summary>A row in columns of fixed width, for plain output.</summary>
    public static string Line(string[] row) =>
        $"{row[0],7} {row[1],-5} {row[2],-45} {string.Join(' ', row.Skip(3).Select(cell => cell.PadLeft(9)))}".TrimEnd();

    /// <summary>A text with its time, for plain output.</summary>
    public static string Line(Duration at, string text) => $"{GatewayTable.Text(at.Seconds, "0"),7} {text}";

    private static FlowRow Row(Duration at, ClampedFlowReading flow) => new(
        at,
        GatewayTable.NameOf(flow.Flow),
        flow.Rate,
        State: flow.IsActive ? "active" : "idle",
        SenderHalf: Half(flow.MinSenderRtt),
        ReceiverHalf: Half(flow.MinReceiverRtt),
        Target: flow.TargetBytes is { } target ? GatewayTable.Text(target, "0") : Unknown,
        Window: GatewayTable.Text(flow.AdvertisedBytes, "0"));

    private static FlowRow Rest(Duration at, ClampedFlowReading[] flows) => new(
        at,
        $"{flows.Length} more",
        flows.Aggregate(DataRate.Zero, (sum, flow) => sum + flow.Rate),
        State: $"{flows.Count(flow => flow.IsActive)} active");

    private static string Half(Duration? half) => half is { } known ? GatewayTable.Text(known.Milliseconds, "0.0") : Unknown;

    private sealed record FlowRow(
        Duration At, string Flow, DataRate Rate, string State,
        string SenderHalf = Unknown, string ReceiverHalf = Unknown, string Target = Unknown, string Window = Unknown);
}
