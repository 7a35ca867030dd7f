namespace Mongoose.Network.Packets;

/// <summary>Packets of one kind to be used again, so that a packet costs no allocation. For one thread.</summary>
public sealed class PacketPool<TPacket>(Func<PacketPool<TPacket>, TPacket> create)
    where TPacket : Packet
{
    private Packet? _free;

    /// <summary>Packets made so far: the most that were in use at once.</summary>
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

    /// <summary>What its packets do when they are released.</summary>
    public void Return(TPacket packet)
    {
        packet.Receiver = null;
        packet.Ecn = Ecn.NotCapable;
        packet.Next = _free;
        _free = packet;
    }
}
