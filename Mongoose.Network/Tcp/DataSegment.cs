using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp;

/// <summary>What a sender sends: the part of a TCP header that data needs, and how many bytes of it.</summary>
/// <param name="Start">Of its first byte in the stream.</param>
/// <param name="Length">In bytes of payload; 0 opens the connection (SYN).</param>
/// <param name="SentAt">The timestamp (TSval, RFC 7323).</param>
/// <param name="Retransmission">Sent before.</param>
/// <param name="Cwr">Congestion window reduced (RFC 3168).</param>
public readonly record struct DataSegment(long Start, int Length, Instant SentAt, bool Retransmission = false, bool Cwr = false)
{
    public long End => Start + Length;

    public bool IsSyn => Length == 0;
}
