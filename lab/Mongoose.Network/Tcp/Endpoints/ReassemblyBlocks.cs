namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>
/// Data that has arrived out of order, with the last changed block first, which is the order of reports in RFC 2018 section 4.
/// </summary>
internal sealed class ReassemblyBlocks
{
    private readonly List<SequenceRange> _blocks = [];

    public int Count => _blocks.Count;

    public void Add(SequenceRange range)
    {
        for (int i = _blocks.Count - 1; i >= 0; i--)
        {
            SequenceRange block = _blocks[i];
            if (block.Start > range.End || block.End < range.Start)
                continue;
            range = new SequenceRange(Math.Min(range.Start, block.Start), Math.Max(range.End, block.End));
            _blocks.RemoveAt(i);
        }
        _blocks.Insert(0, range);
    }

    /// <summary>
    /// All data before <paramref name="next"/> has arrived: removes adjoining blocks, and returns the end of the contiguous data.
    /// </summary>
    public long Take(long next)
    {
        for (int i = 0; i < _blocks.Count; i++)
        {
            if (_blocks[i].Start > next)
                continue;
            next = Math.Max(next, _blocks[i].End);
            _blocks.RemoveAt(i);
            i = -1; // Earlier blocks may adjoin now.
        }
        return next;
    }

    public SackBlocks Newest()
    {
        SackBlocks newest = default;
        for (int i = 0; i < _blocks.Count && !newest.IsFull; i++)
            newest.Add(_blocks[i]);
        return newest;
    }
}
