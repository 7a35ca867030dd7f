using Mongoose.Core.Units;
using Mongoose.Testbed.Time;

namespace Mongoose.Tests.Core.RateControl.Simulation;

/// <summary>
/// Half a round trip of delay each way; on the way to the client losses by pattern and, if it has a rate, a FIFO that counts bytes.
/// </summary>
internal sealed class SimulatedPath(SimulatedScheduler scheduler, Duration roundTrip, LossPattern? loss = null)
{
    private readonly Duration _oneWay = roundTrip / 2;
    private Instant _busyUntil;

    public SimulatedScheduler Scheduler => scheduler;

    /// <summary>Null: as fast as need be.</summary>
    public DataRate? Rate { get; set; }

    public int BufferBytes { get; set; }

    public long PacketsOffered { get; private set; }

    public long PacketsDropped { get; private set; }

    public void ToClient(int bytes, Action deliver)
    {
        PacketsOffered++;
        if (loss?.LosesNext() == true || !TryQueue(bytes, out Instant leaves))
            PacketsDropped++;
        else
            scheduler.At(leaves + _oneWay, deliver);
    }

    public void ToServer(Action deliver) => scheduler.At(scheduler.Now + _oneWay, deliver);

    private bool TryQueue(int bytes, out Instant leaves)
    {
        leaves = scheduler.Now;
        if (Rate is not { } rate)
            return true;
        Instant begins = Instant.Max(_busyUntil, scheduler.Now);
        if (rate.BytesIn(begins - scheduler.Now) + bytes > BufferBytes)
            return false;
        _busyUntil = leaves = begins + rate.TimeToSend(bytes);
        return true;
    }
}
