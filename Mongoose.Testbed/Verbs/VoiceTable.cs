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

    /// <summary>Rates are since the previous rows, missing audio is since the start, the rest is of the moment.</summary>
    public string[] Columns { get; } = ["time", "flow", "streams", "apart", "delay ms", "missing ms", "kbit/s"];

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
        MixerReading? mixers = flow.Mixers?.Invoke();
        return
        [
            Figures.Tenths(elapsed.Seconds), flow.Name, Cell(mixers?.Streams), Cell(mixers?.Apart), Cell(mixers?.DelayMs), Cell(mixers?.MissingMs),
            Figures.Whole(DataRate.Of(bytes, time).KilobitsPerSecond),
        ];
    }

    private static string Cell(double? value) => value is { } known ? Figures.Whole(known) : "";
}
