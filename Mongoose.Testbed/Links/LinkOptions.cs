using Mongoose.Core.Units;

namespace Mongoose.Testbed.Links;

/// <summary>One direction of an emulated link.</summary>
public sealed record LinkOptions
{
    /// <summary>Bytes of IPv4 and UDP header that every datagram carries on the wire.</summary>
    public const int HeaderBytes = 28;

    /// <summary>Of the wire; null is infinitely fast.</summary>
    public DataRate? Rate { get; init; }

    /// <summary>Propagation, one way.</summary>
    public Duration Delay { get; init; } = Duration.Zero;

    /// <summary>The most that may wait for transmission, in bytes on the wire; a datagram that would exceed it is dropped.</summary>
    public long QueueBytes { get; init; } = 256 * 1024;

    /// <summary>Probability, 0 to 1, that a datagram vanishes after transmission.</summary>
    public double Loss { get; init; }

    /// <summary>Of the random losses: the same seed loses the same datagrams.</summary>
    public int Seed { get; init; }
}
