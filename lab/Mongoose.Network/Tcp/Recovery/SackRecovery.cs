namespace Mongoose.Network.Tcp.Recovery;

/// <summary>
/// RFC 6675, by its definitions: the scoreboard is a set of ranges, so IsLost is a sequence number below which all holes are lost, and pipe
/// is the sum of two counts of holes. After a timeout the holes are filled in order (section 5.1); the receiver never revokes its reports.
/// </summary>
internal sealed class SackRecovery : LossRecovery
{
    private readonly SequenceRanges _sacked = new();
    private readonly Retransmissions? _retransmissions;
    private long _lostBefore;
    private long _rescued = -1; // RescueRxt + 1; -1: undefined

    public SackRecovery(SendStream stream, TcpOptions options)
        : base(stream, options)
    {
        if (options.LostRetransmissionDetection)
            _retransmissions = new Retransmissions(_sacked);
    }

    /// <summary>SetPipe(): holes that are not lost, and holes that were retransmitted and not lost again.</summary>
    public override long Pipe =>
        _sacked.MissingIn(Math.Max(_lostBefore, Stream.Una), Stream.Next) + _sacked.MissingIn(Stream.Una, HighRetransmitted)
        - (_retransmissions?.LostBytes(Stream.Una) ?? 0);

    public override long Delivered => Stream.Una + _sacked.Bytes;

    protected override SequenceRange LostAgain => _retransmissions?.FirstLost ?? default;

    public override long LostBefore => _lostBefore;

    protected override bool MayEnter => Stream.Una >= RecoveryPoint;

    protected override bool FirstIsLost => LostEdge() > Stream.Una;

    protected override SequenceRange FirstHole(long from, long end) => _sacked.FirstMissing(from, end);

    protected override bool Update(in AckSegment ack)
    {
        _sacked.RemoveBefore(Stream.Una);
        long added = 0;
        for (int i = 0; i < ack.Sack.Count; i++)
        {
            SequenceRange block = ack.Sack[i];
            added += _sacked.Add(block with { Start = Math.Max(block.Start, Stream.Una) });
        }
        if (Phase == RecoveryPhase.FastRecovery)
            _lostBefore = Math.Max(_lostBefore, LostEdge());
        if (Phase != RecoveryPhase.Open)
            _retransmissions?.Update(Stream.Una);
        return added > 0;
    }

    protected override bool IsDuplicate(bool news) => news;

    protected override void OnEnter()
    {
        _lostBefore = LostEdge();
        _retransmissions?.Clear();
    }

    protected override void OnRetransmitted(SequenceRange range) => _retransmissions?.Add(range, Stream.Next);

    protected override void OnRetransmittedAgain(SequenceRange range)
    {
        _retransmissions!.RemoveFirstLost();
        _retransmissions.Add(range, Stream.Next);
    }

    protected override void OnFirstRetransmitted() => _rescued = HighRetransmitted;

    protected override void OnOpen()
    {
        _lostBefore = Stream.Una;
        _retransmissions?.Clear();
    }

    protected override void OnTimeoutBegun()
    {
        _lostBefore = RecoveryPoint;
        _retransmissions?.Clear();
    }

    /// <summary>NextSeg() rules (3) and (4).</summary>
    protected override bool TryLastResort(long cwnd, out SequenceRange range)
    {
        range = default;
        if (Phase != RecoveryPhase.FastRecovery)
            return false;
        range = AtMostOneSegment(_sacked.FirstMissing(Math.Max(HighRetransmitted, Stream.Una), _sacked.HighestEnd));
        if (range.Length > 0)
            return Fits(range, cwnd) && Retransmit(range);
        if (Stream.Una <= _rescued)
            return false;
        range = LastHole();
        if (!Fits(range, cwnd))
            return false;
        _rescued = RecoveryPoint;
        return true;
    }

    /// <summary>
    /// IsLost(): a hole is lost when three ranges, or more than two segments of bytes, above it have arrived. The same then holds for every
    /// hole below it.
    /// </summary>
    private long LostEdge()
    {
        long bytes = 0;
        for (int i = _sacked.Count - 1; i >= 0; i--)
        {
            bytes += _sacked[i].Length;
            if (_sacked.Count - i >= DuplicateThreshold || bytes > (DuplicateThreshold - 1) * SegmentBytes)
                return _sacked[i].Start;
        }
        return Stream.Una;
    }

    /// <summary>The last bytes in flight that are not known to have arrived, at most one segment.</summary>
    private SequenceRange LastHole()
    {
        int below = _sacked.Count - 1;
        long end = Stream.Next;
        if (below >= 0 && _sacked[below].End == end)
            end = _sacked[below--].Start;
        long start = Math.Max(Stream.Una, below >= 0 ? _sacked[below].End : 0);
        return new SequenceRange(Math.Max(start, end - SegmentBytes), end);
    }
}
