using System.Collections.Concurrent;

namespace OpenSim.Framework;

/// <summary>
/// Its count is kept beside the items as the original keeps it: a consumer that finds the queue empty sets it to zero, whatever a producer
/// has just added. So it can be too low for good, and negative.
/// </summary>
public class LocklessQueue<T>
{
    private ConcurrentQueue<T> _items = new();
    private int _count;

    public virtual int Count => Volatile.Read(ref _count);

    public void Enqueue(T item)
    {
        _items.Enqueue(item);
        Interlocked.Increment(ref _count);
    }

    public virtual bool Dequeue(out T item)
    {
        if (!_items.TryDequeue(out item))
        {
            _count = 0;
            return false;
        }
        Interlocked.Decrement(ref _count);
        return true;
    }

    public void Clear() => (_items, _count) = (new(), 0);

    /// <summary>For tests: the count as a lost race leaves it.</summary>
    public void Miscount(int by) => Interlocked.Add(ref _count, by);
}
