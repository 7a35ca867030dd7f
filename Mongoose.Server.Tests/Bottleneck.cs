using Mongoose.Core.Units;

namespace Mongoose.Server.Tests;

/// <summary>A path's narrowest link: a queue, first in first out, that drops what does not fit.</summary>
/// <param name="rate">What it carries.</param>
/// <param name="buffer">The longest that a packet may wait in it.</param>
internal sealed class Bottleneck(DataRate rate, Duration buffer)
{
    private Instant _freeAt;

    public DataRate Rate { get; set; } = rate;

    /// <summary>Time that packets wait on top, behind those of others who fill the queue again and again.</summary>
    public Duration Others { get; set; }

    public int Dropped { get; private set; }

    public long CarriedBytes { get; private set; }

    /// <summary>When a packet leaves it; null if it is dropped.</summary>
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
