using Mongoose.Core.Units;
using Mongoose.Testbed.Time;

namespace Mongoose.Tests.Core.RateControl.Simulation;

/// <summary>
/// One flow's path: half a round trip of delay each way; on the way to the client losses by pattern, and a bottleneck that may be shared.
/// A packet reaches the bottleneck up to one packet time late, by chance and in order: without that, flows in step with the link's own
/// departures would find its full queue at always the same moment, and lose all the packets or none.
/// </summary>
internal sealed class SimulatedPath(SimulatedScheduler scheduler, Duration roundTrip, LossPattern? loss = null, int seed = 1)
{
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
        if (Bottleneck is not { } bottleneck)
        {
            scheduler.At(scheduler.Now + _oneWay, deliver);
            return;
        }
        _lastArrival = Instant.Max(_lastArrival, scheduler.Now + bottleneck.TimeToSend(bytes) * _jitter.NextDouble());
        scheduler.At(_lastArrival, () =>
        {
            if (bottleneck.TryQueue(bytes, scheduler.Now, out Instant leaves))
                scheduler.At(leaves + _oneWay, deliver);
        });
    }

    public void ToServer(Action deliver) => scheduler.At(scheduler.Now + _oneWay, deliver);
}
