using Mongoose.Core.Paths;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Finds the rate that a circuit's path carries, from acks alone. Its window grows like CUBIC's and shrinks on losses. It also bounds the queueing
/// delay that the circuit causes, as long as no other traffic fills the queue. The rate is window over round trip.
/// <para>docs/RATE-CONTROL.md states the rule and the reason for each constant. Not thread-safe; allocates nothing.</para>
/// </summary>
public sealed class PathController
{
    /// <summary>S: growth is counted in segments of this many bytes, about the size of OpenSim's full packets.</summary>
    public const int SegmentBytes = 1000;

    /// <summary>The window of a circuit whose path is still unknown.</summary>
    public const int InitialWindowBytes = 15_000;

    private const double MinWindow = 2 * SegmentBytes;

    /// <summary>A loss cuts the window to CutFactor times the smaller of the window and CutDelivered times what a round trip delivers.</summary>
    private const double CutFactor = CubicGrowth.Beta, CutDelivered = 1.5;

    /// <summary>
    /// The window is at most this multiple of what a round trip delivers, because a window in use can double it. The multiple is larger in slow
    /// start, where the measured delivery rate lags behind.
    /// </summary>
    private const double WindowDelivered = 2, SlowStartDelivered = 3;

    /// <summary>
    /// Below Gone times the permitted delay, the queue counts as empty. Growth fades out from FadeFrom times the permitted delay to the full delay.
    /// </summary>
    private const double Gone = 0.4, FadeFrom = 0.6;

    /// <summary>Below this fraction of the growth, the queueing delay counts as what limits the window.</summary>
    private const double SlowedGrowth = 0.5;

    /// <summary>Minimum and maximum fraction of the window that a drain leaves.</summary>
    private const double DeepestDrain = 0.5, ShallowestDrain = 0.8;

    /// <summary>
    /// Acks arrive in clumps. Per round trip the window grows by at most this multiple of the growth that evenly spaced acks would cause.
    /// </summary>
    private const double SlowStartClump = 2, AvoidanceClump = 1.5;

    /// <summary>A line is narrow if it delivers less than this multiple of the minimum rate: a queue on it hardly drains at that rate.</summary>
    private const double Narrow = 1.25;

    /// <summary>Fraction of the minimum rate that a drain on a narrow line leaves.</summary>
    private const double NarrowDrain = 0.5;

    /// <summary>Silence begins after this many round trips without an ack, within bounds.</summary>
    private const double SilentRoundTrips = 4;

    private static readonly Duration ShortestSilence = Duration.FromSeconds(1), LongestSilence = Duration.FromSeconds(4);
    private static readonly Duration FirstSilence = Duration.FromSeconds(3);
    private static readonly DataRate FirstRate = DataRate.FromKilobitsPerSecond(500);
    private static readonly Duration SlowStartDelay = Duration.FromMilliseconds(30);
    private static readonly Duration ShortestDrain = Duration.FromMilliseconds(150);
    private static readonly Duration CompetingTime = Duration.FromSeconds(40);

    /// <summary>A loss or a queue of longer ago says nothing about what limits the window now: an unused window does not grow.</summary>
    private static readonly Duration LimitMemory = Duration.FromSeconds(60);

    private static readonly Duration MinDeliveryWindow = Duration.FromMilliseconds(300);
    private static readonly Duration ShortestSlowStartStep = Duration.FromMilliseconds(50), ShortestStep = Duration.FromMilliseconds(20);
    private static readonly Instant LongAgo = new(long.MinValue / 2);

    private readonly PathControlOptions _options;
    private readonly Duration _gone, _fading;
    private readonly DeliveryMeter _delivered = new();
    private CubicGrowth _cubic;
    private CutUndo _undo;
    private DrainTrial _trial;
    private Duration _roundTrip;
    private double _ssthresh = double.PositiveInfinity;
    private DataRate _asked = DataRate.MaxValue;
    private Instant _ackAt, _silentSince, _cutAt = LongAgo, _drainAt = LongAgo, _limitedAt = LongAgo, _competingUntil = LongAgo;
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
    /// The rate at which the circuit may send: at most the requested rate and, if that permits, at least <see cref="PathControlOptions.MinRate"/>,
    /// or half of it while a narrow line drains.
    /// </summary>
    public DataRate Rate { get; private set; }

    /// <summary>The window in bytes.</summary>
    public double Window { get; private set; } = InitialWindowBytes;

    public PathMode Mode { get; private set; }

    /// <summary>What has kept the window from growing in the last minute.</summary>
    public PathLimitKind LimitKind { get; private set; }

    /// <summary>Sets the requested rate: what the viewer asks for, as limited by caps. It is the rate without path control.</summary>
    public void SetAsked(DataRate asked)
    {
        _asked = asked;
        SetRate();
    }

    /// <summary>Reports that a packet was sent for the first time.</summary>
    public void Sent(uint number) => _highestSent = number;

    /// <summary>Reports a datagram that acknowledges packets for the first time.</summary>
    /// <param name="report">What the datagram acknowledges.</param>
    /// <param name="path">Round trips, including those of this datagram.</param>
    public void Acked(in AckReport report, in RoundTrips path)
    {
        Instant now = Instant.Max(report.At, _ackAt);
        _roundTrip = path.Last;
        _delivered.Add(report.Bytes, Duration.Max(MinDeliveryWindow, path.Last), now);
        if (path.HasSample)
        {
            Decide(report, path, now);
            Limit(path.Last.Seconds);
        }
        _ackAt = _silentSince = now;
        SetRate();
    }

    /// <summary>Advances the time. If no ack arrives for long while packets wait for one, this counts as a loss, repeatedly.</summary>
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
        _undo.Forget();
        NoteCut(now);
        SetRate();
    }

    private bool HasRoundTrip => _roundTrip > Duration.Zero;

    private bool IsInSlowStart => Window < _ssthresh;

    private Duration Silence => HasRoundTrip ? Duration.Clamp(_roundTrip * SilentRoundTrips, ShortestSilence, LongestSilence) : FirstSilence;

    private void Decide(in AckReport report, in RoundTrips path, Instant now)
    {
        EndCompeting(path.Queueing, now);
        if (_undo.IsDue(report))
            UndoCut();
        if (report.HighestLost is { } lost && IsNewLoss(lost, now))
        {
            _undo = new CutUndo(report, Window, _ssthresh, _cubic, LimitKind);
            Cut(now);
            return;
        }
        if (now - _limitedAt > LimitMemory)
            LimitKind = PathLimitKind.Search;
        if (IsInSlowStart && path.Queueing > SlowStartDelay)
        {
            _ssthresh = Window;
            NoteLimit(PathLimitKind.Delay, now);
        }
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

    /// <summary>Limits the window to what the path delivers and to the requested rate. CUBIC's curve does not continue beyond this limit.</summary>
    private void Limit(double roundTripSeconds)
    {
        double delivered = (IsInSlowStart ? SlowStartDelivered : WindowDelivered) * _delivered.Largest;
        double limit = Math.Min(Math.Max(delivered * roundTripSeconds, InitialWindowBytes), _asked.BytesPerSecond * roundTripSeconds);
        if (Window <= limit)
            return;
        Window = Math.Max(MinWindow, limit);
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

    /// <summary>Losses of packets that were sent before the last cut, or found within a round trip of it, belong to that cut.</summary>
    private bool IsNewLoss(uint number, Instant now) => now > _cutAt + _roundTrip && (!_hasCut || SentPackets.IsAfter(number, _sentAtCut));

    private void Cut(Instant now)
    {
        _cubic.OnReduction(Window / SegmentBytes, fastConvergence: true);
        double delivered = CutDelivered * _delivered.Largest * _roundTrip.Seconds;
        _ssthresh = Window = Math.Max(MinWindow, CutFactor * Math.Min(Window, delivered));
        NoteCut(now);
        NoteLimit(PathLimitKind.Loss, now);
    }

    /// <summary>All packets whose loss caused the last cut have arrived after all.</summary>
    private void UndoCut()
    {
        (_cubic, LimitKind) = (_undo.Cubic, _undo.LimitKind);
        Window = Math.Max(Window, _undo.Window);
        _ssthresh = Math.Max(_ssthresh, _undo.SlowStartThreshold);
        _cutAt = LongAgo;
        _undo.Forget();
    }

    private void NoteLimit(PathLimitKind kind, Instant now) => (LimitKind, _limitedAt) = (kind, now);

    private void NoteCut(Instant now)
    {
        (_cutAt, _sentAtCut, _hasCut) = (now, _highestSent, true);
        _trial.Cut(Window);
    }

    /// <summary>Reduces the window to what the path holds without a queue, or further if that would drain the queue too slowly.</summary>
    private void Drain(in RoundTrips path, Instant now)
    {
        _trial.Begin(Window, path.Queueing);
        _undo.Forget();
        _drainAt = now;
        NoteLimit(PathLimitKind.Delay, now);
        _cubic.OnReduction(Window / SegmentBytes * (1 + CubicGrowth.Beta) / 2, fastConvergence: false);
        double part = Math.Clamp(path.Min / path.RecentMin, DeepestDrain, ShallowestDrain);
        _ssthresh = Window = Math.Max(MinWindow, Math.Min(Window * part, _delivered.Latest * path.Min.Seconds));
    }

    /// <summary>
    /// At the rate w / R, the circuit's own queue T needs T C / (C - w / R) = Rmin + T to empty, for a drained window w = C Rmin. The acks show it
    /// a round trip later.
    /// </summary>
    private Duration DrainTime(in RoundTrips path) => Duration.Max(ShortestDrain, path.Min + _options.MaxDelay);

    /// <summary>The drains have only made room for others, so the circuit takes its window back.</summary>
    private void Compete(Instant now)
    {
        (_isCompeting, _competingUntil) = (true, now + CompetingTime);
        Window = Math.Max(Window, Math.Min(_trial.WindowBefore, _asked.BytesPerSecond * _roundTrip.Seconds));
    }

    /// <summary>An unused rate says nothing about the path (RFC 7661).</summary>
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
        double grown = SegmentBytes * _cubic.Grow(Window / SegmentBytes, acked / SegmentBytes, now, path.Min);
        double fade = Fade(path.Queueing);
        Window += fade * (grown - Window);
        if (fade < SlowedGrowth)
            NoteLimit(PathLimitKind.Delay, now);
    }

    /// <summary>The fraction of the growth that the queueing delay permits. A competitor's queue does not slow growth.</summary>
    private double Fade(Duration queueing) =>
        _isCompeting ? 1 : Math.Clamp((_options.MaxDelay - queueing) / _fading, 0, 1);

    private void SetRate()
    {
        DataRate path = HasRoundTrip
            ? DataRate.FromBytesPerSecond(Window / _roundTrip.Seconds)
            : FirstRate * Math.Min(1, Window / InitialWindowBytes);
        Rate = DataRate.Min(_asked, DataRate.Max(path, MinRateNow));
        Mode = path >= _asked ? PathMode.Free : _isCompeting ? PathMode.Competing : PathMode.Delay;
    }

    private DataRate MinRateNow
    {
        get
        {
            double delivered = _delivered.Largest;
            bool isNarrow = delivered < _options.MinRate.BytesPerSecond * Narrow && delivered >= Rate.BytesPerSecond / 2;
            return isNarrow && _isQueueTooLong && !_isCompeting ? _options.MinRate * NarrowDrain : _options.MinRate;
        }
    }
}
