using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// The Mongoose client: tracks the congestion window of a TCP Reno from the packets that arrive and asks for CWND / RTT (Mongoose paper,
/// section III). docs/research/rate-control.md lists how the details that the paper leaves open were decided, with the measurement of
/// each decision.
/// <para>
/// Steps per packet, all in IEEE double: (1) the receive meter counts the packet; (2) new data updates the mean packet size S; stop here if
/// no round trip R is known; (3) on a confirmed loss, unless still recovering from a cut: SSTHRESH = max(U/2, 2G), CWND = max(U/2, G), and
/// recovery lasts for L from now; (4) otherwise, on a packet in sequence or late, unless recovering or CWND >= B (as the last event left
/// it): CWND += min(S, SSTHRESH - CWND) below SSTHRESH, and CWND += G*S/CWND from there on; (5) B = min(MaxRate*R, max(IW, 2*received*R)),
/// and neither CWND nor B is below G; (6) rate = U/R, clamped, where U = min(CWND, B) is the usable window. G is
/// <see cref="RateControlOptions.FairSegmentBytes"/> or, if that is null, the root mean square of packet sizes. IW is
/// <see cref="TcpEquations.InitialWindow"/> of G. "received" imposes no bound until the meter has a rate. L is the longest R since the
/// previous cut, at most 4R: while a queue fills, the last R does not yet include the full queue.
/// </para>
/// <para>
/// B does not reduce CWND; it limits only the rate asked for and the window left by a cut. So a region that has less to send for a while,
/// or a queue that drains, costs no window. RFC 7661 halves a window that has not been in use for five minutes. Here the window is kept,
/// because the controller never asks for more than twice the received rate, and the first loss reduces CWND to half of U.
/// </para>
/// <para>
/// Steps per ping: R = the sample; the first sample of a circuit sets CWND = IW or, after a change of region, CWND = rate*R, with SSTHRESH
/// also carried over as a rate; then (5) and (6). R is the last sample, not a mean: because R includes the queueing delay, the division
/// does the work of TCP's ACK clock.
/// </para>
/// <para>
/// Silence: nothing happens without a packet or a ping reply, and a ping reply does not raise the received rate that (5) uses. The received
/// rate falls to zero within 3.25 s, so the first event after a long silence limits the usable window to IW, like a TCP that restarts after
/// idling (RFC 5681 section 4.1). From there the window grows to at most twice the bytes received per round trip.
/// </para>
/// </summary>
public sealed class WindowTrackingController(RateControlOptions options) : IRateController
{
    public const string ControllerName = "windowTracking";

    /// <summary>
    /// The usable window is at most this multiple of the bytes received per round trip: a TCP whose window is in use can double it (cf. RFC
    /// 7661).
    /// </summary>
    public const double ReceivedFactor = 2;

    /// <summary>
    /// Recovery lasts at most this multiple of the last round trip, because a single late ping must not freeze the window for long.
    /// </summary>
    private const double MaxOverLast = 4;

    /// <summary>A rate in bytes per second that exceeds any circuit's.</summary>
    private static readonly double Unbounded = DataRate.MaxValue.BytesPerSecond;

    private ReceiveMeter _received;
    private double _receivedRate = Unbounded;
    private PacketMean _packets = new();
    private double _segment = options.FairSegmentBytes ?? PacketMean.TypicalBytes;
    private Duration _roundTrip;
    private double _roundTripSeconds;
    private double _maxWindow;
    private double _bound;
    private Duration _lastRoundTrip;
    private Duration _maxRoundTrip;
    private Instant _recoveredAt = Instant.LongAgo;
    private double _cwnd;
    private double _ssthresh = double.MaxValue;
    private long _cuts;

    public string Name => ControllerName;

    // Computed on demand, because packets arrive far more often than requests are sent. Before the first round trip it is 0/0, which is
    // clamped to the minimum.
    public DataRate Rate => options.Clamp(DataRate.FromBytesPerSecond(UsableWindow / _roundTripSeconds));

    public ControllerState State => new(UsableWindow, _ssthresh == double.MaxValue ? 0 : _ssthresh, _roundTrip, _cuts, 0);

    private double UsableWindow => Math.Min(_cwnd, _bound);

    public void OnPacket(in PacketEvent packet)
    {
        if (packet.Verdict.Kind == PacketKind.Implausible)
            return;
        _received.Add(packet.Bytes, packet.Now);
        _receivedRate = Received();
        if (packet.Verdict.IsNewData)
        {
            _packets.Add(packet.Bytes);
            _segment = SegmentBytes();
        }
        if (_roundTrip == Duration.Zero)
            return;
        bool recovering = packet.Now < _recoveredAt;
        if (packet.Verdict.Loss.Count > 0 && !recovering)
            Cut(packet.Now);
        else if (packet.Verdict.Kind is PacketKind.InSequence or PacketKind.Late && !recovering)
            Grow();
        Bound();
    }

    public void OnPing(in PingEvent ping)
    {
        bool isFirst = _roundTrip == Duration.Zero;
        DataRate carried = Rate;
        _roundTrip = ping.Sample;
        _roundTripSeconds = _roundTrip.Seconds;
        _maxRoundTrip = Duration.Clamp(_maxRoundTrip, _roundTrip, _roundTrip * MaxOverLast);
        _maxWindow = options.MaxRate.BytesPerSecond * _roundTripSeconds;
        if (isFirst)
            Open(carried);
        _received.Advance(ping.Now);
        _receivedRate = Math.Min(_receivedRate, Received());
        Bound();
    }

    /// <summary>Carries the rate and SSTHRESH over. The first round trip on the new path converts them back to windows.</summary>
    public void OnNewCircuit(Instant now)
    {
        if (_roundTrip > Duration.Zero)
            _lastRoundTrip = _roundTrip;
        _roundTrip = Duration.Zero;
        _maxRoundTrip = Duration.Zero;
        _received = default;
        _receivedRate = Unbounded;
        _recoveredAt = Instant.LongAgo;
    }

    private double SegmentBytes() => options.FairSegmentBytes ?? _packets.RootMeanSquareBytes;

    private void Open(DataRate carried)
    {
        if (_lastRoundTrip == Duration.Zero)
        {
            _cwnd = TcpEquations.InitialWindow(_segment);
            return;
        }
        _cwnd = carried.BytesPerSecond * _roundTripSeconds;
        if (_ssthresh < double.MaxValue)
            _ssthresh = _ssthresh / _lastRoundTrip.Seconds * _roundTripSeconds;
    }

    private void Cut(Instant now)
    {
        double half = UsableWindow / 2;
        _ssthresh = Math.Max(half, 2 * _segment);
        _cwnd = Math.Max(half, _segment);
        _recoveredAt = now + _maxRoundTrip;
        _maxRoundTrip = _roundTrip;
        _cuts++;
    }

    private void Grow()
    {
        if (_cwnd >= _bound)
            return;
        double size = _packets.Bytes;
        _cwnd += _cwnd < _ssthresh ? Math.Min(size, _ssthresh - _cwnd) : _segment * size / _cwnd;
    }

    private double Received() => _received.HasRate ? _received.BytesPerSecond : Unbounded;

    private void Bound()
    {
        double used = ReceivedFactor * _receivedRate * _roundTripSeconds;
        double bound = Math.Min(_maxWindow, Math.Max(TcpEquations.InitialWindow(_segment), used));
        _bound = Math.Max(_segment, bound);
        _cwnd = Math.Max(_segment, _cwnd);
    }
}
