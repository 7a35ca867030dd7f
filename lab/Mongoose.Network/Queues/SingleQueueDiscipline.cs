using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>One list of packets in order of arrival; a packet that does not fit is dropped (drop-tail).</summary>
public abstract class SingleQueueDiscipline(QueueLimit limit, bool ecn) : QueueDiscipline(ecn)
{
    private PacketList _queue;

    public override int Packets => _queue.Count;

    public override long Bytes => _queue.Bytes;

    protected ref PacketList Queue => ref _queue;

    protected override void Arrive(Packet packet, Instant now)
    {
        if (limit.Admits(_queue, packet.WireBytes))
            Append(packet, now);
        else
            Refuse(packet, QueueDropReason.Overflow, now);
    }

    protected void Append(Packet packet, Instant now)
    {
        Accept(packet, now);
        _queue.AddLast(packet);
    }
}
