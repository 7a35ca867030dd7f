using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Sctp;

/// <summary>How hard SCTP tries to deliver a message. Messages are never put in order: a lost one delays no other.</summary>
public readonly record struct SctpDelivery
{
    /// <summary>The message is retransmitted until it arrives.</summary>
    public static SctpDelivery Reliable => default;

    private SctpDelivery(uint milliseconds) => Milliseconds = milliseconds;

    /// <summary>The time limit; 0 for none.</summary>
    internal uint Milliseconds { get; }

    /// <summary>
    /// The message is not retransmitted when it is older than <paramref name="limit"/> (RFC 3758 section 4.1, RFC 7496: SCTP_PR_SCTP_TTL).
    /// usrsctp 0.9.5 looks at the limit only when it would retransmit: a message that has waited longer in the send buffer is sent once all
    /// the same.
    /// </summary>
    /// <param name="limit">1 ms to 1 h, in whole milliseconds; the rest is cut off.</param>
    /// <exception cref="ArgumentException">The limit is out of range.</exception>
    public static SctpDelivery Within(Duration limit)
    {
        Allowed.Between(limit, Duration.FromMilliseconds(1), Duration.FromSeconds(3600), "SCTP, time limit of a message");
        return new SctpDelivery((uint)limit.Milliseconds);
    }
}
