namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>The sender's part of RFC 3168 (section 6.1.2): one reduction per window of data, for marks and losses together.</summary>
internal sealed class SenderEcn(bool enabled)
{
    private long _reducedUntil = -1;
    private bool _cwrDue;

    /// <summary>
    /// Whether an acknowledgment echoes a mark that still needs a reduction: it covers data sent after the last reduction.
    /// </summary>
    public bool MustReduce(in AckSegment ack, bool mayReduce) => EchoesMark(ack) && mayReduce && ack.Next > _reducedUntil;

    /// <summary>Whether an acknowledgment echoes a mark and so must not let the window grow.</summary>
    public bool EchoesMark(in AckSegment ack) => enabled && ack.Ece;

    public bool MayReduceForLoss(long una) => !enabled || una >= _reducedUntil;

    /// <summary>The window was reduced, for whatever reason, when data up to <paramref name="next"/> had been sent.</summary>
    public void OnReduced(long next) => (_reducedUntil, _cwrDue) = (next, enabled);

    /// <summary>Whether the next new data must carry CWR.</summary>
    public bool TakeCwr()
    {
        bool due = _cwrDue;
        _cwrDue = false;
        return due;
    }
}
