using Mongoose.Core.Units;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Verbs;

/// <summary>Flows of particles as rows of text.</summary>
internal sealed class StateTable : IProgressTable
{
    /// <summary>Ages and wrong particles are those of the moment, the rate is since the previous rows, the rest is since the start.</summary>
    public string[] Columns { get; } =
        ["time", "peer", "moving", "age ms", "max", "delay p50", "p99", "old", "wrong", "kbit/s", "resent kB"];

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
        ParticleCounts counts = reading.Counts;
        long sent = counts.SentBytes - _sent.GetValueOrDefault(name);
        _sent[name] = counts.SentBytes;
        return
        [
            Figures.Tenths(elapsed.Seconds), name, Figures.Whole(reading.Moving), Figures.Whole(reading.MeanAgeMs), Figures.Whole(reading.MaxAgeMs),
            Figures.Whole(counts.Delays.P50), Figures.Whole(counts.Delays.P99), Figures.Whole(reading.OldValues), Figures.Whole(reading.Wrong),
            Figures.Whole(DataRate.Of(sent, time).KilobitsPerSecond), Figures.Tenths(counts.ResentBytes / 1e3 ?? double.NaN),
        ];
    }
}
