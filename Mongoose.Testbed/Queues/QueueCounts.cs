using System.Runtime.CompilerServices;

namespace Mongoose.Testbed.Queues;

/// <summary>
/// What has passed a queue, in packets. Always: received = dropped before enqueue + enqueued, and enqueued = dequeued + dropped
/// after enqueue + queued.
/// </summary>
public struct QueueCounts
{
    private Reasons _dropped;

    public long Received { get; internal set; }
    public long Enqueued { get; internal set; }
    public long Dequeued { get; internal set; }
    public long DroppedBeforeEnqueue { get; private set; }
    public long DroppedAfterEnqueue { get; private set; }

    /// <summary>Set to congestion experienced instead of dropped.</summary>
    public long Marked { get; internal set; }

    public readonly long Dropped => DroppedBeforeEnqueue + DroppedAfterEnqueue;

    public readonly long DroppedFor(DropReason reason) => _dropped[(int)reason];

    internal void DropArriving(DropReason reason)
    {
        DroppedBeforeEnqueue++;
        _dropped[(int)reason]++;
    }

    internal void DropQueued(DropReason reason)
    {
        DroppedAfterEnqueue++;
        _dropped[(int)reason]++;
    }

    /// <summary>One counter for each <see cref="DropReason"/>.</summary>
    [InlineArray((int)DropReason.Overflow + 1)]
    private struct Reasons
    {
        private long _first;
    }
}
