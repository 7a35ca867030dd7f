using System.Runtime.CompilerServices;

namespace Mongoose.Network.Queues;

/// <summary>
/// A queue's traffic, in packets and in bytes on the wire. In both units, always: received = dropped before enqueue + enqueued, and
/// enqueued = dequeued + dropped after enqueue + queued. Dropped and marked packets are also counted by reason.
/// </summary>
public struct QueueCounts
{
    private Reasons _dropped;
    private Reasons _marked;

    public long Received { get; private set; }
    public long ReceivedBytes { get; private set; }
    public long Enqueued { get; private set; }
    public long EnqueuedBytes { get; private set; }
    public long Dequeued { get; private set; }
    public long DequeuedBytes { get; private set; }
    public long DroppedBeforeEnqueue { get; private set; }
    public long DroppedBeforeEnqueueBytes { get; private set; }
    public long DroppedAfterEnqueue { get; private set; }
    public long DroppedAfterEnqueueBytes { get; private set; }

    /// <summary>Packets set to congestion experienced instead of dropped; they also count as enqueued.</summary>
    public long Marked { get; private set; }

    public readonly long Dropped => DroppedBeforeEnqueue + DroppedAfterEnqueue;
    public readonly long DroppedFor(QueueDropReason reason) => _dropped[(int)reason];

    public readonly long MarkedFor(QueueDropReason reason) => _marked[(int)reason];

    internal void Receive(int bytes)
    {
        Received++;
        ReceivedBytes += bytes;
    }

    internal void Enqueue(int bytes)
    {
        Enqueued++;
        EnqueuedBytes += bytes;
    }

    internal void Dequeue(int bytes)
    {
        Dequeued++;
        DequeuedBytes += bytes;
    }

    internal void DropArriving(int bytes, QueueDropReason reason)
    {
        DroppedBeforeEnqueue++;
        DroppedBeforeEnqueueBytes += bytes;
        _dropped[(int)reason]++;
    }

    internal void DropQueued(int bytes, QueueDropReason reason)
    {
        DroppedAfterEnqueue++;
        DroppedAfterEnqueueBytes += bytes;
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
