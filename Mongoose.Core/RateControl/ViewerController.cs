using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// The stock viewer's control loop (llviewerthrottle.cpp; Mongoose paper, section II). Once per period the rate moves by a tenth of the
/// user's setting: down if loss is above the upper threshold, up if loss is below the lower threshold. The round trip plays no role.
/// <para>
/// This is an idealisation: loss is lost / received in the period, determined from sequence gaps. Viewers declare a packet lost by a timer
/// some seconds later and average loss over all circuits and, since 2014, over the whole session. Since 2025 they also monitor their own
/// receive buffer, which is not modelled.
/// </para>
/// </summary>
public sealed class ViewerController : IRateController
{
    public const string ControllerName = "viewer";

    private const double UpperLoss = 0.03, LowerLoss = 0.005;

    private readonly RateControlOptions _options;
    private readonly bool _easesAtLowerLoss;
    private readonly Duration _period;
    private readonly DataRate _step, _floor, _tightensAbove, _ceiling, _easesBelow, _min, _max;
    private DataRate _current;
    private LossCount _count;
    private double _lossRatio;
    private long _reductions;
    private Duration _roundTrip;

    public ViewerController(RateControlOptions options)
    {
        _options = options;
        bool paper = options.ViewerPreset == ViewerPreset.Paper;
        DataRate kilobit = paper ? DataRate.FromKilobitsPerSecond(1) : DataRate.FromViewerKilobitsPerSecond(1);
        bool modern = options.ViewerPreset == ViewerPreset.Source;
        DataRate setting = options.UserSetting ?? kilobit * (modern ? 3000 : 500);

        _easesAtLowerLoss = !paper;
        _period = Duration.FromSeconds(paper ? 1 : 5);
        _step = setting * 0.1;
        _min = kilobit * 50;
        _max = kilobit * (modern ? 6000 : 1500);
        _floor = paper ? _min : setting * 0.2;
        _tightensAbove = DataRate.Max(_floor, _min);
        _easesBelow = DataRate.Min(setting * 1.5, _max);
        _ceiling = paper ? _easesBelow : setting * 1.5;
        _current = _ceiling;
    }

    public string Name => ControllerName;

    public DataRate Rate => _options.Clamp(DataRate.Max(_min, DataRate.Min(_current, _max)));

    public ControllerState State => new(0, 0, _roundTrip, _reductions, _lossRatio);

    public Instant NextTick { get; private set; } = Instant.Never;

    public void OnPacket(in PacketEvent packet) => _count.Count(packet);

    public void OnPing(in PingEvent ping) => _roundTrip = ping.Sample;

    public void OnTick(Instant now)
    {
        if (now < NextTick)
            return;
        NextTick = now + _period;
        _lossRatio = _count.LostPerReceived;
        _count = default;
        if (_lossRatio > UpperLoss)
            Tighten();
        else if (_easesAtLowerLoss ? _lossRatio <= LowerLoss : _lossRatio < LowerLoss)
            Ease();
    }

    /// <summary>The viewer has a single loop for all circuits, which continues unchanged.</summary>
    public void OnNewCircuit(Instant now)
    {
        _roundTrip = Duration.Zero;
        if (NextTick == Instant.Never)
            NextTick = now + _period;
    }

    private void Tighten()
    {
        if (_current <= _tightensAbove)
            return;
        _current = DataRate.Max(_floor, Less(_current, _step));
        _reductions++;
    }

    private void Ease()
    {
        if (_current < _easesBelow)
            _current = DataRate.Min(_ceiling, _current + _step);
    }

    private static DataRate Less(DataRate a, DataRate b) => DataRate.FromBitsPerSecond(a.BitsPerSecond - b.BitsPerSecond);
}
