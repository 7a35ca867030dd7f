using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Region;

/// <summary>Packets that are free. One per region; not thread-safe.</summary>
internal sealed class OutPacketPool
{
    private readonly Stack<OutPacket> _free = new();

    /// <summary>Packets handed out and not returned.</summary>
    public int InUse { get; private set; }

    public OutPacket Rent(Channel channel, bool reliable)
    {
        OutPacket packet = _free.TryPop(out OutPacket? free) ? free : new OutPacket();
        packet.Length = 0;
        packet.Reliable = reliable;
        packet.Channel = channel;
        packet.SentAt = Instant.Never;
        packet.Resends = 0;
        packet.Acked = false;
        InUse++;
        return packet;
    }

    public void Return(OutPacket packet)
    {
        InUse--;
        _free.Push(packet);
    }
}
