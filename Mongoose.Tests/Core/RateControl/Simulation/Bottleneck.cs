using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.Simulation;

/// <summary>A link behind a FIFO that counts bytes and drops from the tail.</summary>
internal sealed class Bottleneck(DataRate rate, int bufferBytes)
{
    private Instant _busyUntil;

    public long Offered { get; private set; }

    public long Dropped { get; private set; }

    /// <summary>The transmission time of a packet on the link.</summary>
    public Duration TimeToSend(int bytes) => rate.TimeToSend(bytes);

    public bool TryQueue(int bytes, Instant now, out Instant leaves)
    {
        Offered++;
        Instant begins = leaves = Instant.Max(_busyUntil, now);
        if (rate.BytesIn(begins - now) + bytes > bufferBytes)
        {
            Dropped++;
            return false;
        }
        _busyUntil = leaves = begins + rate.TimeToSend(bytes);
        return true;
    }
}
