using System.Runtime.CompilerServices;
using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>
/// Counters of a channel's queue. Invariant: enqueued = sent + dropped + queued, in packets and in bytes. A packet that is refused on
/// arrival counts as enqueued and as dropped; so do the bytes that are taken out of a queued packet.
/// </summary>
public struct QueueCounters
{
    private Reasons _dropped;

    public PacketCount Enqueued { get; private set; }
    public PacketCount Sent { get; private set; }
    public PacketCount Dropped { get; private set; }

    public readonly PacketCount Queued => Enqueued - Sent - Dropped;

    /// <summary>Packets dropped for one reason.</summary>
    public readonly long DroppedFor(DropReason reason) => _dropped[(int)reason];

    internal void Enqueue(int bytes) => Enqueued = Enqueued.WithPacket(bytes);

    internal void Send(int bytes) => Sent = Sent.WithPacket(bytes);

    internal void Drop(int bytes, DropReason reason)
    {
        Dropped = Dropped.WithPacket(bytes);
        _dropped[(int)reason]++;
    }

    /// <summary>A queued packet has become shorter.</summary>
    internal void Trim(int bytes) => Dropped += new PacketCount(0, bytes);

    [InlineArray((int)DropReason.NoLongerNeeded + 1)]
    private struct Reasons
    {
        private long _first;
    }
}
