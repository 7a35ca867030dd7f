using Mongoose.Core.Units;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Verbs;

/// <summary>Flows of particles as rows of text.</summary>
internal sealed class StateTable : IProgressTable
{
    /// <summary>
    /// Ages and the numbers of moving and wrong particles are current, the rate is since the previous rows, the rest is since the start.
    /// </summary>
    private static readonly TableColumns<PeerRow, string> Table = new(
        ("time", row => Figures.Tenths(row.Elapsed.Seconds)),
        ("peer", row => row.Name),
        ("moving", row => Figures.Whole(row.Reading.Moving)),
        ("age ms", row => Figures.Whole(row.Reading.MeanAgeMs)),
        ("max", row => Figures.Whole(row.Reading.MaxAgeMs)),
        ("delay p50", row => Figures.Whole(row.Reading.Counts.Delays.P50)),
        ("p99", row => Figures.Whole(row.Reading.Counts.Delays.P99)),
        ("old", row => Figures.Whole(row.Reading.OldValues)),
        ("wrong", row => Figures.Whole(row.Reading.Wrong)),
        ("kbit/s", row => Figures.Whole(row.Sent.KilobitsPerSecond)),
        ("resent kB", row => Figures.Tenths(row.Reading.Counts.ResentBytes / 1e3 ?? double.NaN)));

    public string[] Columns => Table.Names;

    private readonly Dictionary<string, long> _sent = [];
    private Duration _at;

    /// <summary>One row per flow of particles, with a cell for each of <see cref="Columns"/>.</summary>
    public IReadOnlyList<string[]> Rows(Duration elapsed, IReadOnlyList<FlowProgress> flows)
    {
        Duration time = elapsed - _at;
        _at = elapsed;
        return flows.Where(flow => flow.Particles is not null).Select(flow => Row(elapsed, time, flow.Name, flow.Particles!())).ToArray();
    }

    public string Line(string[] row) => $"{row[0],5} {row[1],-14} {string.Join(' ', row.Skip(2).Select(cell => cell.PadLeft(9)))}";

    private string[] Row(Duration elapsed, Duration time, string name, ParticleReading reading)
    {
        long sent = reading.Counts.SentBytes - _sent.GetValueOrDefault(name);
        _sent[name] = reading.Counts.SentBytes;
        return Table.Cells(new PeerRow(elapsed, name, reading, DataRate.Of(sent, time)));
    }

    /// <param name="Elapsed">The time since the start.</param>
    /// <param name="Reading">The state that the peer shows.</param>
    /// <param name="Sent">The rate since the previous rows.</param>
    private readonly record struct PeerRow(Duration Elapsed, string Name, ParticleReading Reading, DataRate Sent);
}
