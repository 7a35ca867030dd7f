using Mongoose.Network.Clamping.Rates;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>
/// The flows that cannot be clamped, in the order of their last packets: at most a given number of them, a new one replacing the oldest. It
/// allocates nothing after it has grown.
/// </summary>
internal sealed class OtherFlows(int limit)
{
    private const int None = -1;

    private readonly Dictionary<FlowKey, int> _indices = new(FlowKeyComparer.Instance);
    private Entry[] _entries = new Entry[16];
    private int _oldest = None, _newest = None;

    /// <summary>The number of flows; their indices are below it.</summary>
    public int Count { get; private set; }

    /// <summary>A flow's rate.</summary>
    public ref BinnedRate this[int index] => ref _entries[index].Rate;

    /// <summary>The rate of a flow that sends a packet now, and so becomes the newest.</summary>
    public ref BinnedRate Touch(in FlowKey flow)
    {
        if (!_indices.TryGetValue(flow, out int index))
            index = Add(flow);
        else
            Unlink(index);
        (_entries[index].Older, _entries[index].Newer) = (_newest, None);
        SetNewer(_newest, index);
        _newest = index;
        return ref _entries[index].Rate;
    }

    /// <summary>Removes flows from the oldest on, as long as they have been silent for the given number of bins.</summary>
    public void RemoveSilent(int bins)
    {
        while (_oldest != None && _entries[_oldest].Rate.SilentBins >= bins)
            Remove(_oldest);
    }

    private int Add(in FlowKey flow)
    {
        if (Count == limit)
            Remove(_oldest);
        if (Count == _entries.Length)
            Array.Resize(ref _entries, 2 * Count);
        int index = Count++;
        _indices.Add(flow, index);
        _entries[index] = new Entry { Flow = flow };
        return index;
    }

    /// <summary>Removes an entry and moves the last one into its place.</summary>
    private void Remove(int index)
    {
        Unlink(index);
        _indices.Remove(_entries[index].Flow);
        int last = --Count;
        if (index == last)
            return;
        Entry moved = _entries[last];
        _entries[index] = moved;
        _indices[moved.Flow] = index;
        SetNewer(moved.Older, index);
        SetOlder(moved.Newer, index);
    }

    private void Unlink(int index)
    {
        (int older, int newer) = (_entries[index].Older, _entries[index].Newer);
        SetNewer(older, newer);
        SetOlder(newer, older);
    }

    /// <summary>Sets the successor of an entry, or of the list's beginning.</summary>
    private void SetNewer(int index, int newer)
    {
        if (index == None)
            _oldest = newer;
        else
            _entries[index].Newer = newer;
    }

    /// <summary>Sets the predecessor of an entry, or of the list's end.</summary>
    private void SetOlder(int index, int older)
    {
        if (index == None)
            _newest = older;
        else
            _entries[index].Older = older;
    }

    private struct Entry
    {
        public FlowKey Flow;
        public BinnedRate Rate;
        public int Older, Newer;
    }
}
