namespace Mongoose.Network.Tcp.Recovery;

/// <summary>
/// Detects losses and decides what is sent next, new data or retransmissions. It does not limit the data in flight: it estimates the
/// amount, and gets the limit from its caller. This base class contains the common parts: phases, duplicate acknowledgments, limited
/// transmit, the return after a timeout.
/// </summary>
internal abstract class LossRecovery(SendStream stream, TcpOptions options)
{
    /// <summary>DupThresh.</summary>
    protected const int DuplicateThreshold = 3;

    private bool _firstIsDue;

    public RecoveryPhase Phase { get; private set; }

    /// <summary>The end of the data that was in flight when the phase began.</summary>
    public long RecoveryPoint { get; private set; } = -1;

    /// <summary>Bytes sent on duplicate acknowledgments, which are not part of FlightSize.</summary>
    public long LimitedTransmitBytes { get; private set; }

    /// <summary>Acknowledgments in this fast recovery that covered new data, but not all up to <see cref="RecoveryPoint"/>.</summary>
    public int PartialAcks { get; private set; }

    /// <summary>Whether only the window kept the sender from sending more at its last attempt.</summary>
    public bool CwndLimited { get; private set; }

    /// <summary>Estimate of the bytes in flight, for comparison with cwnd; at least 0.</summary>
    public abstract long Pipe { get; }

    /// <summary>All bytes that are known to have arrived.</summary>
    public virtual long Delivered => stream.Una;

    /// <summary>All data below this byte that is not known to have arrived is lost.</summary>
    public abstract long LostBefore { get; }

    protected SendStream Stream => stream;

    protected int SegmentBytes => options.SegmentBytes;

    protected int Duplicates { get; private set; }

    /// <summary>The end of the data retransmitted in this phase (HighRxt + 1).</summary>
    protected long HighRetransmitted { get; private set; }

    /// <summary>Processes an acknowledgment that newly covers <paramref name="acked"/> bytes; returns the resulting change.</summary>
    public RecoveryChange OnAck(in AckSegment ack, long acked)
    {
        bool news = Update(ack);
        HighRetransmitted = Math.Max(HighRetransmitted, stream.Una);
        if (acked > 0)
            return Advance(acked);
        if (stream.Next == stream.Una || !IsDuplicate(news))
            return RecoveryChange.None;
        Duplicates++;
        OnDuplicate();
        return Phase == RecoveryPhase.Open && MayEnter && (Duplicates >= DuplicateThreshold || FirstIsLost)
            ? RecoveryChange.Entered
            : RecoveryChange.None;
    }

    /// <summary>Begins fast recovery: the first hole is retransmitted whatever the window allows.</summary>
    public void Enter()
    {
        Begin(RecoveryPhase.FastRecovery);
        _firstIsDue = true;
        OnEnter();
    }

    /// <summary>All data that is not known to have arrived counts as lost, and is retransmitted in order.</summary>
    public void OnTimeout()
    {
        Begin(RecoveryPhase.AfterTimeout);
        _firstIsDue = false;
        OnTimeoutBegun();
    }

    /// <summary>The data to send now with a window of <paramref name="cwnd"/> bytes; the caller sends it.</summary>
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

    /// <summary>The first bytes in the range up to <paramref name="end"/> that are not known to have arrived.</summary>
    protected abstract SequenceRange FirstHole(long from, long end);

    /// <summary>A retransmission that is known to be lost; empty if there is none.</summary>
    protected virtual SequenceRange LostAgain => default;

    /// <summary>Whether a new fast recovery may begin now.</summary>
    protected abstract bool MayEnter { get; }

    /// <summary>Whether the first hole is lost, even before the third duplicate acknowledgment.</summary>
    protected abstract bool FirstIsLost { get; }

    /// <summary>Processes an acknowledgment's information on data beyond its number; returns whether it is new.</summary>
    protected abstract bool Update(in AckSegment ack);

    /// <summary>Whether an acknowledgment that covers no new data counts as a duplicate.</summary>
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

    /// <summary>Called if nothing is known to be lost and nothing new can be sent.</summary>
    protected virtual bool TryLastResort(long cwnd, out SequenceRange range)
    {
        range = default;
        return false;
    }

    protected void RetransmitFirst() => _firstIsDue = true;

    protected bool Fits(SequenceRange range, long cwnd)
    {
        // RFC 6675 requires room for a full segment in recovery and limited transmit.
        bool full = Phase == RecoveryPhase.FastRecovery || (Phase == RecoveryPhase.Open && Duplicates > 0);
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
        Duplicates = 0;
    }

    private RecoveryChange Advance(long acked)
    {
        Duplicates = 0;
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

    private SequenceRange New() => Phase == RecoveryPhase.Open && Duplicates > 0 && !options.LimitedTransmit
        ? default
        : stream.NextNew(SegmentBytes);

    private bool SendNew(SequenceRange range)
    {
        if (Phase == RecoveryPhase.Open && Duplicates > 0)
            LimitedTransmitBytes += range.Length;
        stream.Next = range.End;
        return true;
    }
}
