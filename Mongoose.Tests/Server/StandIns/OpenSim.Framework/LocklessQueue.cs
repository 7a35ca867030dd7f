using System.Collections.Concurrent;

namespace OpenSim.Framework;

/// <summary>
/// Like the original, it keeps its count separately from the items: a consumer that finds the queue empty sets the count to zero, even if a
/// producer has just added an item. The count can therefore stay too low, and even become negative.
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
