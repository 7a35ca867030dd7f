using System.Runtime.CompilerServices;

namespace Mongoose.Core.Shaping;

/// <summary>
/// Counters of a channel's queue. Invariant: enqueued = sent + dropped + queued, in packets and in bytes. A packet that is refused on
/// arrival counts as enqueued and as dropped; so do the bytes that are taken out of a queued packet.
/// </summary>
public struct QueueCounters
{
    private Reasons _dropped;

    public long EnqueuedPackets { get; private set; }
    public long EnqueuedBytes { get; private set; }
    public long SentPackets { get; private set; }
    public long SentBytes { get; private set; }
    public long DroppedPackets { get; private set; }
    public long DroppedBytes { get; private set; }

    public readonly long QueuedPackets => EnqueuedPackets - SentPackets - DroppedPackets;
    public readonly long QueuedBytes => EnqueuedBytes - SentBytes - DroppedBytes;

    /// <summary>Packets dropped for one reason.</summary>
    public readonly long Dropped(DropReason reason) => _dropped[(int)reason];

    internal void Enqueue(int bytes)
    {
        EnqueuedPackets++;
        EnqueuedBytes += bytes;
    }

    internal void Send(int bytes)
    {
        SentPackets++;
        SentBytes += bytes;
    }

    internal void Drop(int bytes, DropReason reason)
    {
        DroppedPackets++;
        DroppedBytes += bytes;
        _dropped[(int)reason]++;
    }

    /// <summary>A queued packet has become shorter.</summary>
    internal void Trim(int bytes) => DroppedBytes += bytes;

    [InlineArray((int)DropReason.NoLongerNeeded + 1)]
    private struct Reasons
    {
        private long _first;
    }
}
