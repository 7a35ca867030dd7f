namespace Mongoose.Network.Tcp;

/// <summary>
/// A set of bytes of a stream, as ordered ranges that neither touch nor overlap. It grows to its working size and then allocates nothing.
/// Operations take time in proportion to the number of ranges, which is the number of holes in a window.
/// </summary>
public sealed class SequenceRanges
{
    private SequenceRange[] _ranges = new SequenceRange[8];

    /// <summary>The number of ranges.</summary>
    public int Count { get; private set; }

    /// <summary>The number of bytes in all ranges.</summary>
    public long Bytes { get; private set; }

    public SequenceRange this[int index] => _ranges[index];

    /// <summary>The end of the last range; 0 if there is none.</summary>
    public long HighestEnd => Count == 0 ? 0 : _ranges[Count - 1].End;

    /// <summary>Adds a range and returns how many of its bytes are new.</summary>
    public long Add(SequenceRange range)
    {
        if (range.Length <= 0)
            return 0;
        int first = FirstEndingAtOrAfter(range.Start), next = first;
        long start = range.Start, end = range.End, known = 0;
        for (; next < Count && _ranges[next].Start <= end; next++)
        {
            start = Math.Min(start, _ranges[next].Start);
            end = Math.Max(end, _ranges[next].End);
            known += _ranges[next].Length;
        }
        long added = end - start - known;
        if (added == 0)
            return 0;
        ReplaceWithOne(first, next - first);
        _ranges[first] = new SequenceRange(start, end);
        Bytes += added;
        return added;
    }

    /// <summary>Removes all bytes before <paramref name="sequence"/>.</summary>
    public void RemoveBefore(long sequence)
    {
        if (Count == 0 || _ranges[0].Start >= sequence)
            return;
        Bytes -= BytesBefore(sequence);
        int removed = 0;
        while (removed < Count && _ranges[removed].End <= sequence)
            removed++;
        Array.Copy(_ranges, removed, _ranges, 0, Count -= removed);
        if (Count > 0 && _ranges[0].Start < sequence)
            _ranges[0] = _ranges[0] with { Start = sequence };
    }

    /// <summary>The number of bytes from <paramref name="start"/> up to <paramref name="end"/> that are not in the set.</summary>
    public long MissingIn(long start, long end) => end <= start ? 0 : end - start - (BytesBefore(end) - BytesBefore(start));

    /// <summary>
    /// The first bytes from <paramref name="from"/> on, and before <paramref name="end"/>, that are not in the set; empty if none.
    /// </summary>
    public SequenceRange FirstMissing(long from, long end)
    {
        int i = FirstEndingAtOrAfter(from);
        for (; i < Count && _ranges[i].Start <= from; i++)
            from = Math.Max(from, _ranges[i].End);
        if (i < Count)
            end = Math.Min(end, _ranges[i].Start);
        return new SequenceRange(from, Math.Max(from, end));
    }

    private long BytesBefore(long sequence)
    {
        if (sequence >= HighestEnd)
            return Bytes;
        long bytes = 0;
        for (int i = 0; i < Count && _ranges[i].Start < sequence; i++)
            bytes += Math.Min(_ranges[i].End, sequence) - _ranges[i].Start;
        return bytes;
    }

    /// <summary>Searches from the end, where new data of a window usually is.</summary>
    private int FirstEndingAtOrAfter(long sequence)
    {
        int i = Count;
        while (i > 0 && _ranges[i - 1].End >= sequence)
            i--;
        return i;
    }

    /// <summary>Makes room for one range at <paramref name="index"/> in place of <paramref name="replaced"/> ranges.</summary>
    private void ReplaceWithOne(int index, int replaced)
    {
        if (replaced == 0 && Count == _ranges.Length)
            Array.Resize(ref _ranges, 2 * Count);
        Array.Copy(_ranges, index + replaced, _ranges, index + 1, Count - index - replaced);
        Count += 1 - replaced;
    }
}

/// <summary>Bytes <paramref name="Start"/> up to, but not including, <paramref name="End"/> of a stream that begins at 0.</summary>
public readonly record struct SequenceRange(long Start, long End)
{
    public long Length => End - Start;

    public override string ToString() => $"{Start}-{End}";
}
