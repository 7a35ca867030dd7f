namespace Mongoose.Network.Tcp.Recovery;

/// <summary>
/// RFC 6937 and 9937: the limit of the data in flight during fast recovery. RFC 6675 sends nothing until half a window has left the
/// network; this algorithm sends throughout, ssthresh bytes for each window that arrives, and then grows to ssthresh as in slow start
/// (SSRB), if nothing more is lost.
/// </summary>
internal sealed class ProportionalRateReduction(int segmentBytes)
{
    private long _flight;
    private long _delivered;
    private long _sent;
    private long _seen;
    private long _lostBefore;

    /// <summary>To be compared with the data in flight, like cwnd.</summary>
    public long Window { get; private set; }

    /// <summary>
    /// Fast recovery begins, with an acknowledgment that has not been passed to <see cref="OnAck"/> yet. RecoverFS is as in RFC 9937:
    /// without data that had arrived before, because it is not delivered in this recovery. RFC 6937 uses all of FlightSize, and sends too
    /// little if much of it is SACKed.
    /// </summary>
    /// <param name="next">The first byte that was never sent.</param>
    public void Begin(long next) => (_flight, _delivered, _sent) = (Math.Max(next - _seen, segmentBytes), 0, 0);

    /// <summary>Called for every acknowledgment, in recovery or not, after everything else has processed it.</summary>
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
