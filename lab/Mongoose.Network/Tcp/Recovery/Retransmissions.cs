namespace Mongoose.Network.Tcp.Recovery;

/// <summary>
/// Detects lost retransmissions, as RACK (RFC 8985) does on a path that keeps order: data that was sent later has arrived. RFC 6675 leaves
/// them to the timeout.
/// </summary>
internal sealed class Retransmissions(SequenceRanges sacked)
{
    private readonly List<(SequenceRange Range, long SendNext)> _underWay = [];
    private readonly List<SequenceRange> _lost = [];

    public void Clear()
    {
        _underWay.Clear();
        _lost.Clear();
    }

    /// <param name="range">The data just retransmitted.</param>
    /// <param name="sendNext">The first byte that was never sent: new data from now on begins here.</param>
    public void Add(SequenceRange range, long sendNext) => _underWay.Add((range, sendNext));

    /// <summary>Called for each acknowledgment in recovery; all data before <paramref name="una"/> has arrived.</summary>
    public void Update(long una)
    {
        _lost.RemoveAll(range => Missing(range, una) == 0);
        int arrived = 0;
        for (int i = 0; i < _underWay.Count; i++)
        {
            if (Missing(_underWay[i].Range, una) == 0)
                arrived = i + 1;
            else if (_underWay[i].SendNext < sacked.HighestEnd)
                arrived = Math.Max(arrived, i + 1);
        }
        for (int i = 0; i < arrived; i++)
        {
            if (Missing(_underWay[i].Range, una) > 0)
                _lost.Add(_underWay[i].Range);
        }
        _underWay.RemoveRange(0, arrived);
    }

    public long LostBytes(long una)
    {
        long bytes = 0;
        foreach (SequenceRange range in _lost)
            bytes += Missing(range, una);
        return bytes;
    }

    /// <summary>The first lost retransmission; empty if there is none.</summary>
    public SequenceRange FirstLost => _lost.Count == 0 ? default : _lost[0];

    public void RemoveFirstLost() => _lost.RemoveAt(0);

    private long Missing(SequenceRange range, long una) => sacked.MissingIn(Math.Max(range.Start, una), range.End);
}
