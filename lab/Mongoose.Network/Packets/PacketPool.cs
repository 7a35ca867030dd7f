namespace Mongoose.Network.Packets;

/// <summary>A pool of packets of one kind for reuse, so that a packet costs no allocation. Use it on one thread.</summary>
public sealed class PacketPool<TPacket>(Func<PacketPool<TPacket>, TPacket> create)
    where TPacket : Packet
{
    private Packet? _free;

    /// <summary>The number of packets created so far: the maximum in use at the same time.</summary>
    public int Created { get; private set; }

    public TPacket Rent()
    {
        if (_free is not TPacket packet)
        {
            Created++;
            return create(this);
        }
        _free = packet.Next;
        packet.Next = null;
        return packet;
    }

    /// <summary>Called by packets when they are released.</summary>
    public void Return(TPacket packet)
    {
        packet.Receiver = null;
        packet.Ecn = Ecn.NotCapable;
        packet.Next = _free;
        _free = packet;
    }
}
