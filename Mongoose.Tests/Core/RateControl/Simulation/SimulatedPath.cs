using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Core.RateControl.Simulation;

/// <summary>
/// The path of one flow: half a round trip of delay in each direction and, towards the client, losses by pattern and a bottleneck that may
/// be shared. Packets reach the bottleneck up to one packet time late or, on a path without a bottleneck, the client up to
/// <see cref="Jitter"/> late, at random and in order. Without this jitter, flows synchronise with the link's departures or with periodic
/// losses, and lose all packets of a kind or none.
/// </summary>
internal sealed class SimulatedPath(SimulatedScheduler scheduler, Duration roundTrip, LossPattern? loss = null, int seed = 1)
{
    private static readonly Duration Jitter = Duration.FromMilliseconds(1);

    private readonly Duration _oneWay = roundTrip / 2;
    private readonly Random _jitter = new(seed);
    private Instant _lastArrival;

    public SimulatedScheduler Scheduler => scheduler;

    /// <summary>Rate of the bottleneck; null for no limit.</summary>
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
