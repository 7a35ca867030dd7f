namespace Mongoose.Network.Tcp.Recovery;

/// <summary>
/// Finds out what is lost and says what is sent next, new or again. How much may be in flight is not its concern: it estimates how much is, and is
/// told how much may be. What both kinds share is here: the phases, duplicate acknowledgments, limited transmit, the return after a timeout.
/// </summary>
internal abstract class LossRecovery(SendStream stream, TcpOptions options)
{
    /// <summary>DupThresh.</summary>
    protected const int DuplicateThreshold = 3;

    private int _duplicates;
    private bool _firstIsDue;

    public RecoveryPhase Phase { get; private set; }

    /// <summary>What was in flight when the phase began ends here.</summary>
    public long RecoveryPoint { get; private set; } = -1;

    /// <summary>Sent on duplicate acknowledgments, not part of FlightSize.</summary>
    public long LimitedTransmitBytes { get; private set; }

    /// <summary>Acknowledgments in this fast recovery that moved the stream, but not beyond <see cref="RecoveryPoint"/>.</summary>
    public int PartialAcks { get; private set; }

    /// <summary>The window alone kept the sender from sending more when it last tried.</summary>
    public bool CwndLimited { get; private set; }

    /// <summary>Estimate of the bytes in flight, to be compared with cwnd; at least 0.</summary>
    public abstract long Pipe { get; }

    /// <summary>All bytes that are known to have arrived.</summary>
    public virtual long Delivered => stream.Una;

    /// <summary>Everything below that is not known to have arrived is lost.</summary>
    public abstract long LostBefore { get; }

    protected SendStream Stream => stream;

    protected int SegmentBytes => options.SegmentBytes;

    protected int Duplicates => _duplicates;

    /// <summary>The end of what has been sent again in this phase (HighRxt + 1).</summary>
    protected long HighRetransmitted { get; private set; }

    /// <summary>Takes an acknowledgment in, when the stream has moved by <paramref name="acked"/>; says what that changed.</summary>
    public RecoveryChange OnAck(in AckSegment ack, long acked)
    {
        bool news = Update(ack);
        HighRetransmitted = Math.Max(HighRetransmitted, stream.Una);
        if (acked > 0)
            return Advance(acked);
        if (stream.Next == stream.Una || !IsDuplicate(news))
            return RecoveryChange.None;
        _duplicates++;
        OnDuplicate();
        if (Phase != RecoveryPhase.Open || !MayEnter || (_duplicates < DuplicateThreshold && !FirstIsLost))
            return RecoveryChange.None;
        return RecoveryChange.Entered;
    }

    /// <summary>Begins fast recovery: the first hole is sent again whatever the window says.</summary>
    public void Enter()
    {
        Begin(RecoveryPhase.FastRecovery);
        _firstIsDue = true;
        OnEnter();
    }

    /// <summary>Everything that is not known to have arrived counts as lost, and is sent again in order.</summary>
    public void OnTimeout()
    {
        Begin(RecoveryPhase.AfterTimeout);
        _firstIsDue = false;
        OnTimeoutBegun();
    }

    /// <summary>What is to be sent now with a window of <paramref name="cwnd"/> bytes; the caller sends it.</summary>
    public bool TryNext(long cwnd, out SequenceRange range)
    {
        CwndLimited = false;
        if (_firstIsDue)
        {
            _firstIsDue = false;
            range = AtMostOneSegment(FirstHole(stream.Una, stream.Next));
            Retransmit(range);
            OnFirstRetransmitted();
            return true;
        }
        range = LostAgain;
        if (range.Length > 0)
            return Fits(range, cwnd) && RetransmitAgain(range);
        range = Lost();
        if (range.Length > 0)
            return Fits(range, cwnd) && Retransmit(range);
        range = New();
        if (range.Length > 0)
            return Fits(range, cwnd) && SendNew(range);
        return TryLastResort(cwnd, out range);
    }

    /// <summary>The first bytes from there on, and before <paramref name="end"/>, that have not arrived as far as is known.</summary>
    protected abstract SequenceRange FirstHole(long from, long end);

    /// <summary>A retransmission that is known to be lost; empty if none is.</summary>
    protected virtual SequenceRange LostAgain => default;

    /// <summary>Whether a new fast recovery is allowed now.</summary>
    protected abstract bool MayEnter { get; }

    /// <summary>Whether the first hole is lost, even before the third duplicate acknowledgment.</summary>
    protected abstract bool FirstIsLost { get; }

    /// <summary>Takes in what an acknowledgment says of data beyond its number; says whether that is news.</summary>
    protected abstract bool Update(in AckSegment ack);

    /// <summary>Whether an acknowledgment that moves nothing counts as a duplicate.</summary>
    protected abstract bool IsDuplicate(bool news);

    protected virtual void OnDuplicate()
    {
    }

    protected abstract void OnEnter();

    protected virtual void OnFirstRetransmitted()
    {
    }

    protected virtual void OnRetransmitted(SequenceRange range)
    {
    }

    protected virtual void OnRetransmittedAgain(SequenceRange range)
    {
    }

    protected virtual void OnPartialAck(long acked)
    {
    }

    protected abstract void OnOpen();

    protected abstract void OnTimeoutBegun();

    /// <summary>When nothing is known to be lost and nothing new can be sent.</summary>
    protected virtual bool TryLastResort(long cwnd, out SequenceRange range)
    {
        range = default;
        return false;
    }

    protected void RetransmitFirst() => _firstIsDue = true;

    protected bool Fits(SequenceRange range, long cwnd)
    {
        // RFC 6675 asks for room for a full segment in recovery and limited transmit.
        bool full = Phase == RecoveryPhase.FastRecovery || (Phase == RecoveryPhase.Open && _duplicates > 0);
        CwndLimited = Pipe + (full ? SegmentBytes : range.Length) > cwnd;
        return !CwndLimited;
    }

    protected bool Retransmit(SequenceRange range)
    {
        HighRetransmitted = range.End;
        OnRetransmitted(range);
        return true;
    }

    private bool RetransmitAgain(SequenceRange range)
    {
        OnRetransmittedAgain(range);
        return true;
    }

    protected SequenceRange AtMostOneSegment(SequenceRange range) => range with { End = Math.Min(range.End, range.Start + SegmentBytes) };

    private void Begin(RecoveryPhase phase)
    {
        Phase = phase;
        RecoveryPoint = stream.Next;
        HighRetransmitted = stream.Una;
        LimitedTransmitBytes = 0;
        PartialAcks = 0;
        _duplicates = 0;
    }

    private RecoveryChange Advance(long acked)
    {
        _duplicates = 0;
        LimitedTransmitBytes = 0;
        if (Phase == RecoveryPhase.Open)
        {
            OnOpen();
            return RecoveryChange.None;
        }
        bool recovering = Phase == RecoveryPhase.FastRecovery;
        if (stream.Una < RecoveryPoint)
        {
            if (recovering)
            {
                PartialAcks++;
                OnPartialAck(acked);
            }
            return RecoveryChange.None;
        }
        Phase = RecoveryPhase.Open;
        HighRetransmitted = stream.Una;
        _firstIsDue = false;
        OnOpen();
        return recovering ? RecoveryChange.Left : RecoveryChange.None;
    }

    private SequenceRange Lost() => Phase == RecoveryPhase.Open
        ? default
        : AtMostOneSegment(FirstHole(Math.Max(HighRetransmitted, stream.Una), Math.Min(LostBefore, stream.Next)));

    private SequenceRange New() => Phase == RecoveryPhase.Open && _duplicates > 0 && !options.LimitedTransmit
        ? default
        : stream.NextNew(SegmentBytes);

    private bool SendNew(SequenceRange range)
    {
        if (Phase == RecoveryPhase.Open && _duplicates > 0)
            LimitedTransmitBytes += range.Length;
        stream.Next = range.End;
        return true;
    }
}
