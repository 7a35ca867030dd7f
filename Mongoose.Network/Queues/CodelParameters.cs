using Mongoose.Core.Units;

namespace Mongoose.Network.Queues;

/// <summary>The constants of RFC 8289 section 5.4.</summary>
public sealed record CodelParameters
{
    /// <summary>TARGET: the sojourn time that may stand.</summary>
    public Duration Target { get; init; } = Duration.FromMilliseconds(5);

    /// <summary>INTERVAL: for how long it may be exceeded; about the longest usual round trip.</summary>
    public Duration Interval { get; init; } = Duration.FromMilliseconds(100);

    /// <summary>maxpacket, the link's MTU in bytes on the wire: with no more than that behind it, no packet is dropped.</summary>
    public int MaxPacketBytes { get; init; } = 1500;

    public SquareRoot SquareRoot { get; init; } = SquareRoot.Exact;
}

/// <summary>How CoDel's control law takes interval / sqrt(count).</summary>
public enum SquareRoot
{
    /// <summary>In double precision, rounded down to a nanosecond, as RFC 8289 section 5.7 reads in C.</summary>
    Exact,
    /// <summary>One Newton step per drop on a 16-bit reciprocal, as Linux and ns-3 do; it drops earlier at small counts.</summary>
    Newton,
}
