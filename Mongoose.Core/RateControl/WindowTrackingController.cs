using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// The Mongoose client: tracks the congestion window of a TCP Reno from the packets that arrive, and asks for CWND / RTT (Mongoose paper, section III).
/// </summary>
public sealed class WindowTrackingController : IRateController
{
    public const string ControllerName = "windowTracking";

    /// <summary>Segments in the first window, and in the window after silence (RFC 5681 section 3.1, for segments up to 1095 bytes).</summary>
    public const int InitialSegments = 4;

    /// <summary>Packet size assumed before the first packet, in bytes: the mean that the Mongoose paper measured (section IV.B).</summary>
    public const double TypicalPacketBytes = 375;

    internal static double ReceivedFactor = 2;
    internal static bool GrowOnGap = true;
    internal static double Floor = 1;
    internal static int Mode = 0;
    private readonly RateControlOptions _options;
    private readonly double _fairSegment;
    private ReceiveMeter _received;
    private double _meanPacket = TypicalPacketBytes;
    private double _cwnd;
    private double _ssthresh;
    private Duration _roundTrip;
    private Instant _lastCut;
    private long _cuts;

    public WindowTrackingController(RateControlOptions options)
    {
        _options = options;
        _fairSegment = options.FairSegmentBytes ?? 0;
        Rate = options.MinRate;
    }

    public string Name => ControllerName;

    public DataRate Rate { get; private set; }

    public ControllerState State => new(_cwnd, _ssthresh, _roundTrip, _cuts, 0);

    public Instant NextTick => Instant.Never;

    private double Segment => _fairSegment > 0 ? _fairSegment : _meanPacket;
    private bool Recovering(Instant t) => _cuts > 0 && t < _lastCut + _roundTrip;

    public void OnPacket(in PacketEvent packet)
    {
        Instant now = packet.Now;
        _received.Add(packet.Bytes, now);
        if (packet.Verdict.IsNewData)
            _meanPacket += (packet.Bytes - _meanPacket) / 64;
        if (_roundTrip == Duration.Zero)
            return;
        LossGap l = packet.Verdict.Loss;
        if (l.Count > 0 && !Recovering(Mode == 0 ? now : l.NominalTime(l.Last)))
        {
            _cwnd = Math.Max(_cwnd / 2, Floor * Segment);
            _ssthresh = _cwnd;
            _lastCut = now;
            _cuts++;
        }
        else if ((GrowOnGap ? packet.Verdict.IsNewData : packet.Verdict.Kind == PacketKind.InSequence) && !Recovering(now))
            Grow(packet.Bytes);
        Update();
    }

    private void Grow(int bytes)
    {
        double s = _meanPacket;
        if (_cwnd < _ssthresh)
            _cwnd += Math.Min(s, _ssthresh - _cwnd);
        else
            _cwnd += Segment * s / _cwnd;
    }

    private void Update()
    {
        double bound = _options.MaxRate.BytesPerSecond * _roundTrip.Seconds;
        if (_received.HasRate)
            bound = Math.Min(bound, Math.Max(InitialSegments * Segment, ReceivedFactor * _received.BytesPerSecond * _roundTrip.Seconds));
        _cwnd = Math.Max(Segment, Math.Min(_cwnd, bound));
        Rate = _options.Clamp(DataRate.FromBytesPerSecond(_cwnd / _roundTrip.Seconds));
    }

    public void OnPing(in PingEvent ping)
    {
        bool first = _roundTrip == Duration.Zero;
        _roundTrip = ping.Sample;
        if (first)
        {
            _ssthresh = double.MaxValue;
            _cwnd = InitialSegments * Segment;
        }
        _received.Advance(ping.Now);
        Update();
    }

    public void OnTick(Instant now)
    {
    }

    public void OnNewCircuit(Instant now)
    {
    }
}
