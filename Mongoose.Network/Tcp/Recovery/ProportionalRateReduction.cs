namespace Mongoose.Network.Tcp.Recovery;

/// <summary>
/// RFC 6937 and 9937: what may be in flight during fast recovery. RFC 6675 is silent until half a window has left the network; this sends all along, ssthresh
/// bytes for each window that arrives, and then grows to ssthresh as slow start would (SSRB), if nothing more is lost.
/// </summary>
internal sealed class ProportionalRateReduction(int segmentBytes)
{
    private long _flight;
    private long _delivered;
    private long _sent;
    private long _seen;
    private long _lostBefore;

    /// <summary>To be compared with what is in flight, as cwnd is.</summary>
    public long Window { get; private set; }

    /// <summary>
    /// Fast recovery begins, with an acknowledgment that <see cref="OnAck"/> is still to see. RecoverFS is as in RFC 9937: without what had arrived
    /// before, for that is not delivered in this recovery. RFC 6937 takes all of FlightSize, and sends too little when much of it has a SACK.
    /// </summary>
    /// <param name="next">The first byte that was never sent.</param>
    public void Begin(long next) => (_flight, _delivered, _sent) = (Math.Max(next - _seen, segmentBytes), 0, 0);

    /// <summary>Of every acknowledgment, in recovery or not, when all else has taken it in.</summary>
    public void OnAck(LossRecovery recovery, long ssthresh, bool advanced)
    {
        long delivered = recovery.Delivered - _seen, pipe = recovery.Pipe;
        bool lostMore = recovery.LostBefore > _lostBefore;
        (_seen, _lostBefore) = (recovery.Delivered, recovery.LostBefore);
        if (recovery.Phase != RecoveryPhase.FastRecovery)
            return;
        _delivered += delivered;
        long allowed = pipe > ssthresh
            ? WholeSegments((long)((Int128)_delivered * ssthresh / _flight)) - _sent
            : Math.Min(ssthresh - pipe, Math.Max(_delivered - _sent, delivered) + (advanced && !lostMore ? segmentBytes : 0));
        Window = pipe + Math.Max(0, allowed);
    }

    public void OnSent(long bytes) => _sent += bytes;

    private long WholeSegments(long bytes) => (bytes + segmentBytes - 1) / segmentBytes * segmentBytes;
}
