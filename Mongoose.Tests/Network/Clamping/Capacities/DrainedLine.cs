using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Capacities;

namespace Mongoose.Tests.Network.Clamping.Capacities;

/// <summary>A transmitter whose departures are those of a link with a FIFO queue, at a rate that depends on the time.</summary>
internal sealed class DrainedLine(Func<double, double> megabitsAt)
{
    private Instant _free = Instant.Zero, _arrival = Instant.Zero;

    public DrainedRate Drained { get; } = new();

    public double Megabits => Drained.Value!.Value.MegabitsPerSecond;

    /// <summary>How long after its departure a packet is reported, as by a host that wakes up late.</summary>
    public Duration Lateness { get; init; }

    /// <summary>Time of the last arrival.</summary>
    public double Seconds => _arrival.Seconds;

    /// <summary>Sends packets at a constant rate of arrivals, each in a burst of the given number, until a time.</summary>
    public void Send(double megabits, int burst, double untilSeconds, params int[] sizes)
    {
        for (int i = 0; _arrival.Seconds < untilSeconds; i++)
        {
            int bytes = sizes[i % sizes.Length];
            Arrive(bytes);
            if (i % burst == burst - 1)
                _arrival += DataRate.FromMegabitsPerSecond(megabits).TimeToSend(bytes * burst);
        }
    }

    private void Arrive(int bytes)
    {
        Instant start = Instant.Max(_arrival, _free);
        Drained.Advance(start + Lateness);
        Drained.OnDequeued(bytes, start - _arrival, start);
        _free = start + DataRate.FromMegabitsPerSecond(megabitsAt(start.Seconds)).TimeToSend(bytes);
    }
}
