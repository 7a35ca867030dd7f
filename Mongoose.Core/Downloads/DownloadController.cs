using Mongoose.Core.Units;

namespace Mongoose.Core.Downloads;

/// <summary>
/// Limits the bytes in flight of a visitor's downloads, so that they fill the line with a short queue. All connections of the visitor
/// together are one flow.
/// <para>
/// In each feedback time the window W becomes W (B + T) / R + S: R is the round trip, B that of the empty line, T the permitted queue, S
/// one segment. The first term keeps the queue at T whatever the line carries (the law of FAST TCP, Wei et al. 2006, with T as a time); the
/// second one makes visitors who share a line converge to equal rates, S / (R - B - T), as Vegas' constant does.
/// </para>
/// Not thread-safe; allocates nothing.
/// </summary>
/// <param name="options">The operator's options.</param>
public sealed class DownloadController(DownloadOptions options, Instant now)
{
    /// <summary>The first window: about three initial windows of TCP (RFC 6928), since many connections begin together.</summary>
    private const int FirstSegments = 30;

    /// <summary>Payload of a segment in bytes, before the first report.</summary>
    internal const int UsualSegment = 1448;

    /// <summary>The smallest segment that is taken for one, in bytes.</summary>
    internal const int MinSegment = 256;

    /// <summary>10 Gbit/s over 200 ms.</summary>
    private const double MaxWindow = 250e6;

    /// <summary>A start ends when the queue is longer than this multiple of the permitted one.</summary>
    private const double StartQueues = 1.5;

    /// <summary>
    /// If the queue exceeds the first multiple of the permitted one, the window falls at once to <see cref="Filling"/>; above the second
    /// multiple, to half of it.
    /// </summary>
    private const double LongQueues = 2, VeryLongQueues = 6;

    /// <summary>
    /// The window counts as used if it limited the downloads within this many round trips. An unused window does not grow (RFC 7661),
    /// because the downloads have not shown that the line carries so large a window.
    /// </summary>
    private const double UsedRoundTrips = 2;

    /// <summary>Below this part of the line's best rate, a queue that stays calls for a trial.</summary>
    private const double TrialPart = 0.6;

    /// <summary>The part of the line's best rate that is forgotten per second.</summary>
    private const double BestFall = 0.02;

    private const double QueueSegments = 2.5, RateSegments = 16;

    /// <summary>Minimum growth factor in a feedback time when there has been no queue for a while.</summary>
    private const double FastGrowth = 1.25;

    private const int FastAfterRoundTrips = 6;

    /// <summary>In a dip the window falls by this many permitted queues, but not below this part of itself.</summary>
    private const double DipQueues = 3, DeepestDip = 0.5;

    /// <summary>
    /// While other traffic fills the queue: growth in segments per feedback time, and the part of the window that remains after a loss.
    /// Two Reno flows together have about these values (MulTCP).
    /// </summary>
    private const double CompetingGrowth = 2, CompetingCut = 0.8;

    /// <summary>
    /// Below the first part of the line's best rate, somewhat more than half, the window grows by the second part of itself in a feedback
    /// time.
    /// </summary>
    private const double FairPart = 0.65, GrowthToFair = 0.2;

    /// <summary>A line with a competitor delivers less than this part of its best rate to the visitor.</summary>
    private const double AlonePart = 0.93;

    private const double EmptyRoundTrips = 4;

    /// <summary>The pace as a multiple of the window per round trip. Above 1, so that the window is the limit, not the pace.</summary>
    private const double Pacing = 1.25, StartPacing = 2;

    private static readonly Duration MaxQueueOfSegments = Duration.FromMilliseconds(150);
    private static readonly DataRate MinRate = DataRate.FromKilobitsPerSecond(500);
    private static readonly Duration MinSampleTime = Duration.FromMilliseconds(40), MaxSampleTime = Duration.FromMilliseconds(160);
    /// <summary>On a line where a segment takes longer, the few segments of a trial are a queue.</summary>
    private static readonly Duration TrialSegment = Duration.FromMilliseconds(12);

    private static readonly Duration MinRateTime = Duration.FromMilliseconds(60), MaxRateTime = Duration.FromMilliseconds(500);
    private static readonly Duration MaxRoundTrip = Duration.FromSeconds(10);
    private static readonly Duration FirstRoundTrip = Duration.FromMilliseconds(100), TrialAfter = Duration.FromMilliseconds(400);

    /// <summary>
    /// After this time, even a queue just above the permitted one calls for a trial: the route may have become a little longer.
    /// </summary>
    private static readonly Duration StandingTime = Duration.FromSeconds(4);

    private static readonly Duration DipInterval = Duration.FromSeconds(10), CompetingTime = Duration.FromSeconds(15),
        AloneTime = Duration.FromSeconds(3), Rest = Duration.FromSeconds(2);

    private readonly Duration _maxDelay = options.MaxDelay;
    private ArrivalRate _delivered;
    private QueueTrial _trial;
    private Duration _roundTrip = FirstRoundTrip;
    private Instant _reportedAt = now, _modeAt = now, _queuedSince = now, _standingSince = now, _emptySince = now,
        _dipAt = now + DipInterval, _dipEndsAt = Instant.LongAgo, _limitedAt = Instant.LongAgo, _cutAt = Instant.LongAgo,
        _sharedAt = Instant.LongAgo;
    private double _window = FirstSegments * UsualSegment, _best, _windowBefore, _trialRate, _circuitRate;
    private int _segment = UsualSegment;

    public DownloadMode Mode { get; private set; }

    /// <summary>The bytes that all connections together may hold: written and not acknowledged.</summary>
    public double Window => _trial.IsOpen ? Math.Min(_window, TrialWindow) : IsDipping ? DipWindow : Math.Max(_window, MinWindow);

    /// <summary>The rate at which the window may be used.</summary>
    public DataRate Rate => DataRate.FromBytesPerSecond(Window / _roundTrip.Seconds * (Mode == DownloadMode.Start ? StartPacing : Pacing));

    /// <summary>Time that packets wait in queues on the line. Any thread may read it.</summary>
    public Duration Queueing => Base > Duration.Zero ? Duration.Max(Duration.Zero, _roundTrip - Base) : Duration.Zero;

    /// <summary><see cref="Queueing"/>; zero while other traffic keeps the queue.</summary>
    public Duration OwnQueueing => Mode == DownloadMode.Competing ? Duration.Zero : Queueing;

    /// <summary>The round trip of the empty line; zero before it is known.</summary>
    public Duration Base { get; private set; }

    /// <summary>The rate at which the downloads arrive. Any thread may read it.</summary>
    public DataRate Delivered => DataRate.FromBytesPerSecond(_delivered.Rate);

    /// <summary>The rate that the line delivers to the visitor, in bytes per second, to downloads and circuits.</summary>
    private double LineRate => _delivered.Rate + _circuitRate;

    /// <summary>The permitted queue: on a slow line at least the time of a few segments.</summary>
    private Duration Target =>
        Duration.Max(_maxDelay, Duration.FromSeconds(Math.Min(MaxQueueOfSegments.Seconds, QueueSegments * _segment / Math.Max(1, _best))));

    /// <summary>The feedback time: round trips show the effect of a window after it.</summary>
    private Duration Feedback => _roundTrip + SampleTime;

    /// <summary>The time over which round trips are to be collected.</summary>
    public Duration SampleTime => Duration.Clamp(Base, MinSampleTime, MaxSampleTime);

    private bool IsDipping => _reportedAt < _dipEndsAt;

    private double DipWindow => _window * Math.Max(DeepestDip, 1 - DipQueues * (Target / _roundTrip));

    private double TrialWindow => Math.Max(MinWindow, _trialRate * Base.Seconds / 2);

    private double MinWindow => Math.Max(2 * _segment, Math.Min(MinRate.BytesPerSecond, _best / 2) * _roundTrip.Seconds);

    /// <summary>Evaluates a report on the connections.</summary>
    public void Report(in DownloadProgress report, Instant now)
    {
        Duration elapsed = Duration.Clamp(now - _reportedAt, Duration.Zero, Duration.FromSeconds(1));
        if (now < _reportedAt)
            ClockSteppedBack(now);
        _reportedAt = now;
        _segment = Math.Clamp(report.SegmentBytes, MinSegment, 65536);
        if (report.IsLimited)
            _limitedAt = now;
        Measure(report, elapsed, now);
        if (Base <= Duration.Zero || report.HeldBytes <= 0 && report.DeliveredBytes <= 0)
            return;
        Decide(report, elapsed, now);
        _window = Math.Clamp(_window, _segment, MaxWindow);
    }

    /// <summary>The downloads begin again after a rest: the line may carry as much as before, but the queue is gone.</summary>
    public void Resume(Instant now)
    {
        if (now - _reportedAt < Rest)
            return;
        _trial.Stop();
        _delivered.Clear();
        _roundTrip = Base > Duration.Zero ? Base : FirstRoundTrip;
        _window = Math.Max(_window, FirstSegments * _segment);
        SetMode(Mode == DownloadMode.Competing ? DownloadMode.Competing : DownloadMode.Start, now);
        (_reportedAt, _dipAt) = (now, now + DipInterval);
    }

    private void Measure(in DownloadProgress report, Duration elapsed, Instant now)
    {
        if (report.RoundTrip is { } roundTrip)
        {
            _roundTrip = Duration.Clamp(roundTrip, Duration.FromMicroseconds(1), MaxRoundTrip);
            Base = Base <= Duration.Zero ? Duration.Min(_roundTrip, Known(report.MinRoundTrip)) : Duration.Min(Base, _roundTrip);
        }
        _delivered.Add(report.DeliveredBytes, elapsed, RateTime);
        _circuitRate = Math.Max(0, report.CircuitRate);
        _best = Math.Max(LineRate, _best * (1 - BestFall * elapsed.Seconds));
    }

    /// <summary>The time over which the delivered rate is averaged: on a slow line, the time of many segments.</summary>
    private Duration RateTime => Duration.Max(Duration.Max(_roundTrip, MinRateTime),
        Duration.Min(MaxRateTime, Duration.FromSeconds(RateSegments * _segment / Math.Max(1, _best))));

    private Duration Known(Duration minimum) => minimum > Duration.Zero ? minimum : _roundTrip;

    private void Decide(in DownloadProgress report, Duration elapsed, Instant now)
    {
        Duration queueing = Queueing;
        if (queueing <= Target * LongQueues)
            _queuedSince = now;
        if (queueing <= Target)
            _standingSince = now;
        if (queueing > Target * 0.5)
            _emptySince = now;
        double step = Math.Min(0.5, elapsed / Feedback);
        bool isUsed = now - _limitedAt <= _roundTrip * UsedRoundTrips;
        if (_trial.IsOpen)
            Try(now);
        else if (Mode == DownloadMode.Competing)
            Compete(report, step, isUsed, now);
        else if (Mode == DownloadMode.Start)
            Start(report, queueing, isUsed, now);
        else
            Hold(queueing, step, isUsed, now);
    }

    private void Start(in DownloadProgress report, Duration queueing, bool isUsed, Instant now)
    {
        if (queueing > Target * StartQueues || report.Retransmitted > 0 && queueing > Target)
        {
            SetMode(DownloadMode.Delay, now);
            // A TCP that starts again after a rest sends bursts. Their queue says little about the line, whose best rate is known.
            _window = Math.Min(_window, Math.Max(_delivered.Rate, _best) * (Base + Target).Seconds);
        }
        else if (isUsed)
            _window += report.DeliveredBytes;
    }

    /// <summary>The window that fills the line with the permitted queue, if the line delivers no more than now.</summary>
    private double Filling => _delivered.Rate * (Base + Target).Seconds;

    private void Hold(Duration queueing, double step, bool isUsed, Instant now)
    {
        double ratio = (Base + Target) / _roundTrip;
        if (ratio > 1 && !isUsed)
            return;
        if (ratio > 1 && now - _emptySince > _roundTrip * FastAfterRoundTrips)
            ratio = Math.Max(ratio, FastGrowth);
        _window = Math.Max(_segment, _window * (1 + step * (ratio - 1)) + step * _segment);
        if (queueing > Target * LongQueues)
            _window = Math.Min(_window, Math.Max(queueing > Target * VeryLongQueues ? Filling / 2 : Filling, MinWindow));
        bool isLong = now - _queuedSince > Duration.Max(TrialAfter, _roundTrip * 3), isStanding = now - _standingSince > StandingTime;
        if ((isLong || isStanding) && LineRate < TrialPart * _best && _best * TrialSegment.Seconds > _segment)
            BeginTrial(isKnownStranger: false, now);
        else if (now >= _dipAt)
            Dip(queueing, now);
    }

    /// <summary>A standing queue hides the round trip of the empty line from all senders, so the window dips to drain it.</summary>
    private void Dip(Duration queueing, Instant now)
    {
        _dipAt = now + DipInterval;
        if (queueing > Target * 0.25)
            _dipEndsAt = now + _roundTrip * 1.5;
    }

    private void BeginTrial(bool isKnownStranger, Instant now)
    {
        _windowBefore = isKnownStranger ? _window : _best * _roundTrip.Seconds * FairPart;
        _trialRate = _delivered.Rate;
        _trial.Begin(Base, _roundTrip, isKnownStranger, now);
        SetMode(DownloadMode.Trial, now);
    }

    private void Try(Instant now)
    {
        switch (_trial.Take(_roundTrip, Target, now))
        {
            case QueueOwner.Own:
                SetMode(DownloadMode.Delay, now);
                break;
            case QueueOwner.Route:
                Base = _trial.Floor;
                _window = Math.Max(_window, _best * Base.Seconds / 2);
                SetMode(DownloadMode.Start, now);
                break;
            case QueueOwner.Stranger:
                _window = Math.Max(_windowBefore, MinWindow);
                SetMode(DownloadMode.Competing, now);
                break;
        }
    }

    private void Compete(in DownloadProgress report, double step, bool isUsed, Instant now)
    {
        if (report.Retransmitted > 0 && now - _cutAt > _roundTrip)
        {
            _cutAt = now;
            _window = Math.Max(MinWindow, _window * CompetingCut);
        }
        else if (isUsed)
            _window += step * Math.Max(CompetingGrowth * _segment, LineRate < FairPart * _best ? GrowthToFair * _window : 0);
        if (LineRate < AlonePart * _best)
            _sharedAt = now;
        if (now - _emptySince > _roundTrip * EmptyRoundTrips || now - Instant.Max(_sharedAt, _modeAt) > AloneTime)
            SetMode(DownloadMode.Delay, now);
        else if (now - _modeAt > CompetingTime)
            BeginTrial(isKnownStranger: true, now);
    }

    private void SetMode(DownloadMode mode, Instant now) =>
        (Mode, _modeAt, _queuedSince, _standingSince, _emptySince) = (mode, now, now, now, now);

    private void ClockSteppedBack(Instant now)
    {
        _trial.Stop();
        SetMode(Mode == DownloadMode.Trial ? DownloadMode.Delay : Mode, now);
        _delivered.Clear();
        (_limitedAt, _cutAt, _sharedAt, _dipEndsAt) = (Instant.LongAgo, Instant.LongAgo, Instant.LongAgo, Instant.LongAgo);
        _dipAt = now + DipInterval;
    }
}
