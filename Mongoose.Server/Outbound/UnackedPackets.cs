using Mongoose.Core.Paths;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>
/// A client's sent and unacknowledged reliable packets, by sequence number; OpenSim's own list cannot be searched. After it has grown to its
/// working size it allocates nothing; when it has reached its maximum size, a newer packet replaces an older one.
/// </summary>
internal sealed class UnackedPackets
{
    private const int InitialSlots = 64;

    private OutgoingPacket?[] _slots = new OutgoingPacket?[InitialSlots];

    public void Add(OutgoingPacket packet)
    {
        while (IsUnacked(_slots[SlotOf(packet.SequenceNumber)]) && _slots.Length < SentPackets.MaxNumbers)
            Grow();
        _slots[SlotOf(packet.SequenceNumber)] = packet;
    }

    /// <summary>The packet with a sequence number; null if it has been acknowledged or was never added.</summary>
    public OutgoingPacket? Find(uint number) =>
        _slots[SlotOf(number)] is { } packet && packet.SequenceNumber == number && IsUnacked(packet) ? packet : null;

    /// <summary>Removes the packets whose acks OpenSim has processed.</summary>
    public void DropAcked()
    {
        foreach (ref OutgoingPacket? packet in _slots.AsSpan())
        {
            if (!IsUnacked(packet))
                packet = null;
        }
    }

    public void Clear() => Array.Clear(_slots);

    /// <summary>OpenSim takes the buffer away from an acknowledged packet, to reuse it.</summary>
    private static bool IsUnacked(OutgoingPacket? packet) => packet?.Buffer is not null;

    private void Grow()
    {
        OutgoingPacket?[] before = _slots;
        _slots = new OutgoingPacket?[before.Length * 2];
        foreach (OutgoingPacket? packet in before)
        {
            if (packet is not null)
                _slots[SlotOf(packet.SequenceNumber)] = packet;
        }
    }

    private int SlotOf(uint number) => (int)(number & (uint)(_slots.Length - 1));
}
