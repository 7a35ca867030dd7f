using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Finds the rate that a visitor's line carries, from acks alone: the highest rate with a short queue, unless other traffic keeps the queue
/// full.
/// <list type="bullet">
/// <item>The rate grows until a queue appears, then slowly near the rate at which the line is full.</item>
/// <item>A queue is drained. If it was the circuits' own, it is gone afterwards, and the rate becomes the rate that the line
/// delivered.</item>
/// <item>If the queue stays, a probe lets the whole queue drain. Its floor becomes the reference: a longer route, or the queue of other
/// traffic.</item>
/// <item>If floors keep changing, a TCP fills the queue. Then the circuits compete for their share, and a probe every ten seconds finds
/// out whether the TCP is still there.</item>
/// </list>
/// <para>docs/research/rate-control.md states the rule and the reason for each constant. Not thread-safe; allocates nothing.</para>
/// </summary>
public sealed class PathController
{
    /// <summary>S: windows are counted in segments of this many bytes, about the size of OpenSim's full packets.</summary>
    public const int SegmentBytes = 1000;

    /// <summary>The initial window: at least this many bytes may be in flight on a line that is hardly known.</summary>
    public const int InitialWindowBytes = 15_000;

    /// <summary>The rate is at most this multiple of the delivered rate.</summary>
    private const double MaxDelivered = 1.3;

    /// <summary>
    /// After a drain the rate is AfterDrain times the maximum rate that the line delivered; after a loss it is AfterLoss times the mean.
    /// </summary>
    private const double AfterDrain = 0.98, AfterLoss = 0.95;

    /// <summary>
    /// A rate above this multiple of the delivered rate falls at once to the delivered rate if the queue exceeds the permitted one by
    /// <see cref="ExcessiveQueue"/>.
    /// </summary>
    private const double Excessive = 1.15;

    private static readonly Duration ExcessiveQueue = Duration.FromMilliseconds(60);

    /// <summary>
    /// The minimum rate is at most this part of the delivered rate, for lines that deliver less than the configured minimum.
    /// </summary>
    private const double MinDelivered = 0.9;

    /// <summary>Floors that differ by less than the time between two packets of a probe, at most MaxGap, are equal.</summary>
    private static readonly Duration MaxGap = Duration.FromMilliseconds(20);

    /// <summary>
    /// While the circuits compete, a queue above LongerQueue times the longest known one plus LongerBy calls for a probe: the circuits may
    /// be filling the queue themselves.
    /// </summary>
    private const double LongerQueue = 1.5;

    private static readonly Duration LongerBy = Duration.FromMilliseconds(30), KnownAfterwards = Duration.FromMilliseconds(80);

    /// <summary>The parts of the line's best rate, and of the longest known queue, that are forgotten per second.</summary>
    private const double BestFall = 0.02, KnownFall = 0.03;

    /// <summary>This many equal floors show that the route has become longer permanently.</summary>
    private const int SameFloors = 2;

    private static readonly Duration ProbeInterval = Duration.FromSeconds(10), FirstProbe = Duration.FromSeconds(5);

    /// <summary>Samples count as recent for this many ack intervals.</summary>
    private const double RecentIntervals = 1.6;

    /// <summary>
    /// The window covers the round trip and this many ack intervals, or this many times the maximum time for which the viewer collects
    /// acks if that is longer.
    /// </summary>
    private const double FlightIntervals = 2, FlightSpreads = 1.2;

    /// <summary>
    /// The next packet follows within this multiple of the usual gap, unless the circuits had nothing to send or had to wait.
    /// </summary>
    private const double UsualGaps = 2;

    /// <summary>While the circuits wait for the result of a drain, the rate is at most this part of what the line delivers.</summary>
    private const double WatchingPart = 0.96;

    /// <summary>A probe sends at least this many bytes per second.</summary>
    private const double LowestProbe = 10_000;

    /// <summary>The longest queue that the bytes in flight may fill: a late ack does not allow more.</summary>
    private static readonly Duration MaxQueueInFlight = Duration.FromMilliseconds(1000);

    /// <summary>While the circuits compete, the rate is at most this multiple of the delivered rate.</summary>
    private const double MaxWindowDelivered = 3;

    /// <summary>The part of the rate before a silence with which the circuits start again.</summary>
    private const double AfterSilence = 0.5;

    private const double SilentRoundTrips = 4;

    /// <summary>The queue is judged by the last two round trips (<see cref="LineQueueMeter.Recent"/>).</summary>
    private const int MinSamples = 2;

    /// <summary>Minimum rate in bytes per second, a few packets. A drain sends at least half of it.</summary>
    internal const double LowestRate = 4000;
    private static readonly Duration ClockStep = Duration.FromSeconds(5);
    private static readonly Duration LateAck = Duration.FromMilliseconds(200);
    private static readonly Duration ClumpTime = Duration.FromMilliseconds(5);
    private static readonly Duration MinMemory = Duration.FromSeconds(1), MaxMemory = Duration.FromSeconds(5);
    private static readonly Duration FirstSilence = Duration.FromSeconds(3), MinSilence = Duration.FromSeconds(1),
        MaxSilence = Duration.FromSeconds(4);

    private readonly PathControlOptions _options;
    private readonly DeliveryRates _delivered = new();
    private LineQueueMeter _queue;
    private QueueDrain _drain;
    private RateGrowth _growth;
    private LineProbe _probe;
    private LineStart _start = new();
    private SendingRestraint _restraint = new();
    private LossJudge _losses = new();
    private CompetingWindow _competing;
    private CompetitorEvidence _evidence = new();
    private PermittedQueue _limit;
    private AckReport _clump;
    private bool _hasClump;
    private DataRate _allowed = DataRate.MaxValue;
    private Duration _ackInterval = Duration.FromMilliseconds(100), _lag;
    private Instant _clumpAt, _ackAt, _silentSince, _newestSent, _usedAt = Instant.LongAgo, _nextProbeAt = Instant.LongAgo,
        _restartedAt = Instant.LongAgo;
    private double _rate = LineStart.Rate.BytesPerSecond, _best = 1, _rateBefore, _rateBeforeCut;
    private Duration _known, _spread;
    private int _sameFloors, _samples = MinSamples;
    private double _rateBeforeSilence;

    public PathController(PathControlOptions options, Instant now)
    {
        _options = options;
        _limit = new PermittedQueue(options.MaxDelay);
        _clumpAt = _ackAt = _silentSince = _newestSent = now;
        SetRate();
    }

    /// <summary>The rate at which the circuits may send: at most the allowed rate.</summary>
    public DataRate Rate { get; private set; }

    public PathMode Mode { get; private set; }

    /// <summary>The reason why the rate has not grown.</summary>
    public PathLimitKind LimitKind { get; private set; }

    /// <summary>Time that packets wait in queues on the line.</summary>
    public Duration Queueing => _queue.Queueing;

    /// <summary>The shortest round trip of the line; zero before the first sample.</summary>
    public Duration Base => _queue.Base;

    /// <summary>The time until acks show the effect of a rate.</summary>
    private Duration Feedback => Duration.Max(_queue.Recent, _ackInterval);

    /// <summary>The time in which the ack of a packet usually arrives.</summary>
    private Duration AckTime => _queue.Recent + _ackInterval * 2;

    private double Line => Math.Max(1, _delivered.Mean);

    /// <summary>Whether enough round trips have been measured since the last restart.</summary>
    private bool IsMeasured => _samples >= MinSamples;

    /// <summary>The time without an ack after which the viewer counts as silent.</summary>
    private Duration Silence => _queue.HasSample
        ? Duration.Clamp(_queue.Recent * SilentRoundTrips, MinSilence, MaxSilence) : FirstSilence;

    /// <summary>The rate that sends the initial window in a feedback time, in bytes per second.</summary>
    private double InitialRate => InitialWindowBytes / Feedback.Seconds;

    private Duration Tolerance => _queue.Tolerance(_best);

    private Duration UsualGap => Duration.FromSeconds(UsualGaps * SegmentBytes / Math.Max(1, Rate.BytesPerSecond));

    /// <summary>Sets the allowed rate: what the viewer requests, after OpenSim and caps. It is the rate without path control.</summary>
    public void SetAllowed(DataRate allowed)
    {
        if (allowed == _allowed)
            return;
        _allowed = allowed;
        SetRate();
    }

    /// <summary>Reports when packets last waited because of the rate.</summary>
    public void NoteUse(Instant limitedAt) => _usedAt = Instant.Max(_usedAt, limitedAt);

    /// <summary>Reports a datagram that acknowledges packets for the first time. Datagrams that arrive together form a clump.</summary>
    public void Acked(in AckReport report)
    {
        RestartIfClockSteppedBack(report.At);
        Instant now = Instant.Max(report.At, _clumpAt);
        // An ack of a resent packet alone is weak evidence: a viewer that acknowledges only such packets has almost stopped.
        if (report.NewestSent is not null)
            _silentSince = Instant.Max(now, _silentSince);
        if (_hasClump && now - _clumpAt <= ClumpTime)
        {
            _clump = _clump.With(report, now);
            return;
        }
        EndClump();
        _clump = report.At == now ? report : report with { At = now };
        (_hasClump, _clumpAt) = (true, now);
        if (!_queue.HasSample)
            EndClump();
    }

    /// <summary>Advances the time. While packets wait for acks and none arrives, the rate is halved repeatedly.</summary>
    /// <param name="inFlight">Whether packets wait for acks.</param>
    public void Tick(bool inFlight, Instant now)
    {
        RestartIfClockSteppedBack(now);
        if (_hasClump && now - _clumpAt > ClumpTime)
            EndClump();
        _drain.Tick(now);
        _probe.Tick(now);
        if (!inFlight)
            _silentSince = now;
        if (now - _silentSince >= Silence)
        {
            _silentSince = now;
            _rateBeforeSilence = Math.Max(_rateBeforeSilence, _rate);
            _start.End();
            _rate = Math.Max(LowestRate, _rate / 2);
            _competing.Halve();
            _losses.LetCutStand();
            _rateBefore = 0;
        }
        SetRate();
        if (_probe.IsSlowed || _drain.Phase == DrainPhase.Draining)
            _restraint.Record(Rate.BytesPerSecond, now);
    }

    /// <summary>
    /// Starts the measurements again after the clock has stepped back, because earlier measurements have times in the future. Smaller steps
    /// come from threads that were held up.
    /// </summary>
    private void RestartIfClockSteppedBack(Instant now)
    {
        if (now >= _silentSince - ClockStep)
            return;
        _hasClump = false;
        _clumpAt = _ackAt = _silentSince = _newestSent = now;
        (_usedAt, _restartedAt, _nextProbeAt) = (Instant.LongAgo, Instant.LongAgo, now + ProbeInterval);
        _drain.Stop();
        _probe = default;
        (_losses, _evidence, _restraint) = (new LossJudge(), new CompetitorEvidence(), new SendingRestraint());
        _growth.Stop(now);
        _delivered.Clear();
        _competing.ClockSteppedBack();
    }

    private void EndClump()
    {
        if (!_hasClump)
            return;
        _hasClump = false;
        if (_rateBeforeSilence > 0)
            Restart();
        // A thread that was held up reports the acks of all that time before its next tick.
        _drain.Tick(_clump.At);
        _probe.Tick(_clump.At);
        Measure(_clump);
        if (_queue.HasSample)
            Decide(_clump, _clump.At - _ackAt);
        _ackAt = _clump.At;
        SetRate();
    }

    /// <summary>
    /// Acks have come back: the line may be the same as before, but nothing is known of it until the next round trip is measured. Acks of
    /// resent packets measure none (Karn's rule), so a viewer that acknowledges one resent packet per second gets less and less.
    /// </summary>
    private void Restart()
    {
        _rate = Math.Max(_rate, _rateBeforeSilence * AfterSilence);
        _rateBeforeSilence = 0;
        LimitKind = PathLimitKind.Search;
        _drain.Stop();
        _probe = default;
        _losses.Restart(_clump.At);
        (_samples, _restartedAt) = (0, _clump.At);
    }

    private void Measure(in AckReport clump)
    {
        Instant now = clump.At;
        Duration interval = now - _ackAt;
        if (_queue.HasSample && interval < Duration.FromSeconds(2))
            _ackInterval = Duration.Max(interval, _ackInterval + (interval - _ackInterval) * 0.1);
        _spread = clump.Spread;
        if (clump.NewestSent is { } newest)
            (_newestSent, _lag) = (Instant.Max(newest, _newestSent), now - newest);
        if (clump.Delivered is { } delivered && !IsRestrained(delivered, clump.NewestSent))
            _delivered.Add(delivered, now, _ackInterval * RecentIntervals, Duration.Clamp(Feedback * 4, MinMemory, MaxMemory));
        _best = Math.Max(Line, _best * (1 - BestFall * interval.Seconds));
        if (clump.RoundTrip is not { } sample || IncludesSilence(sample, now))
            return;
        if (!IsMeasured && ++_samples == MinSamples)
            _start.Begin();
        if (_queue.Reference - sample > Tolerance)
            _evidence.NoteFallen(now);
        _queue.Add(sample, Duration.Max(Duration.Zero, clump.Gap - UsualGap), Duration.FromSeconds(SegmentBytes / _best));
    }

    /// <summary>Whether an ack of a packet that was sent before the restart is late because of the silence, not of a queue.</summary>
    private bool IncludesSilence(Duration sample, Instant now) => now - sample < _restartedAt && sample >= Silence;

    /// <summary>A lower sample than before does not show a slower line if the circuits sent no faster.</summary>
    private bool IsRestrained(double delivered, Instant? newestSent) =>
        delivered < _delivered.Mean && newestSent is { } sent && _restraint.Explains(delivered, sent, Feedback);

    private void Decide(in AckReport clump, Duration interval)
    {
        Instant now = clump.At;
        if (_losses.Count(clump))
            UndoCut();
        if (_probe.IsOpen)
        {
            if (_probe.TryEnd(clump, _newestSent, AckTime + LateAck, out Duration? floor))
                Conclude(floor, now);
            return;
        }
        if (_competing.IsOpen)
            Compete(clump, interval, now);
        else
            Search(clump, interval, now);
    }

    private void Search(in AckReport clump, Duration interval, Instant now)
    {
        bool isUsed = now - _usedAt < Feedback + _queue.Recent;
        double queueing = Queueing.Seconds, limit = _limit.At(_rate, _queue.Noise, Mode == PathMode.Free && !_start.IsOpen);
        if (React(clump, isUsed, queueing, limit, now) || !IsMeasured)
            return;
        _limit.Recover(interval);
        _known = Duration.Max(_queue.Recent - _queue.Base, _known * (1 - KnownFall * Math.Min(1, interval.Seconds)));
        Duration step = Duration.Min(interval, Feedback);
        if (_start.IsOpen)
        {
            Start(queueing, limit, isUsed, step, now);
            return;
        }
        if (_drain.Phase != DrainPhase.None)
        {
            Watch(queueing, limit, now);
            return;
        }
        if (_queue.Reference > _queue.Base + Tolerance && now > _nextProbeAt)
        {
            BeginProbe(now);
            return;
        }
        // The delivered rate does not show the line's rate while the circuit has nothing to send.
        if (queueing > limit && (isUsed || Mode == PathMode.Free && queueing > 2 * limit))
            BeginDrain(queueing, Line, now);
        else if (!isUsed || queueing > limit || _losses.HoldsRate(now))
            _growth.Stop(now);
        else
            _rate = Math.Min(_growth.Grow(_rate, queueing, limit, step, Feedback, now), Math.Max(MaxDelivered * _delivered.Max, _rate));
    }

    private void Start(double queueing, double limit, bool isUsed, Duration step, Instant now)
    {
        double latest = (_queue.Last - _queue.Reference).Seconds;
        if (LineStart.HasQueue(queueing, latest, limit))
        {
            double half = _rate / 2;
            BeginDrain(Math.Max(queueing, latest), Math.Max(_delivered.Latest, Line), now);
            _start.End();
            // The first samples are those of a rate that was still growing.
            _rate = Math.Max(_rate, half);
        }
        else if (isUsed)
        {
            _rate = LineStart.Grow(_rate, _delivered.Max, step, Feedback);
        }
    }

    private void Watch(double queueing, double limit, Instant now)
    {
        if (queueing > limit + ExcessiveQueue.Seconds && _rate > Excessive * _delivered.MaxRecent)
            _rate = Math.Max(Minimum, _delivered.MaxRecent);
        switch (_drain.Judge(_queue, _newestSent, Duration.FromSeconds(limit), Tolerance,
            isOverdue: _drain.IsOverdue(now, AckTime)))
        {
            case DrainResult.FalseAlarm:
                _rate = Math.Max(_rate, Math.Min(_drain.RateBefore, _delivered.MaxRecent));
                _rateBefore = 0;
                if (_drain.EndedStart)
                    _start.Begin();
                break;
            case DrainResult.Emptied:
                _rateBefore = 0;
                if (_drain.EndedStart)
                    NoteFullLine(now);
                break;
            case DrainResult.Failed:
                Fail(now);
                break;
        }
    }

    /// <summary>The drain that ends the start measures the rate that the line delivers.</summary>
    private void NoteFullLine(Instant now)
    {
        _rate = Math.Max(_rate, AfterDrain * _delivered.Mean);
        _growth.SetFull(_delivered.Mean, now);
    }

    /// <summary>The queue was not the circuits' own, so they return to their previous rate.</summary>
    private void Fail(Instant now)
    {
        if (!_queue.IsNoisy)
            BeginProbe(now);
        _rate = Math.Max(_rate, _rateBefore);
        if (_probe.IsOpen)
            return;
        _queue.SetReference(_drain.Floor);
        _evidence.RecordRaised(Duration.Zero, Tolerance, now);
        if (_nextProbeAt < now)
            _nextProbeAt = now + ProbeInterval;
    }

    /// <summary>The queue that the packets on their way will find.</summary>
    private double Predict(double queueing) => queueing + Math.Clamp(_rate / Line - 1, 0, 10) * _lag.Seconds;

    private void BeginDrain(double queueing, double line, Instant now)
    {
        _drain.Begin(Duration.FromSeconds(queueing), Duration.FromSeconds(Predict(queueing)), _rate, _start.IsOpen, now);
        _rateBefore = Math.Max(_rateBefore, Math.Min(_rate, Math.Max(_delivered.Max, 1)));
        _growth.NoteFull(line, now);
        _rate = Math.Max(Minimum, Math.Min(_rate, _delivered.MaxRecent) * AfterDrain);
        LimitKind = PathLimitKind.Delay;
    }

    private double Minimum => Math.Max(LowestRate, Math.Min(_options.MinRate.BytesPerSecond, MinDelivered * _delivered.Max));

    private bool React(in AckReport clump, bool isUsed, double queueing, double limit, Instant now)
    {
        LossMeaning meaning = _losses.Judge(clump, queueing > Math.Max(0.010, limit / 2), Feedback);
        if (meaning is LossMeaning.None)
            return false;
        _growth.Stop(now);
        if (meaning is LossMeaning.Random)
            return false;
        _losses.Cut(clump);
        _start.End();
        _rateBeforeCut = _rate;
        double rate = Math.Max(Minimum, (isUsed || Mode == PathMode.Free ? Math.Min(_rate, Line) : _rate) * AfterLoss);
        if (meaning is LossMeaning.BufferFull)
        {
            _limit.Lower();
            if (isUsed && queueing > limit)
                BeginDrain(queueing, Line, now);
        }
        _rate = Math.Min(_rate, rate);
        LimitKind = PathLimitKind.Loss;
        return true;
    }

    private void UndoCut()
    {
        _rate = Math.Max(_rate, _rateBeforeCut);
        _competing.UndoCut();
    }

    private void BeginProbe(Instant now)
    {
        Duration queue = _queue.Recent - _queue.Base;
        _drain.Stop();
        _probe.Begin(queue, Duration.FromSeconds(Predict(queue.Seconds)), Feedback, now);
    }

    private void Conclude(Duration? lowest, Instant now)
    {
        _nextProbeAt = now + ProbeInterval;
        if (_competing.IsOpen)
            _known = Duration.Max(_known, _probe.QueueBefore);
        if (lowest is not { } floor)
            return;
        if (_competing.IsOpen)
        {
            if (_evidence.IsAlone(floor, _queue.Base, _probe.QueueBefore, Tolerance))
                EndCompeting(floor, now);
        }
        else if (floor > _queue.Reference + Tolerance)
        {
            _evidence.RecordRaised(floor - _queue.Reference, Duration.Max(Tolerance, GapInProbe), now);
            _queue.SetReference(floor);
            _sameFloors = 0;
            if (_evidence.IsEnough)
                BeginCompeting(now);
        }
        else
        {
            _rateBefore = 0;
            if (floor < _queue.Reference - Tolerance)
                _queue.SetReference(floor);
            else if (_queue.Reference > _queue.Base + Tolerance && ++_sameFloors >= SameFloors)
                _queue.SetBase();
        }
        _evidence.NoteFloor(floor);
    }

    /// <summary>The newest packet of a probe may have arrived a packet's gap before its ack left.</summary>
    private Duration GapInProbe => Duration.Min(MaxGap, Duration.FromSeconds(SegmentBytes / (LineProbe.Pace * _best)));

    private void BeginCompeting(Instant now)
    {
        _competing.Open(Math.Max(_rateBefore, _rate) * _queue.Recent.Seconds);
        _losses.LetCutStand();
        _nextProbeAt = now + FirstProbe;
    }

    private void EndCompeting(Duration floor, Instant now)
    {
        _competing.Close();
        _losses.LetCutStand();
        _rate = Math.Max(Minimum, _delivered.Max * AfterLoss);
        _queue.SetReference(floor);
        _evidence.Reset();
        _rateBefore = 0;
        _known = Duration.Min(_known, KnownAfterwards);
        _growth.Stop(now);
    }

    private void Compete(in AckReport clump, Duration interval, Instant now)
    {
        if (IsMeasured && (now >= _nextProbeAt || _queue.Recent - _queue.Base > _known * LongerQueue + LongerBy))
        {
            BeginProbe(now);
            return;
        }
        if (clump.LostPackets > 0 && _losses.Judge(clump, hasQueue: true, _queue.Recent) != LossMeaning.None
            && _competing.TryCut(_delivered.Max, _queue.Recent, now))
        {
            _losses.Cut(clump);
            LimitKind = PathLimitKind.Loss;
            return;
        }
        if (!IsMeasured || now - _usedAt > Feedback + _queue.Recent)
            _competing.Pause(interval);
        else
            _competing.Grow(clump.Bytes, interval, _delivered.Max, _allowed.BytesPerSecond, _queue, now);
    }

    private void SetRate()
    {
        double allowed = Math.Max(_allowed.BytesPerSecond, 1);
        if (_start.IsFirst)
            _rate = Math.Max(_rate, _queue.HasSample ? InitialRate : LineStart.Rate.BytesPerSecond);
        _rate = Math.Min(_rate, allowed);
        // A window that grew during a long round trip does not show the line's rate when the round trip falls.
        double rate = _competing.IsOpen
            ? Math.Min(_competing.Bytes / _queue.Recent.Seconds, Math.Max(MaxWindowDelivered * _delivered.Max, InitialRate))
            : _rate;
        double paced = Pace(rate);
        Rate = DataRate.Min(_allowed, DataRate.FromBytesPerSecond(Math.Max(paced, LowestRate / 2)));
        Mode = rate >= allowed ? PathMode.Free : _competing.IsOpen ? PathMode.Competing : PathMode.Delay;
    }

    /// <summary>The rate while the circuits probe or drain.</summary>
    private double Pace(double rate)
    {
        if (_probe.IsSlowed)
            return Math.Min(rate, Math.Max(LowestProbe, LineProbe.Pace * Line));
        return _drain.Phase switch
        {
            DrainPhase.Draining => rate * _drain.Pace,
            // The line's best is more than it delivers on average: at that rate the queue would grow again before acks show the result.
            DrainPhase.Watching => Math.Min(rate * _drain.Pace, Math.Max(Minimum, WatchingPart * Line)),
            _ => rate,
        };
    }

    /// <summary>The bytes that may be in flight at a rate.</summary>
    public double WindowAt(DataRate rate)
    {
        if (!_queue.HasSample)
            return LineStart.WindowBytes;
        Duration roundTrip = Duration.Min(_queue.Recent, _queue.Base + MaxQueueInFlight);
        double flight = rate.BytesPerSecond * (roundTrip + Duration.Max(_ackInterval * FlightIntervals, _spread * FlightSpreads)).Seconds
            + 4 * SegmentBytes;
        return _start.IsOpen ? Math.Max(flight, InitialWindowBytes) : flight;
    }
}
