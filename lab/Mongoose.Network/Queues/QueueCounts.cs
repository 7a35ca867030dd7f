using System.Runtime.CompilerServices;
using Mongoose.Core.Units;

namespace Mongoose.Network.Queues;

/// <summary>
/// A queue's traffic, in packets and in bytes on the wire. In both units, always: received = dropped before enqueue + enqueued, and
/// enqueued = dequeued + dropped after enqueue + queued. Dropped and marked packets are also counted by reason.
/// </summary>
public struct QueueCounts
{
    private Reasons _dropped;
    private Reasons _marked;

    public PacketCount Received { get; private set; }
    public PacketCount Enqueued { get; private set; }
    public PacketCount Dequeued { get; private set; }
    public PacketCount DroppedBeforeEnqueue { get; private set; }
    public PacketCount DroppedAfterEnqueue { get; private set; }

    /// <summary>Packets set to congestion experienced instead of dropped; they also count as enqueued.</summary>
    public long Marked { get; private set; }

    public readonly PacketCount Dropped => DroppedBeforeEnqueue + DroppedAfterEnqueue;

    public readonly long DroppedFor(QueueDropReason reason) => _dropped[(int)reason];

    public readonly long MarkedFor(QueueDropReason reason) => _marked[(int)reason];

    internal void Receive(int bytes) => Received = Received.WithPacket(bytes);

    internal void Enqueue(int bytes) => Enqueued = Enqueued.WithPacket(bytes);

    internal void Dequeue(int bytes) => Dequeued = Dequeued.WithPacket(bytes);

    internal void DropArriving(int bytes, QueueDropReason reason)
    {
        DroppedBeforeEnqueue = DroppedBeforeEnqueue.WithPacket(bytes);
        _dropped[(int)reason]++;
    }

    internal void DropQueued(int bytes, QueueDropReason reason)
    {
        DroppedAfterEnqueue = DroppedAfterEnqueue.WithPacket(bytes);
        _dropped[(int)reason]++;
    }

    internal void Mark(QueueDropReason reason)
    {
        Marked++;
        _marked[(int)reason]++;
    }

    /// <summary>One counter for each <see cref="QueueDropReason"/>.</summary>
    [InlineArray((int)QueueDropReason.Target + 1)]
    private struct Reasons
    {
        private long _first;
    }
}

/// <summary>Why a queue dropped a packet, or marked it instead.</summary>
public enum QueueDropReason
{
    /// <summary>No room: the arriving packet or, with flow queues, packets of the longest queue.</summary>
    Overflow,
    /// <summary>PIE's random decision about an arriving packet.</summary>
    Early,
    /// <summary>CoDel: packets have waited longer than the target for an interval.</summary>
    Target,
}
