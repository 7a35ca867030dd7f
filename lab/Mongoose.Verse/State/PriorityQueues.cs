using System.Numerics;

namespace Mongoose.Verse.State;

/// <summary>
/// The values that wait, one queue per priority. Queues that are not empty share the bytes sent by weight: a priority above 128 has 1.1
/// times the weight of the one below it, and one below 128 has 0.9 times the weight of the one above it (Verse 2). Sharing is start-time
/// fair queueing: the queue with the smallest tag is next, and a tag grows by bytes / weight. A queue that was empty starts at the current
/// tag: it saves nothing up.
/// </summary>
internal sealed class PriorityQueues
{
    public const int Priorities = 256;
    public const byte DefaultPriority = 128;

    private const double MaxTag = 1e12; // leaves 13 bits for fractions
    private static readonly double[] Weights = MakeWeights();

    private readonly Value?[] _first = new Value?[Priorities];
    private readonly Value?[] _last = new Value?[Priorities];
    private readonly double[] _tags = new double[Priorities];
    private readonly ulong[] _busy = new ulong[Priorities / 64];
    private double _now;

    /// <summary>Values in all queues.</summary>
    public int Count { get; private set; }

    public void AddLast(Value value)
    {
        Value? last = _last[value.Priority];
        (value.Previous, value.Next) = (last, null);
        if (last is null)
            Begin(value);
        else
            last.Next = value;
        _last[value.Priority] = value;
        Added(value);
    }

    /// <summary>For values to be sent again: they keep their priority and come first.</summary>
    public void AddFirst(Value value)
    {
        Value? first = _first[value.Priority];
        (value.Previous, value.Next) = (null, first);
        if (first is null)
        {
            Begin(value);
            _last[value.Priority] = value;
        }
        else
            first.Previous = value;
        _first[value.Priority] = value;
        Added(value);
    }

    public void Remove(Value value)
    {
        if (value.Previous is { } previous)
            previous.Next = value.Next;
        else
            _first[value.Priority] = value.Next;
        if (value.Next is { } next)
            next.Previous = value.Previous;
        else
            _last[value.Priority] = value.Previous;
        if (_first[value.Priority] is null)
            _busy[value.Priority / 64] &= ~(1UL << value.Priority % 64);
        (value.Previous, value.Next) = (null, null);
        value.IsWaiting = false;
        Count--;
    }

    /// <summary>
    /// Moves the values of a key that were never sent to the end of another queue, in their order. Takes time in proportion to the queue.
    /// </summary>
    public void Move(SentKey key, byte from, byte to)
    {
        for (Value? value = _first[from]; value is not null;)
        {
            Value? next = value.Next;
            if (value.Key == key && !value.WasSent)
            {
                Remove(value);
                value.Priority = to;
                AddLast(value);
            }
            value = next;
        }
    }

    /// <summary>The value to be sent next, or null. It stays in its queue.</summary>
    public Value? Peek()
    {
        int best = -1;
        for (int word = 0; word < _busy.Length; word++)
        {
            for (ulong bits = _busy[word]; bits != 0; bits &= bits - 1)
            {
                int priority = word * 64 + BitOperations.TrailingZeroCount(bits);
                if (best < 0 || _tags[priority] <= _tags[best]) // at equal tags the higher priority
                    best = priority;
            }
        }
        return best < 0 ? null : _first[best];
    }

    /// <summary>Removes the value that <see cref="Peek"/> returned, because it was sent in this many bytes.</summary>
    public void Take(Value value, int bytes)
    {
        _now = _tags[value.Priority];
        _tags[value.Priority] = _now + bytes / Weights[value.Priority];
        Remove(value);
        if (_now > MaxTag)
            Rebase();
    }

    private void Begin(Value value)
    {
        _first[value.Priority] = value;
        _busy[value.Priority / 64] |= 1UL << value.Priority % 64;
        _tags[value.Priority] = Math.Max(_tags[value.Priority], _now);
    }

    private void Added(Value value)
    {
        value.IsWaiting = true;
        Count++;
    }

    private void Rebase()
    {
        for (int i = 0; i < Priorities; i++)
            _tags[i] = Math.Max(0, _tags[i] - _now);
        _now = 0;
    }

    private static double[] MakeWeights()
    {
        double[] weights = new double[Priorities];
        weights[DefaultPriority] = 1;
        for (int i = DefaultPriority + 1; i < Priorities; i++)
            weights[i] = weights[i - 1] * 1.1;
        for (int i = DefaultPriority - 1; i >= 0; i--)
            weights[i] = weights[i + 1] * 0.9;
        return weights;
    }
}
