using Mongoose.Core.Units;
using Mongoose.Network.Clamping;

namespace Mongoose.Testbed.Gateways;

/// <summary>Formats the flows of a clamp as rows of text.</summary>
internal static class ClampTable
{
    private const string Unknown = "-";

    public static readonly string[] Columns = ["time", "clamp", "flow", "server ms", "home ms", "target B", "window B", "kbit/s", "state"];

    /// <summary>One row per flow with a cell for each of <see cref="Columns"/>, the busiest first; surplus flows share a row.</summary>
    /// <param name="at">The time of the reading, since the gateway started.</param>
    /// <param name="clamp">The reading.</param>
    public static IEnumerable<string[]> Rows(Duration at, ClampReading clamp)
    {
        ClampedFlowReading[] flows = clamp.Flows.OrderByDescending(flow => flow.Rate).ThenByDescending(flow => flow.IsActive).ToArray();
        IEnumerable<string[]> shown = flows.Take(GatewayTable.MaxFlows).Select(flow => Row(at, flow));
        return flows.Length <= GatewayTable.MaxFlows ? shown : shown.Append(Rest(at, flows[GatewayTable.MaxFlows..]));
    }

    /// <summary>A row in columns of fixed width, for plain output.</summary>
    public static string Line(string[] row) =>
        $"{row[0],7} {row[1],-5} {row[2],-45} {string.Join(' ', row.Skip(3).Select(cell => cell.PadLeft(9)))}".TrimEnd();

    /// <summary>A text with its time, for plain output.</summary>
    public static string Line(Duration at, string text) => $"{GatewayTable.Text(at.Seconds, "0"),7} {text}";

    private static string[] Row(Duration at, ClampedFlowReading flow) =>
    [
        GatewayTable.Text(at.Seconds, "0"), "clamp", GatewayTable.NameOf(flow.Flow), Half(flow.SenderHalf), Half(flow.ReceiverHalf),
        flow.TargetBytes is { } target ? GatewayTable.Text(target, "0") : Unknown, GatewayTable.Text(flow.AdvertisedBytes, "0"),
        GatewayTable.Text(flow.Rate.KilobitsPerSecond, "0.0"),
        flow.IsActive ? "active" : "idle",
    ];

    private static string[] Rest(Duration at, ClampedFlowReading[] flows) =>
    [
        GatewayTable.Text(at.Seconds, "0"), "clamp", $"{flows.Length} more", Unknown, Unknown, Unknown, Unknown,
        GatewayTable.Text(flows.Sum(flow => flow.Rate.KilobitsPerSecond), "0.0"), $"{flows.Count(flow => flow.IsActive)} active",
    ];

    private static string Half(Duration? half) => half is { } known ? GatewayTable.Text(known.Milliseconds, "0.0") : Unknown;
}
