using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// TCP-friendly rate control (RFC 5348) in one of the forms of <see cref="TfrcForm"/>. The receiver computes the rate that it asks for.
/// <para>
/// Steps per packet: (1) update the mean packet size and the bytes received; (2) each loss event ends a loss interval; section 6.3.1 sets
/// the length of the first; (3) once per round trip, and immediately on a loss event, compute the rate (section 4.3): without loss so far,
/// double the previous rate; otherwise use the equation. In both cases the limit is twice the larger of the rates received in the last two
/// round trips.
/// </para>
/// <para>
/// Departures from the RFC: a receiver cannot distinguish a sender without data from a slow sender, so the limit by the received rate
/// always applies, with the initial window per round trip as its minimum. Nothing is computed while no packets arrive, so there is no
/// no-feedback timer.
/// </para>
/// </summary>
/// <param name="form">How the rate is computed from losses.</param>
public sealed class TfrcController(RateControlOptions options, TfrcForm form) : IRateController
{
    public const string ControllerName = "tfrc", WithoutDiscountingName = "tfrcWithoutDiscounting", PaperName = "tfrcPaper";

    /// <summary>q of section 4.3: the weight of the previous value in the smoothed round trip.</summary>
    private const double Smoothing = 0.9;

    private PacketMean _packets = new();
    private LossEvents _events;
    private LossIntervals _intervals = NoIntervals(form);
    private Duration _roundTrip;
    private double _rate;
    private double _received, _receivedBefore, _maxReceived;
    private long _bytes;
    private long _highest;
    private Instant _roundBegan;
    private bool _hadLoss;

    public string Name => form switch
    {
        TfrcForm.Rfc5348 => ControllerName,
        TfrcForm.WithoutDiscounting => WithoutDiscountingName,
        _ => PaperName,
    };

    public DataRate Rate { get; private set; } = options.MinRate;

    public ControllerState State => new(0, 0, _roundTrip, _events.Count, _intervals.HasLoss ? LossEventRate : 0);

    private bool AsInPaper => form == TfrcForm.Paper;

    private double LossEventRate => AsInPaper ? 1 / _intervals.PlainMeanOfClosed() : _intervals.LossEventRate(_highest);

    private double InitialRate => TcpEquations.InitialWindow(_packets.Bytes) / _roundTrip.Seconds;

    public void OnPacket(in PacketEvent packet)
    {
        if (packet.Verdict.Kind == PacketKind.Implausible)
            return;
        _bytes += packet.Bytes;
        if (packet.Verdict.IsNewData)
        {
            _packets.Add(packet.Bytes);
            _highest = Math.Max(_highest, packet.Verdict.Number);
        }
        if (_roundTrip == Duration.Zero)
            return;
        bool isNewEvent = packet.Verdict.Loss.Count > 0 && OnLoss(packet.Verdict.Loss);
        bool roundEnds = packet.Now >= _roundBegan + _roundTrip;
        if (roundEnds)
            EndRound(packet.Now);
        if (roundEnds || isNewEvent)
            Compute(mayDouble: roundEnds);
    }

    public void OnPing(in PingEvent ping)
    {
        if (_roundTrip > Duration.Zero)
        {
            _roundTrip = _roundTrip * Smoothing + ping.Sample * (1 - Smoothing);
            return;
        }
        _roundTrip = ping.Sample;
        _roundBegan = ping.Now;
        _bytes = 0;
        _received = _receivedBefore = _maxReceived = _rate;
        if (_rate == 0)
            SetRate(InitialRate);
        else if (_hadLoss)
            _intervals.Begin(_highest, IntervalFor(_rate));
    }

    /// <summary>
    /// Carries the rate over: as a loss interval that yields this rate on the new path or, without a loss so far, as the rate to double.
    /// </summary>
    public void OnNewCircuit(Instant now)
    {
        _hadLoss |= _intervals.HasLoss;
        _intervals = NoIntervals(form);
        _roundTrip = Duration.Zero;
        _highest = 0;
    }

    private static LossIntervals NoIntervals(TfrcForm form) =>
        new(form == TfrcForm.WithoutDiscounting ? LossIntervals.NoDiscounting : LossIntervals.Rfc5348DiscountFloor);

    private bool OnLoss(in LossGap gap)
    {
        bool any = false;
        long from = gap.First;
        // Packets of the gap may have arrived late: no more events begin than packets were lost.
        for (int left = gap.Count; left > 0 && _events.TryBegin(gap, from, _roundTrip, out long firstLost); left--)
        {
            if (_intervals.HasLoss)
                _intervals.Add(firstLost);
            else
                _intervals.Begin(firstLost, IntervalFor(Math.Max(_maxReceived, 0.5 * _packets.Bytes / _roundTrip.Seconds)));
            from = firstLost + 1;
            any = true;
        }
        return any;
    }

    /// <summary>The loss interval, in packets, at which the equation yields a rate (section 6.3.1).</summary>
    private double IntervalFor(double bytesPerSecond)
    {
        DataRate rate = DataRate.FromBytesPerSecond(bytesPerSecond);
        return 1 / (AsInPaper
            ? TcpEquations.MathisLoss(_packets.Bytes, _roundTrip, rate)
            : TcpEquations.PadhyeLoss(_packets.Bytes, _roundTrip, rate));
    }

    private void EndRound(Instant now)
    {
        _receivedBefore = _received;
        _received = _bytes / (now - _roundBegan).Seconds;
        _maxReceived = Math.Max(_maxReceived, _received);
        _bytes = 0;
        _roundBegan = now;
    }

    private void Compute(bool mayDouble)
    {
        double limit = Math.Max(2 * Math.Max(_received, _receivedBefore), InitialRate);
        if (_intervals.HasLoss)
            SetRate(Math.Min(Equation(), limit));
        else if (mayDouble)
            SetRate(Math.Min(2 * _rate, limit));
    }

    private double Equation() => (AsInPaper
        ? TcpEquations.Mathis(_packets.Bytes, _roundTrip, LossEventRate)
        : TcpEquations.Padhye(_packets.Bytes, _roundTrip, LossEventRate)).BytesPerSecond;

    private void SetRate(double bytesPerSecond)
    {
        Rate = options.Clamp(DataRate.FromBytesPerSecond(bytesPerSecond));
        _rate = Rate.BytesPerSecond;
    }
}
