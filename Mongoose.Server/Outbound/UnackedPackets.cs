using Mongoose.Core.Paths;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>
/// A client's sent and unacknowledged reliable packets, by sequence number; OpenSim's own list cannot be searched. This table has the
/// packets whose delivery the sender tracks, and object updates that Mongoose or OpenSim has sent. After it has grown to its working size
/// it allocates nothing; when it has reached its maximum size, a newer packet replaces an older one.
/// </summary>
internal sealed class UnackedPackets
{
    private const int InitialSlots = 64;

    private Entry[] _slots = new Entry[InitialSlots];

    /// <summary>Adds a packet that was sent.</summary>
    /// <param name="packet">The packet; it may have been added before.</param>
    /// <param name="isTracked">Whether the sender tracks its delivery.</param>
    public void Add(OutgoingPacket packet, bool isTracked)
    {
        while (IsUnacked(SlotOf(packet.SequenceNumber).Packet) && SlotOf(packet.SequenceNumber).Packet != packet
            && _slots.Length < SentPackets.MaxNumbers)
            Grow();
        SlotOf(packet.SequenceNumber) = new Entry(packet, isTracked);
    }

    /// <summary>The packet with a sequence number; null if it has been acknowledged or was never added.</summary>
    public OutgoingPacket? Find(uint number) =>
        SlotOf(number).Packet is { } packet && packet.SequenceNumber == number && IsUnacked(packet) ? packet : null;

    /// <summary>Like <see cref="Find"/>, for packets whose delivery the sender tracks.</summary>
    public OutgoingPacket? FindTracked(uint number) => SlotOf(number).IsTracked ? Find(number) : null;

    /// <summary>Removes the packets whose acks OpenSim has processed.</summary>
    public void DropAcked()
    {
        foreach (ref Entry entry in _slots.AsSpan())
        {
            if (!IsUnacked(entry.Packet))
                entry = default;
        }
    }

    public void Clear() => Array.Clear(_slots);

    /// <summary>OpenSim takes the buffer away from an acknowledged packet, to reuse it.</summary>
    private static bool IsUnacked(OutgoingPacket? packet) => packet?.Buffer is not null;

    private void Grow()
    {
        Entry[] before = _slots;
        _slots = new Entry[before.Length * 2];
        foreach (Entry entry in before)
        {
            if (entry.Packet is { } packet)
                SlotOf(packet.SequenceNumber) = entry;
        }
    }

    private ref Entry SlotOf(uint number) => ref _slots[(int)(number & (uint)(_slots.Length - 1))];

    private readonly record struct Entry(OutgoingPacket? Packet, bool IsTracked);
}
