using Mongoose.Core.Units;
using Mongoose.Network.Tcp.CongestionControl;
using Mongoose.Network.Tcp.Recovery;

namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>
/// The sending half of a connection, without clock or network: its inputs are acknowledgments and time, its outputs segments. After
/// <see cref="OnAck"/>, <see cref="OnTimer"/>, <see cref="Write"/> or <see cref="SetUnlimited"/>, take segments with <see cref="TrySend"/>
/// until there are none, and call <see cref="OnTimer"/> at <see cref="RetransmitAt"/>. Not implemented: closing, the persist timer
/// (receivers read immediately), urgent data, spurious timeout detection, wrap-around (64-bit sequence numbers start at 0).
/// </summary>
public sealed class TcpSender
{
    private readonly TcpOptions _options;
    private readonly SendStream _stream = new();
    private readonly LossRecovery _recovery;
    private readonly ICongestionWindow _window;
    private readonly RtoEstimator _rto;
    private readonly SenderRtt _rtt;
    private readonly SenderEcn _ecn;
    private readonly ProportionalRateReduction? _reduction;
    private bool _connected;
    private int _synsSent;
    private Instant _lastSent = Instant.Zero;
    private long _timedOutAt = -1;
    private Instant? _echo;

    /// <exception cref="ArgumentException">An option is out of range.</exception>
    public TcpSender(TcpOptions options)
    {
        options.Validate();
        _options = options;
        _connected = !options.Handshake;
        _stream.RightEdge = options.FirstWindow;
        _recovery = options.Sack ? new SackRecovery(_stream, options) : new NewRenoRecovery(_stream, options);
        _window = options.CongestionControl.Start(options.SegmentBytes, options.InitialCwnd);
        _rto = new RtoEstimator(options.MinRto, options.RtoRule);
        _rtt = new SenderRtt(options.Timestamps);
        _ecn = new SenderEcn(options.Ecn);
        _reduction = options is { ProportionalRateReduction: true, Sack: true }
            ? new ProportionalRateReduction(options.SegmentBytes) : null;
    }

    /// <summary>cwnd in bytes; in NewReno's recovery without its inflation.</summary>
    public long Cwnd => _window.Cwnd;

    /// <summary>ssthresh in bytes; <see cref="long.MaxValue"/> before the first sign of congestion.</summary>
    public long Ssthresh => _window.Ssthresh;

    /// <summary>Estimate of the bytes in the network (pipe of RFC 6675).</summary>
    public long Pipe => _recovery.Pipe;

    public RecoveryPhase Phase => _recovery.Phase;

    /// <summary>All bytes before this one are acknowledged.</summary>
    public long Acknowledged => _stream.Una;

    /// <summary>The first byte that was never sent.</summary>
    public long SendNext => _stream.Next;

    /// <summary>Bytes that were written and not sent yet.</summary>
    public long UnsentBytes => _stream.Written - _stream.Next;

    /// <summary>SRTT; zero before the first measurement.</summary>
    public Duration SmoothedRtt => _rto.SmoothedRtt;

    public Duration Rto => _rto.Rto;

    /// <summary>When the retransmission timer expires; <see cref="Instant.Never"/> if nothing is in flight.</summary>
    public Instant RetransmitAt { get; private set; } = Instant.Never;

    public SenderCounters Counters { get; } = new();

    /// <summary>Called with every round trip measured by an acknowledgment.</summary>
    public Action<Duration>? RoundTripMeasured { get; set; }

    /// <summary>The application has written <paramref name="bytes"/> more bytes.</summary>
    public void Write(long bytes) => _stream.Written += bytes;

    /// <summary>The application has more data than can ever be sent or, from now on, no more data: unsent data is dropped.</summary>
    public void SetUnlimited(bool unlimited) => _stream.Written = unlimited ? long.MaxValue / 2 : _stream.Next;

    /// <summary>An acknowledgment has arrived.</summary>
    public void OnAck(in AckSegment ack, Instant now)
    {
        if (!_connected)
            Open(ack, now);
        if (ack.Next > _stream.Next || ack.Next < _stream.Una)
            return; // It acknowledges data that was never sent, or is older than the current state.
        if (_echo is not { } echo || ack.SentAt > echo)
            _echo = ack.SentAt; // TS.Recent does not go back (RFC 7323 section 4.3).
        long acked = ack.Next - _stream.Una, flight = FlightBytes;
        bool wasLimited = _recovery.CwndLimited, wasRecovering = Phase == RecoveryPhase.FastRecovery;
        bool afterTimeout = Phase == RecoveryPhase.AfterTimeout;
        _stream.Una = ack.Next;
        _stream.RightEdge = Math.Max(_stream.RightEdge, ack.Next + ack.Window);
        Duration rtt = acked > 0 ? Measure(ack, now) : Duration.Zero;
        if (rtt > Duration.Zero)
            RoundTripMeasured?.Invoke(rtt);
        ChangeRecovery(_recovery.OnAck(ack, acked), now);
        _reduction?.OnAck(_recovery, Ssthresh, acked > 0);
        if (_ecn.MustReduce(ack, Phase != RecoveryPhase.FastRecovery))
            Reduce(CongestionSignal.EcnEcho, flight, now);
        if (acked == 0)
            return;
        RestartTimer(now, wasRecovering);
        if (wasRecovering || _ecn.EchoesMark(ack))
            return;
        _window.OnAck(new AckEvent(
            now, acked, Next: _stream.Una, SendNext: _stream.Next, rtt, SmoothedRtt, CwndLimited: wasLimited, AfterTimeout: afterTimeout));
    }

    /// <summary>The next segment to send now, if any.</summary>
    public bool TrySend(Instant now, out DataSegment segment)
    {
        if (!_connected)
            return TrySendSyn(now, out segment);
        RestartAfterIdle(now);
        segment = default;
        long next = _stream.Next;
        if (!_recovery.TryNext(AllowedFlight, out SequenceRange range))
            return false;
        _reduction?.OnSent(range.Length);
        bool again = range.Start < next;
        segment = new DataSegment(range.Start, (int)range.Length, now, again, !again && _ecn.TakeCwr(), _echo);
        _rtt.OnSent(range, again, now);
        Counters.OnSent(segment);
        _lastSent = now;
        if (RetransmitAt == Instant.Never)
            RetransmitAt = now + Rto; // RFC 6298 (5.1)
        return true;
    }

    /// <summary>To be called at <see cref="RetransmitAt"/>; an earlier call does nothing.</summary>
    public void OnTimer(Instant now)
    {
        if (now < RetransmitAt)
            return;
        RetransmitAt = Instant.Never;
        _rto.BackOff();
        Counters.Timeouts++;
        if (!_connected)
            return; // TrySend sends another SYN.
        Reduce(_timedOutAt == _stream.Una ? CongestionSignal.RepeatedTimeout : CongestionSignal.Timeout, FlightBytes, now);
        _timedOutAt = _stream.Una;
        _recovery.OnTimeout();
        _rtt.OnTimeout();
    }

    /// <summary>The limit of <see cref="Pipe"/>.</summary>
    private long AllowedFlight => Phase == RecoveryPhase.FastRecovery && _reduction is not null ? _reduction.Window : Cwnd;

    /// <summary>FlightSize of RFC 5681, which excludes limited transmit (RFC 6675 section 5 step 4.2).</summary>
    private long FlightBytes => _stream.Next - _stream.Una - _recovery.LimitedTransmitBytes;

    private void Open(in AckSegment ack, Instant now)
    {
        _connected = true;
        RetransmitAt = Instant.Never;
        if (_synsSent == 1)
            _rto.Add(now - ack.Echo);
        else
            _rto.OpenedAfterLoss();
    }

    private bool TrySendSyn(Instant now, out DataSegment segment)
    {
        segment = new DataSegment(0, 0, now, _synsSent > 0);
        if (RetransmitAt != Instant.Never || _stream.Written == 0)
            return false;
        _synsSent++;
        _lastSent = now;
        RetransmitAt = now + Rto;
        return true;
    }

    private Duration Measure(in AckSegment ack, Instant now)
    {
        Duration rtt = _rtt.Measure(ack, now);
        if (rtt > Duration.Zero)
            _rto.Add(rtt);
        return rtt;
    }

    private void ChangeRecovery(RecoveryChange change, Instant now)
    {
        if (change == RecoveryChange.Entered)
        {
            Counters.FastRecoveries++;
            if (_ecn.MayReduceForLoss(_stream.Una))
                Reduce(CongestionSignal.Loss, FlightBytes, now);
            _reduction?.Begin(_stream.Next);
            _recovery.Enter();
        }
        else if (change == RecoveryChange.Left && !_options.Sack)
            _window.Limit(Math.Max(FlightBytes, _options.SegmentBytes) + _options.SegmentBytes); // RFC 6582 section 3.2 step 3, full (1)
    }

    /// <summary>
    /// RFC 5681 and RFC 9438 section 4.6 reduce from FlightSize, which is at most a window in a sender that counts by the cumulative
    /// acknowledgment. With RFC 6675's pipe, SACKed data makes room for more, so between two recoveries FlightSize can be many windows, and
    /// even 0.7 times FlightSize can exceed the previous window. The data actually in flight is at most a window, so the reduction starts
    /// from cwnd if FlightSize is larger (Linux reduces from cwnd alone).
    /// </summary>
    private void Reduce(CongestionSignal signal, long flight, Instant now)
    {
        _window.OnCongestion(new CongestionEvent(now, signal, Math.Min(flight, Cwnd), _options.WholeSegments));
        _ecn.OnReduced(_stream.Next);
    }

    /// <summary>RFC 6298 (5.2) and (5.3); NewReno's partial acknowledgments after the first do not restart the timer.</summary>
    private void RestartTimer(Instant now, bool wasRecovering)
    {
        bool partial = wasRecovering && Phase == RecoveryPhase.FastRecovery;
        if (_stream.Una == _stream.Next)
            RetransmitAt = Instant.Never;
        else if (_options.Sack || !partial || _recovery.PartialAcks == 1)
            RetransmitAt = now + Rto;
    }

    private void RestartAfterIdle(Instant now)
    {
        if (_options.RestartAfterIdle && _stream.Una == _stream.Next && now - _lastSent > Rto)
            _window.Limit(_options.InitialCwnd);
    }
}
