using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Core.RateControl.Simulation;

/// <summary>
/// One flow's path: half a round trip of delay each way; on the way to the client losses by pattern, and a bottleneck that may be shared.
/// A packet reaches the bottleneck up to one packet time late, or the client of a path without one up to <see cref="Jitter"/> late, by
/// chance and in
/// order: without that, flows fall in step with the link's departures or with a periodic loss, and lose all packets of a kind or none.
/// </summary>
internal sealed class SimulatedPath(SimulatedScheduler scheduler, Duration roundTrip, LossPattern? loss = null, int seed = 1)
{
    private static readonly Duration Jitter = Duration.FromMilliseconds(1);

    private readonly Duration _oneWay = roundTrip / 2;
    private readonly Random _jitter = new(seed);
    private Instant _lastArrival;

    public SimulatedScheduler Scheduler => scheduler;

    /// <summary>Null: as fast as need be.</summary>
    public Bottleneck? Bottleneck { get; set; }

    public void ToClient(int bytes, Action deliver)
    {
        if (loss?.LosesNext() == true)
            return;
        Duration jitter = Bottleneck?.TimeToSend(bytes) ?? Jitter;
        _lastArrival = Instant.Max(_lastArrival, scheduler.Now + jitter * _jitter.NextDouble());
        if (Bottleneck is not { } bottleneck)
        {
            scheduler.At(_lastArrival + _oneWay, deliver);
            return;
        }
        scheduler.At(_lastArrival, () =>
        {
            if (bottleneck.TryQueue(bytes, scheduler.Now, out Instant leaves))
                scheduler.At(leaves + _oneWay, deliver);
        });
    }

    public void ToServer(Action deliver) => scheduler.At(scheduler.Now + _oneWay, deliver);
}
