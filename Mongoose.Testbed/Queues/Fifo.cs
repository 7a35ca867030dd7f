using Mongoose.Core.Units;
using Mongoose.Testbed.Packets;

namespace Mongoose.Testbed.Queues;

/// <summary>First in, first out; a packet that finds no room is dropped (drop-tail).</summary>
public sealed class Fifo(QueueLimit limit) : IQueueDiscipline
{
    private PacketList _queue;
    private QueueCounts _counts;

    public int Packets => _queue.Count;

    public long Bytes => _queue.Bytes;

    public ref readonly QueueCounts Counts => ref _counts;

    public void Enqueue(Packet packet, Instant now)
    {
        _counts.Received++;
        if (!limit.Admits(_queue.Count, _queue.Bytes, packet.WireBytes))
        {
            _counts.DropArriving(DropReason.Overflow);
            packet.Release();
            return;
        }
        _counts.Enqueued++;
        packet.EnqueuedAt = now;
        _queue.AddLast(packet);
    }

    public Packet? Dequeue(Instant now)
    {
        Packet? packet = _queue.TakeFirst();
        if (packet is not null)
            _counts.Dequeued++;
        return packet;
    }
}
