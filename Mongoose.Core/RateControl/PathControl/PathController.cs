using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Finds the rate that a circuit's path carries, from acks alone: a window that grows as CUBIC does and shrinks at losses, with a bound on the
/// queueing delay that it causes, as long as nobody else fills the queue. The rate is window over round trip.
/// <para>docs/RATE-CONTROL.md states the rule, and why each constant is what it is. Not thread-safe; allocates nothing.</para>
/// </summary>
public sealed class PathController
{
    /// <summary>S: growth is counted in segments of so many bytes, about OpenSim's full packets.</summary>
    public const int SegmentBytes = 1000;

    /// <summary>The window of a circuit that has proved nothing.</summary>
    public const int InitialWindowBytes = 15_000;

    private const double MinWindow = 2 * SegmentBytes;

    /// <summary>What a loss leaves of the window, and it leaves no more than that part of so many times what a round trip delivers.</summary>
    private const double CutFactor = CubicGrowth.Beta, CutDelivered = 1.5;

    /// <summary>
    /// The window is at most so many times what a round trip delivers: a window in use can double it. In slow start the mean of what was
    /// delivered lags behind.
    /// </summary>
    private const double WindowDelivered = 2, SlowStartDelivered = 3;

    /// <summary>Below so much of the permitted delay the queue counts as gone; growth fades from so much of it to all of it.</summary>
    private const double Gone = 0.4, FadeFrom = 0.6;

    /// <summary>What a drain leaves of the window, at least and at most.</summary>
    private const double DeepestDrain = 0.5, ShallowestDrain = 0.8;

    /// <summary>Acks come in clumps: in a round trip the window grows by so many times what single acks would have it grow, at most.</summary>
    private const double SlowStartClump = 2, AvoidanceClump = 1.5;

    /// <summary>A line is narrow if it delivers no more than so many times the least rate: a queue on it hardly drains at that rate.</summary>
    private const double Narrow = 1.25;

    /// <summary>What a drain on a narrow line leaves of the least rate.</summary>
    private const double NarrowDrain = 0.5;

    /// <summary>Silence is so many round trips, within bounds.</summary>
    private const double SilentRoundTrips = 4;

    private static readonly Duration ShortestSilence = Duration.FromSeconds(1), LongestSilence = Duration.FromSeconds(4);
    private static readonly Duration FirstSilence = Duration.FromSeconds(3);
    private static readonly DataRate FirstRate = DataRate.FromKilobitsPerSecond(500);
    private static readonly Duration SlowStartDelay = Duration.FromMilliseconds(30);
    private static readonly Duration ShortestDrain = Duration.FromMilliseconds(150);
    private static readonly Duration CompetingTime = Duration.FromSeconds(40);
    private static readonly Duration ShortestStretch = Duration.FromMilliseconds(300);
    private static readonly Duration ShortestSlowStartStep = Duration.FromMilliseconds(50), ShortestStep = Duration.FromMilliseconds(20);
    private static readonly Instant LongAgo = new(long.MinValue / 2);

    private readonly PathControlOptions _options;
    private readonly Duration _gone, _fading;
    private readonly DeliveryMeter _delivered = new();
    private CubicGrowth _cubic;
    private DrainTrial _trial;
    private Duration _roundTrip;
    private double _ssthresh = double.PositiveInfinity;
    private DataRate _asked = DataRate.MaxValue;
    private Instant _ackAt, _silentSince, _cutAt = LongAgo, _drainAt = LongAgo, _competingUntil = LongAgo;
    private uint _highestSent, _sentAtCut;
    private bool _hasCut, _isCompeting, _isQueueTooLong;

    public PathController(PathControlOptions options, Instant now)
    {
        _options = options;
        (_gone, _fading) = (options.MaxDelay * Gone, options.MaxDelay * (1 - FadeFrom));
        _ackAt = _silentSince = now;
        Rate = FirstRate;
    }

    /// <summary>
    /// What the circuit may send: at most what is asked for, and if that permits it, at least <see cref="PathControlOptions.MinRate"/>, or half
    /// of it while a narrow line drains.
    /// </summary>
    public DataRate Rate { get; private set; }

    /// <summary>In bytes.</summary>
    public double Window { get; private set; } = InitialWindowBytes;

    public PathMode Mode { get; private set; }

    /// <summary>Sets the rate without path control: what the viewer asks for, and what caps leave of it.</summary>
    public void SetAsked(DataRate asked)
    {
        _asked = asked;
        SetRate();
    }

    /// <summary>A packet was sent for the first time.</summary>
    public void Sent(uint number) => _highestSent = number;

    /// <summary>A datagram with acks of new packets has arrived.</summary>
    /// <param name="report">What it says.</param>
    /// <param name="path">Round trips, those of this datagram included.</param>
    public void Acked(in AckReport report, in RoundTrips path)
    {
        Instant now = Instant.Max(report.At, _ackAt);
        _roundTrip = path.Last;
        _delivered.Add(report.Bytes, Duration.Max(ShortestStretch, path.Last), now);
        if (path.HasSample)
        {
            Decide(report, path, now);
            Limit(path.Last.Seconds);
        }
        _ackAt = _silentSince = now;
        SetRate();
    }

    /// <summary>Time goes on. No ack for long while packets wait for one is taken as a loss, again and again.</summary>
    /// <param name="inFlight">Whether packets wait for acks.</param>
    /// <param name="now">The time.</param>
    public void Tick(bool inFlight, Instant now)
    {
        if (!inFlight || now < _silentSince)
            _silentSince = now;
        Duration silence = now - _silentSince;
        if (silence < ShortestSilence || silence < Silence)
            return;
        _silentSince = now;
        _ssthresh = Window = Math.Max(MinWindow, Window / 2);
        _cubic.Forget();
        NoteCut(now);
        SetRate();
    }

    private bool HasRoundTrip => _roundTrip > Duration.Zero;

    private bool IsInSlowStart => Window < _ssthresh;

    private Duration Silence => HasRoundTrip ? Duration.Clamp(_roundTrip * SilentRoundTrips, ShortestSilence, LongestSilence) : FirstSilence;

    private void Decide(in AckReport report, in RoundTrips path, Instant now)
    {
        EndCompeting(path.Queueing, now);
        if (report.HighestLost is { } lost && IsNewLoss(lost, now))
        {
            Cut(now);
            return;
        }
        if (IsInSlowStart && path.Queueing > SlowStartDelay)
            _ssthresh = Window;
        Instant mayGrowAt = Instant.Max(_cutAt, _drainAt) + path.Last;
        if (!_isCompeting && _isQueueTooLong && now > mayGrowAt + DrainTime(path))
        {
            if (!_trial.HasFailed(path.Queueing))
            {
                Drain(path, now);
                return;
            }
            Compete(now);
        }
        if (!IsInUse)
            _cubic.Pause(now - _ackAt);
        else if (now > mayGrowAt)
            Grow(report.Bytes, path, now);
    }

    /// <summary>To what the path delivers, and to what is asked for. CUBIC's curve does not go on beyond it.</summary>
    private void Limit(double roundTripSeconds)
    {
        double delivered = (IsInSlowStart ? SlowStartDelivered : WindowDelivered) * _delivered.Largest;
        double most = Math.Min(Math.Max(delivered * roundTripSeconds, InitialWindowBytes), _asked.BytesPerSecond * roundTripSeconds);
        if (Window <= most)
            return;
        Window = Math.Max(MinWindow, most);
        _cubic.LeaveEpoch();
    }

    private void EndCompeting(Duration delay, Instant now)
    {
        _isQueueTooLong = delay > _options.MaxDelay;
        bool isGone = delay < _gone;
        if (isGone || _isCompeting && now > _competingUntil)
        {
            _isCompeting = false;
            _trial.Reset();
        }
        _trial.Note(delay);
    }

    /// <summary>Losses of packets that were sent before the last cut, or found within a round trip of it, are that cut's.</summary>
    private bool IsNewLoss(uint number, Instant now) => now > _cutAt + _roundTrip && (!_hasCut || SentPackets.IsAfter(number, _sentAtCut));

    private void Cut(Instant now)
    {
        _cubic.OnReduction(Window / SegmentBytes, fastConvergence: true);
        double delivered = CutDelivered * _delivered.Largest * _roundTrip.Seconds;
        _ssthresh = Window = Math.Max(MinWindow, CutFactor * Math.Min(Window, delivered));
        NoteCut(now);
    }

    private void NoteCut(Instant now)
    {
        (_cutAt, _sentAtCut, _hasCut) = (now, _highestSent, true);
        _trial.Cut(Window);
    }

    /// <summary>Leaves what the path holds without a queue, and less if that would drain it too slowly.</summary>
    private void Drain(in RoundTrips path, Instant now)
    {
        _trial.Begin(Window, path.Queueing);
        _drainAt = now;
        _cubic.OnReduction(Window / SegmentBytes * (1 + CubicGrowth.Beta) / 2, fastConvergence: false);
        double part = Math.Clamp(path.Least / path.LeastLately, DeepestDrain, ShallowestDrain);
        _ssthresh = Window = Math.Max(MinWindow, Math.Min(Window * part, _delivered.Latest * path.Least.Seconds));
    }

    /// <summary>
    /// At the rate w / R the own queue T of a drained window w = C Rmin needs T C / (C - w / R) = Rmin + T to go; a round trip later the acks show it.
    /// </summary>
    private Duration DrainTime(in RoundTrips path) => Duration.Max(ShortestDrain, path.Least + _options.MaxDelay);

    /// <summary>The drains have only made room for others: the window is taken back.</summary>
    private void Compete(Instant now)
    {
        (_isCompeting, _competingUntil) = (true, now + CompetingTime);
        Window = Math.Max(Window, Math.Min(_trial.WindowBefore, _asked.BytesPerSecond * _roundTrip.Seconds));
    }

    /// <summary>A rate that is not used proves nothing about the path (RFC 7661).</summary>
    private bool IsInUse => _delivered.Largest >= Rate.BytesPerSecond / 2 || Window < InitialWindowBytes;

    private void Grow(long bytes, in RoundTrips path, Instant now)
    {
        Duration interval = now - _ackAt;
        if (IsInSlowStart)
        {
            _cubic.LeaveEpoch();
            double steps = Duration.Max(interval, ShortestSlowStartStep) / Duration.Max(path.Last, ShortestSlowStartStep);
            Window += Math.Min(bytes, SlowStartClump * Window * steps);
            return;
        }
        double roundTrips = Duration.Max(interval, ShortestStep) / path.Last;
        double acked = Math.Min(bytes, AvoidanceClump * Window * roundTrips);
        double grown = SegmentBytes * _cubic.Grow(Window / SegmentBytes, acked / SegmentBytes, now, path.Least);
        Window += Fade(path.Queueing) * (grown - Window);
    }

    /// <summary>What the queue leaves of the growth; a competitor's queue is no reason to stand back.</summary>
    private double Fade(Duration queueing) =>
        _isCompeting ? 1 : Math.Clamp((_options.MaxDelay - queueing) / _fading, 0, 1);

    private void SetRate()
    {
        DataRate path = HasRoundTrip
            ? DataRate.FromBytesPerSecond(Window / _roundTrip.Seconds)
            : FirstRate * Math.Min(1, Window / InitialWindowBytes);
        Rate = DataRate.Min(_asked, DataRate.Max(path, LeastRate));
        Mode = path >= _asked ? PathMode.Free : _isCompeting ? PathMode.Competing : PathMode.Delay;
    }

    private DataRate LeastRate
    {
        get
        {
            double delivered = _delivered.Largest;
            bool isNarrow = delivered < _options.MinRate.BytesPerSecond * Narrow && delivered >= Rate.BytesPerSecond / 2;
            return isNarrow && _isQueueTooLong && !_isCompeting ? _options.MinRate * NarrowDrain : _options.MinRate;
        }
    }
}
