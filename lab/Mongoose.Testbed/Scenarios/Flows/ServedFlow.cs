using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Runtime.Time;
using Mongoose.Simulators;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>A circuit with its server's cost: processor time, resends, and the used share of the circuit's limit.</summary>
internal sealed class ServedFlow(IFlow circuit, IServerLoad server, CircuitOptions options) : IFlow
{
    private Instant _from;
    private Duration? _usedBefore;

    public void Start()
    {
        circuit.Start();
        (_from, _usedBefore) = (RealTimeLoop.Clock, server.ProcessorTime);
    }

    public void Stop() => circuit.Stop();

    public void Finish(FlowRecord record)
    {
        Duration? used = server.ProcessorTime - _usedBefore;
        Duration time = RealTimeLoop.Clock - _from;
        circuit.Finish(record);
        DataRate limit = record.LimitOf(options);
        record.Extra.AddRange(
        [
            ("throttleKbps", options.MaxRequest.KilobitsPerSecond),
            ("limitKbps", limit.KilobitsPerSecond),
            ("usedPercent", 100 * (record.Goodput / limit)),
        ]);
        if (used is { } processor)
            record.Extra.Add(("cpuPercent", 100 * (processor / time)));
        record.Extra.AddRange(server.Counts());
    }
}

/// <summary>The server of a circuit.</summary>
internal interface IServerLoad
{
    /// <summary>Processor time so far; null in simulated time.</summary>
    Duration? ProcessorTime { get; }

    /// <summary>The server's counters, as stats of the circuit.</summary>
    IEnumerable<(string Name, double Value)> Counts();
}

/// <summary>The load of an embedded region: its thread.</summary>
internal sealed class EmbeddedLoad(Site site, EmbeddedRegion region) : IServerLoad
{
    public Duration? ProcessorTime => site.ProcessorTime;

    public IEnumerable<(string Name, double Value)> Counts()
    {
        RegionTotals totals = site.Invoke(() => region.TotalsNow);
        return
        [
            ("resends", totals.Resends), ("ackStalls", totals.Stalls),
            ("trimsResends", region.Options.Sending.ResendRule == ResendRule.Trimmed ? 1 : 0),
            ("resentUpdates", totals.Updates.Packets), ("resentBlocksLeftOut", totals.Updates.BlocksLeftOut),
            ("emptyResends", totals.Updates.EmptyPackets),
            ("resentUpdateKB", totals.Updates.Bytes / 1e3), ("resentUpdateKBUntrimmed", totals.Updates.UntrimmedBytes / 1e3),
        ];
    }
}

/// <summary>The load of an OpenSimulator: its process. Its counters are not accessible.</summary>
/// <param name="grid">The OpenSimulator.</param>
/// <param name="trims">Whether its module leaves out replaced blocks of resent updates.</param>
internal sealed class OpenSimLoad(OpenSimInstance grid, bool trims) : IServerLoad
{
    public Duration? ProcessorTime => grid.ProcessorTime;

    public IEnumerable<(string Name, double Value)> Counts() => [("trimsResends", trims ? 1 : 0)];
}
