using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Network.Queues;

/// <summary>The constants of RFC 8289 section 5.3.</summary>
public sealed record CodelParameters
{
    [Setting("targetMs", Min = 0.001, Max = 10_000, Unit = "ms", Text = "TARGET: acceptable sojourn time")]
    public Duration Target { get; init; } = Duration.FromMilliseconds(5);

    [Setting("intervalMs", Min = 0.001, Max = 10_000, Unit = "ms",
        Text = "INTERVAL: how long it may be exceeded; about the longest usual round trip")]
    public Duration Interval { get; init; } = Duration.FromMilliseconds(100);

    [Setting("maxPacketBytes", Min = 0, Max = 65_535, Unit = "bytes", Text = "maxpacket, the link's MTU: no drop with at most this queued")]
    public int MaxPacketBytes { get; init; } = 1500;

    [Setting("squareRoot", Text = "how the control law computes interval / sqrt(count)")]
    public SquareRoot SquareRoot { get; init; } = SquareRoot.Exact;
}

/// <summary>How CoDel's control law computes interval / sqrt(count).</summary>
public enum SquareRoot
{
    /// <summary>In double precision, rounded down to a nanosecond, as in the code of RFC 8289 section 5.6.</summary>
    Exact,
    /// <summary>One Newton step per drop on a 16-bit reciprocal, as in Linux and ns-3; it drops earlier at small counts.</summary>
    Newton,
}
