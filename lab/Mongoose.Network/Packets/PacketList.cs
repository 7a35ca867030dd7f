namespace Mongoose.Network.Packets;

/// <summary>
/// A list of packets that are linked to each other: adding and removing allocate nothing. A packet is in one list at a time.
/// </summary>
public struct PacketList
{
    private Packet? _last;

    public int Count { get; private set; }

    /// <summary>The sum of the packets' bytes on the wire.</summary>
    public long Bytes { get; private set; }

    public Packet? First { get; private set; }

    public void AddLast(Packet packet)
    {
        packet.Next = null;
        if (_last is null)
            First = packet;
        else
            _last.Next = packet;
        _last = packet;
        Count++;
        Bytes += packet.WireBytes;
    }

    /// <summary>Takes the first packet; null if the list is empty.</summary>
    public Packet? TakeFirst()
    {
        if (First is not { } packet)
            return null;
        First = packet.Next;
        if (First is null)
            _last = null;
        packet.Next = null;
        Count--;
        Bytes -= packet.WireBytes;
        return packet;
    }
}
