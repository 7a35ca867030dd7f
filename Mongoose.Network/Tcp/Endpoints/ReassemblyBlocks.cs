namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>What has arrived out of order, the block that changed last in front: the order in which RFC 2018 section 4 reports them.</summary>
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

    /// <summary>All before <paramref name="next"/> is there; takes out what joins it, and returns how far that reaches.</summary>
    public long Take(long next)
    {
        for (int i = 0; i < _blocks.Count; i++)
        {
            if (_blocks[i].Start > next)
                continue;
            next = Math.Max(next, _blocks[i].End);
            _blocks.RemoveAt(i);
            i = -1; // those before it may join now
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
