using Mongoose.Core.Units;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Mixers;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Verbs;

/// <summary>Flows of mixers and the TCP connections beside them as rows of text.</summary>
internal sealed class VoiceTable : IProgressTable
{
    private readonly Dictionary<string, long> _bytes = [];
    private Duration _at;

    /// <summary>Rates are since the previous rows, missing audio is since the start, the rest is current.</summary>
    private static readonly TableColumns<FlowRow, string> Table = new(
        ("time", row => Figures.Tenths(row.Elapsed.Seconds)),
        ("flow", row => row.Name),
        ("streams", row => Cell(row.Mixers?.Streams)),
        ("apart", row => Cell(row.Mixers?.Apart)),
        ("delay ms", row => Cell(row.Mixers?.DelayMs)),
        ("missing ms", row => Cell(row.Mixers?.MissingMs)),
        ("kbit/s", row => Figures.Whole(row.Rate.KilobitsPerSecond)));

    public string[] Columns => Table.Names;

    /// <summary>One row per flow.</summary>
    public IReadOnlyList<string[]> Rows(Duration elapsed, IReadOnlyList<FlowProgress> flows)
    {
        Duration time = elapsed - _at;
        _at = elapsed;
        return flows.Select(flow => Row(elapsed, time, flow)).ToArray();
    }

    public string Line(string[] row) => $"{row[0],5} {row[1],-16} {string.Join(' ', row.Skip(2).Select(cell => cell.PadLeft(10)))}";

    private string[] Row(Duration elapsed, Duration time, FlowProgress flow)
    {
        long bytes = flow.Bytes - _bytes.GetValueOrDefault(flow.Name);
        _bytes[flow.Name] = flow.Bytes;
        return Table.Cells(new FlowRow(elapsed, flow.Name, flow.Mixers?.Invoke(), DataRate.Of(bytes, time)));
    }

    private static string Cell(double? value) => value is { } known ? Figures.Whole(known) : "";

    /// <param name="Elapsed">The time since the start.</param>
    /// <param name="Mixers">The state of the flow's mixers; null for a flow without mixers.</param>
    /// <param name="Rate">The rate since the previous rows.</param>
    private readonly record struct FlowRow(Duration Elapsed, string Name, MixerReading? Mixers, DataRate Rate);
}
