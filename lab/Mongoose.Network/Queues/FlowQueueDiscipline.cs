using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>
/// The scheduler of RFC 8290 section 4: flows are hashed to queues, which are served by deficit round robin in bytes; queues that have just
/// become busy are served first. If there is no room, the longest queue loses packets from its head.
/// </summary>
public abstract class FlowQueueDiscipline : QueueDiscipline
{
    private readonly QueueLimit _limit;
    private readonly FlowQueueParameters _parameters;
    private readonly FlowQueue[] _queues;
    private readonly long[] _backlogs;
    private FlowQueueList _newQueues;
    private FlowQueueList _oldQueues;
    private int _packets;
    private long _bytes;

    private protected FlowQueueDiscipline(QueueLimit limit, FlowQueueParameters parameters, bool ecn, Func<int, FlowQueue> newQueue)
        : base(ecn)
    {
        _limit = limit;
        _parameters = parameters;
        _queues = Enumerable.Range(0, parameters.Flows).Select(newQueue).ToArray();
        _backlogs = new long[parameters.Flows];
    }

    public override int Packets => _packets;

    public override long Bytes => _bytes;

    /// <summary>The index of the queue that a flow is hashed to.</summary>
    public int QueueOf(in FlowKey flow) => FlowHash.Slot(flow, _parameters.Perturbation, _queues.Length);

    protected override void Arrive(Packet packet, Instant now)
    {
        FlowQueue queue = _queues[QueueOf(packet.Flow)];
        if (!queue.Admits(this, packet, now))
        {
            Refuse(packet, QueueDropReason.Early, now);
            return;
        }
        Accept(packet, now);
        queue.Add(packet, now);
        UpdateBacklog(queue);
        if (!queue.IsScheduled)
        {
            queue.IsScheduled = true;
            queue.Deficit = _parameters.QuantumBytes;
            _newQueues.AddLast(queue);
        }
        while (_limit.Measure(_packets, _bytes) > _limit.Amount)
            DropBatch(now);
    }

    protected override Packet? TakeNext(Instant now)
    {
        while (Next(out bool isNew) is { } queue)
        {
            Packet? packet = queue.Dequeue(this, now);
            UpdateBacklog(queue);
            if (packet is not null)
            {
                queue.Deficit -= packet.WireBytes;
                return packet;
            }
            Retire(queue, isNew);
        }
        return null;
    }

    /// <summary>The queue to serve next: the first new queue, else the first old queue. It stays in its list.</summary>
    private FlowQueue? Next(out bool isNew)
    {
        while (true)
        {
            isNew = _newQueues.First is not null;
            ref FlowQueueList list = ref isNew ? ref _newQueues : ref _oldQueues;
            if (list.First is not { Deficit: <= 0 } exhausted)
                return list.First;
            exhausted.Deficit += _parameters.QuantumBytes;
            _oldQueues.AddLast(list.RemoveFirst());
        }
    }

    /// <summary>
    /// An empty new queue moves to the end of the old queues: otherwise its next packet would be served before them again.
    /// </summary>
    private void Retire(FlowQueue queue, bool isNew)
    {
        if (isNew && _oldQueues.First is not null)
        {
            _oldQueues.AddLast(_newQueues.RemoveFirst());
            return;
        }
        if (isNew)
            _newQueues.RemoveFirst();
        else
            _oldQueues.RemoveFirst();
        queue.IsScheduled = false;
    }

    /// <summary>
    /// Drops half the bytes of the longest queue, but at most a batch of packets, to spread the cost of the search over several drops.
    /// </summary>
    private void DropBatch(Instant now)
    {
        FlowQueue longest = _queues[Longest()];
        long half = longest.Bytes >> 1, dropped = 0;
        int count = 0;
        do
        {
            Packet packet = longest.TakeForOverflow(now);
            dropped += packet.WireBytes;
            Drop(packet, QueueDropReason.Overflow, now);
        }
        while (++count < _parameters.DropBatch && dropped < half);
        UpdateBacklog(longest);
    }

    /// <summary>The index of the longest queue in bytes; of equal queues the first.</summary>
    private int Longest()
    {
        int longest = 0;
        for (int i = 1; i < _backlogs.Length; i++)
        {
            if (_backlogs[i] > _backlogs[longest])
                longest = i;
        }
        return longest;
    }

    /// <summary>Called after any addition or removal of packets, including those by the queue itself.</summary>
    private void UpdateBacklog(FlowQueue queue)
    {
        ref long notedBytes = ref _backlogs[queue.Index];
        _bytes += queue.Bytes - notedBytes;
        notedBytes = queue.Bytes;
        _packets += queue.Count - queue.NotedCount;
        queue.NotedCount = queue.Count;
    }
}
