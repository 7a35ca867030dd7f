using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;

namespace Mongoose.Server.Status.History;

/// <summary>What a circuit did in the last ten minutes.</summary>
internal sealed class CircuitHistory(CircuitSender<ClientCircuit> circuit, long point)
{
    private readonly DelayWindow _delays = new(circuit.Counters.AllDelays);
    private readonly RecentPath _path = new(circuit.Counters.TotalPath);
    private long _bytes = circuit.Counters.TotalBytes;

    public CircuitSender<ClientCircuit> Circuit => circuit;

    /// <summary>Rate sent since the point before, in kbit/s.</summary>
    public Series Used { get; } = new(point);

    /// <summary>Time that packets wait on the path, in milliseconds.</summary>
    public Series PathDelay { get; } = new(point);

    /// <summary>99th percentile of the time that packets waited in the region, in milliseconds.</summary>
    public Series RegionDelay { get; } = new(point);

    /// <summary>The fraction of packets found lost in the last minute, 0 to 1.</summary>
    public double LostFraction => _path.LostFraction;

    /// <param name="number">The number of this point.</param>
    /// <param name="elapsed">Time since the point before.</param>
    public void Sample(long number, Duration elapsed)
    {
        long bytes = circuit.Counters.TotalBytes;
        Used.Add(number, DataRate.Of(bytes - _bytes, elapsed).KilobitsPerSecond);
        _bytes = bytes;
        PathDelay.Add(number, circuit.ActivePath?.QueueingDelay.Milliseconds ?? 0);
        RegionDelay.Add(number, _delays.TakeP99().Milliseconds);
        _path.Add(circuit.Counters.TotalPath);
    }
}
