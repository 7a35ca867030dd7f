namespace Mongoose.Network.Queues;

/// <summary>Flow queues in the order of their turns, linked by themselves.</summary>
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
