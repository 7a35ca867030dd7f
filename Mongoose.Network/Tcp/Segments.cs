using System.Runtime.CompilerServices;
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

/// <summary>What a receiver answers.</summary>
/// <param name="Next">The next byte that it expects: all before have arrived.</param>
/// <param name="Window">Bytes from <paramref name="Next"/> on that it has room for.</param>
/// <param name="Echo">The timestamp of the segment that this answers (TSecr, RFC 7323).</param>
/// <param name="Ece">A packet was marked, and the sender has not said yet that it knows (RFC 3168).</param>
/// <param name="Sack">What has arrived beyond; empty without SACK.</param>
public readonly record struct AckSegment(long Next, long Window, Instant Echo, bool Ece = false, SackBlocks Sack = default);

/// <summary>The blocks of a SACK option (RFC 2018): at most three, as many as fit beside timestamps.</summary>
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
