using System.Runtime.CompilerServices;
using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp;

/// <summary>A sender's segment: the part of a TCP header that data needs, and the number of payload bytes.</summary>
/// <param name="Start">The position of its first byte in the stream.</param>
/// <param name="Length">The number of payload bytes; 0 opens the connection (SYN).</param>
/// <param name="SentAt">The timestamp (TSval, RFC 7323).</param>
/// <param name="Retransmission">Whether the data was sent before.</param>
/// <param name="Cwr">Congestion window reduced (RFC 3168).</param>
/// <param name="Echo">The timestamp of the last acknowledgment (TSecr, RFC 7323); null before the first.</param>
public readonly record struct DataSegment(
    long Start, int Length, Instant SentAt, bool Retransmission = false, bool Cwr = false, Instant? Echo = null)
{
    public long End => Start + Length;

    public bool IsSyn => Length == 0;
}

/// <summary>A receiver's acknowledgment.</summary>
/// <param name="Next">The next byte that it expects: all bytes before it have arrived.</param>
/// <param name="Window">The number of bytes from <paramref name="Next"/> on for which it has room.</param>
/// <param name="Echo">The timestamp of the acknowledged segment (TSecr, RFC 7323).</param>
/// <param name="Ece">Whether a packet was marked and the sender has not confirmed it yet (RFC 3168).</param>
/// <param name="Sack">Data that has arrived beyond <paramref name="Next"/>; empty without SACK.</param>
/// <param name="IsSyn">Whether it answers a SYN (SYN-ACK); its window has no scale then.</param>
/// <param name="SentAt">The timestamp (TSval, RFC 7323).</param>
public readonly record struct AckSegment(
    long Next, long Window, Instant Echo, bool Ece = false, SackBlocks Sack = default, bool IsSyn = false, Instant SentAt = default);

/// <summary>The blocks of a SACK option (RFC 2018): at most three, as many as fit next to timestamps.</summary>
public struct SackBlocks
{
    public const int MaxCount = 3;

    private Blocks _blocks;

    public int Count { get; private set; }

    public readonly SequenceRange this[int index] => _blocks[index];

    public readonly bool IsFull => Count == MaxCount;

    public void Add(SequenceRange block) => _blocks[Count++] = block;

    [InlineArray(MaxCount)]
    private struct Blocks
    {
        private SequenceRange _first;
    }
}
