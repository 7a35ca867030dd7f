using Mongoose.Core.Sending;
using Mongoose.Server.Outbound;

namespace Mongoose.Server.Status.History;

/// <summary>What a circuit did in the last ten minutes.</summary>
internal sealed class CircuitHistory(CircuitSender<ClientCircuit> circuit, long point)
{
    private readonly DelayWindow _delays = new(circuit.Counters.AllDelays);
    private PathCounts _path = circuit.Counters.TotalPath;

    public CircuitSender<ClientCircuit> Circuit => circuit;

    /// <summary>Rate sent in the last second, in kbit/s.</summary>
    public Series Used { get; } = new(point);

    /// <summary>Time that packets wait on the path, in milliseconds.</summary>
    public Series PathDelay { get; } = new(point);

    /// <summary>99th percentile of the time that packets waited in the region, in milliseconds.</summary>
    public Series RegionDelay { get; } = new(point);

    /// <summary>Outcomes of packets since the point before.</summary>
    public PathCounts Path { get; private set; }

    public void Sample()
    {
        Used.Add(circuit.Counters.RecentRate.KilobitsPerSecond);
        PathDelay.Add(circuit.ActivePath?.QueueingDelay.Milliseconds ?? 0);
        RegionDelay.Add(_delays.TakeP99().Milliseconds);
        PathCounts path = circuit.Counters.TotalPath;
        (Path, _path) = (path - _path, path);
    }
}
