using System.Diagnostics.CodeAnalysis;
using Mongoose.Core.Units;

namespace Mongoose.Client.Runtime;

/// <summary>Actions in order of time; those of the same instant in the order in which they were added.</summary>
public sealed class TimerQueue
{
    private readonly PriorityQueue<Action, Key> _queue = new(Key.Comparer);
    private long _added;

    public int Count => _queue.Count;

    public Instant NextAt => _queue.TryPeek(out _, out Key key) ? key.Time : Instant.Never;

    public void Add(Instant time, Action action) => _queue.Enqueue(action, new Key(time, _added++));

    /// <summary>Takes the first action that is due at <paramref name="now"/>.</summary>
    public bool TryTake(Instant now, [MaybeNullWhen(false)] out Action action, out Instant time)
    {
        if (_queue.TryPeek(out action, out Key key) && key.Time <= now)
        {
            _queue.Dequeue();
            time = key.Time;
            return true;
        }
        action = null;
        time = Instant.Never;
        return false;
    }

    private readonly record struct Key(Instant Time, long Order)
    {
        public static readonly IComparer<Key> Comparer = Comparer<Key>.Create(static (a, b) =>
            a.Time != b.Time ? a.Time.CompareTo(b.Time) : a.Order.CompareTo(b.Order));
    }
}
