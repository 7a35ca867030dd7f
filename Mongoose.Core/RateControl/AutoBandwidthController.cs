using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// The rule that viewer users have requested (feedback.secondlife.com, "Auto-Bandwidth Mode"): increase by 10 % after 60 s without loss,
/// decrease by 25 % after 15 s with at least 0.5 % loss, and do neither for a while after a teleport. The request does not state that time;
/// it is 15 s here. Time is divided into periods of 15 s. The loss of a period is lost / received, and four loss-free periods in a row are
/// 60 s without loss.
/// </summary>
public sealed class AutoBandwidthController(RateControlOptions options) : IRateController
{
    public const string ControllerName = "autoBandwidth";

    private const double Increase = 1.1, Decrease = 0.75, HighLoss = 0.005;
    private const int CleanPeriodsToIncrease = 4;
    private static readonly Duration Period = Duration.FromSeconds(15);
    private static readonly Duration Grace = Duration.FromSeconds(15);

    private LossCount _count;
    private double _lossRatio;
    private int _cleanPeriods;
    private bool _inGrace;
    private long _reductions;
    private Duration _roundTrip;

    public string Name => ControllerName;

    public DataRate Rate { get; private set; } = options.Clamp(options.UserSetting ?? RateControlOptions.PaperSetting);

    public ControllerState State => new(0, 0, _roundTrip, _reductions, _lossRatio);

    public Instant NextTick { get; private set; } = Instant.Never;

    public void OnPacket(in PacketEvent packet) => _count.Count(packet);

    public void OnPing(in PingEvent ping) => _roundTrip = ping.Sample;

    public void OnTick(Instant now)
    {
        if (now < NextTick)
            return;
        NextTick = now + Period;
        LossCount period = _count;
        _count = default;
        bool wasInGrace = _inGrace;
        _inGrace = false;
        // A silent period counts neither as loss nor as free of loss.
        if (wasInGrace || period.Received == 0)
            return;
        _lossRatio = period.LostPerReceived;
        _cleanPeriods = period.Lost == 0 ? _cleanPeriods + 1 : 0;
        if (_lossRatio >= HighLoss)
        {
            Rate = options.Clamp(Rate * Decrease);
            _reductions++;
        }
        else if (_cleanPeriods == CleanPeriodsToIncrease)
        {
            Rate = options.Clamp(Rate * Increase);
            _cleanPeriods = 0;
        }
    }

    /// <summary>Starts the grace period, in which losses do not count.</summary>
    public void OnNewCircuit(Instant now)
    {
        _roundTrip = Duration.Zero;
        NextTick = now + Grace;
        _count = default;
        _cleanPeriods = 0;
        _inGrace = true;
    }
}
