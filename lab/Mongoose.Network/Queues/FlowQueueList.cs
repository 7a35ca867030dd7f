using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>Flow queues in service order, linked to each other.</summary>
internal struct FlowQueueList
{
    private FlowQueue? _last;

    public FlowQueue? First { get; private set; }

    public void AddLast(FlowQueue queue)
    {
        queue.Next = null;
        if (_last is null)
            First = queue;
        else
            _last.Next = queue;
        _last = queue;
    }

    public FlowQueue RemoveFirst()
    {
        FlowQueue queue = First!;
        First = queue.Next;
        if (First is null)
            _last = null;
        queue.Next = null;
        return queue;
    }
}

/// <summary>One queue of a flow-queueing discipline: its packets, its place in the schedule, and how it manages its length.</summary>
internal abstract class FlowQueue(int index)
{
    private protected PacketList Packets;

    /// <summary>The index of its backlog.</summary>
    public int Index { get; } = index;

    /// <summary>Bytes that the queue may still send in this round; its turn ends at zero or below.</summary>
    public int Deficit { get; set; }

    /// <summary>Whether the queue is in one of the scheduler's lists, with or without packets.</summary>
    public bool IsScheduled { get; set; }

    /// <summary>The next queue in that list.</summary>
    public FlowQueue? Next { get; set; }

    public int Count => Packets.Count;

    public long Bytes => Packets.Bytes;

    /// <summary>The number of this queue's packets that the discipline's total includes.</summary>
    public int NotedCount { get; set; }

    /// <summary>Whether an arriving packet may be added; the queue may have marked it.</summary>
    public virtual bool Admits(QueueDiscipline owner, Packet packet, Instant now) => true;

    public virtual void Add(Packet packet, Instant now) => Packets.AddLast(packet);

    /// <summary>The next packet to send, after any drops; null if none is left.</summary>
    public abstract Packet? Dequeue(QueueDiscipline owner, Instant now);

    /// <summary>Takes the first packet, which is to be dropped because there is no room.</summary>
    public virtual Packet TakeForOverflow(Instant now) => Packets.TakeFirst()!;
}
