using Mongoose.Core.Units;

namespace Mongoose.Server.Tests;

/// <summary>The bottleneck of a path: a first-in first-out queue that drops packets when it is full.</summary>
/// <param name="buffer">The maximum queueing delay; a packet that would wait longer is dropped.</param>
internal sealed class Bottleneck(DataRate rate, Duration buffer)
{
    private Instant _freeAt;

    public DataRate Rate { get; set; } = rate;

    /// <summary>Additional queueing delay, caused by cross traffic that keeps the queue filled.</summary>
    public Duration Others { get; set; }

    public int Dropped { get; private set; }

    public long CarriedBytes { get; private set; }

    /// <summary>The time at which a packet leaves the queue; null if the packet is dropped.</summary>
    public Instant? Leave(int bytes, Instant now)
    {
        Instant begins = Instant.Max(_freeAt, now);
        if (begins - now > buffer)
        {
            Dropped++;
            return null;
        }
        _freeAt = begins + Rate.TimeToSend(bytes);
        CarriedBytes += bytes;
        return _freeAt + Others;
    }
}
