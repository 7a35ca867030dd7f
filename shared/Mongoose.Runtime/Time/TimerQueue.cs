using System.Diagnostics.CodeAnalysis;
using Mongoose.Core.Units;

namespace Mongoose.Runtime.Time;

/// <summary>
/// Actions in order of time; actions of the same instant in the order in which they were added. This heap, with the keys in its array and
/// four children per node, is faster than a <see cref="PriorityQueue{TElement, TPriority}"/>, which calls a comparer.
/// </summary>
public sealed class TimerQueue
{
    private const int Children = 4;

    private Entry[] _heap = new Entry[64];
    private long _added;

    public int Count { get; private set; }

    public Instant NextAt => Count > 0 ? _heap[0].Time : Instant.Never;

    public void Add(Instant time, Action action)
    {
        if (Count == _heap.Length)
            Array.Resize(ref _heap, 2 * Count);
        RiseFrom(Count++, new Entry(time, _added++, action));
    }

    /// <summary>Takes the first action that is due at <paramref name="now"/>.</summary>
    public bool TryTake(Instant now, [MaybeNullWhen(false)] out Action action, out Instant time)
    {
        time = NextAt;
        if (Count == 0 || time > now)
        {
            action = null;
            return false;
        }
        action = _heap[0].Action;
        Entry last = _heap[--Count];
        _heap[Count] = default;
        if (Count > 0)
            SinkFromTop(last);
        return true;
    }

    /// <summary>Places an entry in the hole at <paramref name="hole"/> or above it, moving later ones down.</summary>
    private void RiseFrom(int hole, Entry entry)
    {
        Entry[] heap = _heap;
        while (hole > 0)
        {
            int parent = (hole - 1) / Children;
            if (!entry.IsBefore(heap[parent]))
                break;
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = entry;
    }

    /// <summary>Places an entry in the hole at the top or below it, moving earlier ones up.</summary>
    private void SinkFromTop(Entry entry)
    {
        Entry[] heap = _heap;
        int hole = 0;
        for (int first = 1; first < Count; first = hole * Children + 1)
        {
            int earliest = first, end = Math.Min(first + Children, Count);
            for (int child = first + 1; child < end; child++)
            {
                if (heap[child].IsBefore(heap[earliest]))
                    earliest = child;
            }
            if (!heap[earliest].IsBefore(entry))
                break;
            heap[hole] = heap[earliest];
            hole = earliest;
        }
        heap[hole] = entry;
    }

    private readonly struct Entry(Instant time, long order, Action action)
    {
        public readonly Instant Time = time;
        public readonly Action Action = action;
        private readonly long _order = order;

        public bool IsBefore(in Entry other) => Time == other.Time ? _order < other._order : Time < other.Time;
    }
}
