using Mongoose.Core.RateControl.PathControl;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>
/// A client's reliable packets that left its queues and are not acknowledged, by sequence number: OpenSim's own list cannot be searched.
/// It allocates nothing once it has grown to its working size; where it may not grow, the newer packet takes the older one's place.
/// </summary>
internal sealed class UnackedPackets
{
    private const int FirstNumbers = 64;

    private OutgoingPacket?[] _slots = new OutgoingPacket?[FirstNumbers];

    public void Add(OutgoingPacket packet)
    {
        while (IsUnacked(_slots[SlotOf(packet.SequenceNumber)]) && _slots.Length < SentPackets.MostNumbers)
            Grow();
        _slots[SlotOf(packet.SequenceNumber)] = packet;
    }

    /// <summary>Null if it is acknowledged, or was never noted.</summary>
    public OutgoingPacket? Find(uint number) =>
        _slots[SlotOf(number)] is { } packet && packet.SequenceNumber == number && IsUnacked(packet) ? packet : null;

    /// <summary>Lets go of what OpenSim has taken the acks of.</summary>
    public void DropAcked()
    {
        foreach (ref OutgoingPacket? packet in _slots.AsSpan())
        {
            if (!IsUnacked(packet))
                packet = null;
        }
    }

    public void Clear() => Array.Clear(_slots);

    /// <summary>OpenSim takes the buffer of a packet that is acknowledged, for the next one.</summary>
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
