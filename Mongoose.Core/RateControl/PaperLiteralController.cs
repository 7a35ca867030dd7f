using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// Window tracking with only the rules that the Mongoose paper states (section III), to show what the omitted rules cost. Every confirmed
/// gap halves CWND and sets SSTHRESH to the halved CWND. Every packet in sequence opens the window, even during recovery, and nothing
/// bounds the window. The paper gives no start values; the window starts at one packet, in slow start. It is never less than a packet,
/// because a window of zero would never open.
/// </summary>
public sealed class PaperLiteralController(RateControlOptions options) : IRateController
{
    public const string ControllerName = "paperLiteral";

    private PacketMean _packets = new();
    private double _cwnd;
    private double _ssthresh = double.MaxValue;
    private Duration _roundTrip;
    private long _lossEvents;

    public string Name => ControllerName;

    public DataRate Rate { get; private set; } = options.MinRate;

    public ControllerState State => new(_cwnd, _ssthresh == double.MaxValue ? 0 : _ssthresh, _roundTrip, _lossEvents, 0);

    public void OnPacket(in PacketEvent packet)
    {
        if (packet.Verdict.IsNewData)
            _packets.Add(packet.Bytes);
        double size = _packets.Bytes;
        _cwnd = Math.Max(_cwnd, size);
        if (packet.Verdict.Loss.Count > 0)
        {
            _cwnd = _ssthresh = Math.Max(_cwnd / 2, size);
            _lossEvents++;
        }
        if (packet.Verdict.Kind == Loss.PacketKind.InSequence)
            _cwnd += _cwnd < _ssthresh ? size : size * size / _cwnd;
        Update();
    }

    public void OnPing(in PingEvent ping)
    {
        _roundTrip = ping.Sample;
        Update();
    }

    /// <summary>The paper does not cover this case; the window stays as it is.</summary>
    public void OnNewCircuit(Instant now)
    {
    }

    private void Update()
    {
        if (_roundTrip > Duration.Zero)
            Rate = options.Clamp(DataRate.FromBytesPerSecond(_cwnd / _roundTrip.Seconds));
    }
}
