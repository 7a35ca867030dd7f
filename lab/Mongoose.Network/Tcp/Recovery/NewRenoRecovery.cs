namespace Mongoose.Network.Tcp.Recovery;

/// <summary>
/// RFC 6582, for receivers without SACK. The RFC inflates cwnd by the data that has left the network; this class subtracts it from the data
/// in flight instead, so cwnd stays as congestion control sets it. Only the first partial acknowledgment restarts the retransmission timer
/// ("impatient").
/// </summary>
internal sealed class NewRenoRecovery(SendStream stream, TcpOptions options) : LossRecovery(stream, options)
{
    private const int LimitedTransmitSegments = 2; // RFC 3042

    private readonly bool _limitedTransmit = options.LimitedTransmit;
    private long _inflation;

    public override long Pipe => Phase == RecoveryPhase.AfterTimeout
        ? HighRetransmitted - Stream.Una + (Stream.Next - Math.Max(RecoveryPoint, Stream.Una))
        : Math.Max(0, Stream.Next - Stream.Una - _inflation);

    public override long LostBefore => Phase == RecoveryPhase.AfterTimeout ? RecoveryPoint : Stream.Una;

    /// <summary>Section 3.2 step 2: the acknowledgment must cover more than "recover".</summary>
    protected override bool MayEnter => Stream.Una > RecoveryPoint;

    protected override bool FirstIsLost => false;

    protected override SequenceRange FirstHole(long from, long end) => new(from, Math.Max(from, end));

    protected override bool Update(in AckSegment ack) => false;

    protected override bool IsDuplicate(bool news) => true;

    protected override void OnDuplicate()
    {
        if (Phase == RecoveryPhase.FastRecovery || (_limitedTransmit && Duplicates <= LimitedTransmitSegments))
            _inflation += SegmentBytes;
    }

    protected override void OnEnter() => _inflation = DuplicateThreshold * SegmentBytes;

    protected override void OnPartialAck(long acked)
    {
        _inflation -= acked >= SegmentBytes ? acked - SegmentBytes : acked;
        RetransmitFirst();
    }

    protected override void OnOpen() => _inflation = 0;

    protected override void OnTimeoutBegun() => _inflation = 0;
}
