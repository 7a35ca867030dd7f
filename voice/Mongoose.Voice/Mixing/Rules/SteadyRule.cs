using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// The rule of this project: few changes, short queues while the sender is alone, a fair share beside others.
/// <list type="bullet">
/// <item>T, the rate of a TCP with the same losses, is always the limit, rounded to the nearest number of streams
/// (<see cref="SteadyDecision"/>), but not below the sender's <see cref="FairShare"/>.</item>
/// <item>While the queue may be the sender's own, the rule also keeps the queueing delay below <see cref="DelayLimit"/>, which avoids
/// losses.</item>
/// <item>A queue that remains after reductions (<see cref="QueueWatch"/>), or that has dropped packets, is that of others. Then the sender
/// takes its fair share back, and T alone decides, until the queue has been short for some time. The same holds for later queues, as long
/// as the sender has no more than its share.</item>
/// <item>If the line stays overloaded (<see cref="Overload"/>), the others do not yield. Then the sender does.</item>
/// <item>Only probes are sent while nothing is acknowledged, while more than 20 % is lost, or while a single stream loses more than 5 %,
/// exceeds the fair rate, and finds a queue above <see cref="DelayLimit"/>.</item>
/// </list>
/// </summary>
/// <param name="packets">The packets in which streams travel.</param>
/// <param name="maxStreams">The maximum number of streams, at least 1.</param>
internal sealed class SteadyRule(StreamPackets packets, int maxStreams, Instant now) : IMixingRule
{
    /// <summary>The share of lost packets above which audio is unusable (paper, section 5.4).</summary>
    public const double UnusableLoss = PaperRule.UnusableLoss;

    private const double DecisionRoundTrips = 7;

    /// <summary>
    /// Probing begins if T is below this part of a stream, with more than this share of losses and a queue above <see cref="DelayLimit"/>,
    /// at <see cref="StarvedDecisions"/> decisions in a row.
    /// </summary>
    private const double StarvedStreams = 0.75, StarvedLoss = 0.05;

    private const int StarvedDecisions = 2;

    /// <summary>
    /// How long a single stream may be unusable before probing begins. Some queues drop in bursts, and silence for half a minute would be
    /// worse.
    /// </summary>
    private static readonly Duration Unusable = Duration.FromSeconds(5);

    private static readonly Duration MinInterval = Duration.FromSeconds(1);

    /// <summary>
    /// The sender's own queue is drained after this time; otherwise it would be mistaken for the delay of the empty path.
    /// </summary>
    private static readonly Duration MaxQueueTime = Duration.FromSeconds(30);

    /// <summary>
    /// While the queue falls by more than this within a second, streams are not raised: TCP will fill the queue again, but a queue that
    /// only mixers have filled will disappear.
    /// </summary>
    private static readonly Duration Draining = Duration.FromMilliseconds(-3);

    /// <summary>
    /// A sender that sends all voices, and has not raised lately, waits for this time with a long queue before it reduces them: the slow
    /// start of a TCP fills a queue and drops packets within about a second, and then it is known whose queue it was.
    /// </summary>
    private static readonly Duration Patience = Duration.FromMilliseconds(500);

    /// <summary>A queue that has been short for this time was short before the next one begins.</summary>
    private static readonly Duration Calm = Duration.FromSeconds(1);

    /// <summary>Before the first raise or reduction, the last one counts as this long ago.</summary>
    private static readonly Duration Long = Duration.FromSeconds(3600);

    private readonly int _maxStreams = maxStreams >= 1 ? maxStreams
        : throw new ArgumentOutOfRangeException(nameof(maxStreams), maxStreams, "allowed: at least 1");

    private SteadyDecision _decision = new(packets);
    private QueueWatch _watch = new(now - Long);
    private RaiseTiming _raises = new(now - Long);
    private FairShare _share = new(packets);
    private StandingQueue _standing = new(now);
    private Competition _others = new(now);
    private Probing _probing;
    private bool _isFromSilence, _hasLost;

    /// <summary>The streams before the present queue.</summary>
    private int _before = 1;

    private Instant _withinLimitAt = now, _decideAt = now, _reducedAt = now - Long, _longSince = now, _shortAt = now, _usableAt = now;
    private int _starved;

    public int Streams { get; private set; } = 1;

    public MixingMode Mode => Streams == 0 ? MixingMode.Probing : _others.IsOn ? MixingMode.Competing : MixingMode.Delay;

    public void OnSilence(Instant now) => Probe(now);

    public void OnReading(in PathReading reading)
    {
        if (Streams == 0)
            TryResume(reading);
        else if (!YieldsToLoss(reading))
            Adapt(reading);
    }

    private void Adapt(in PathReading reading)
    {
        _others.Take(Streams, reading);
        _share.Measure(reading.LineRate, isLimited: _others.IsOn || reading.FairRate < packets.RateOf(reading.Wanted), reading.At);
        UpdateQueueState(reading);
        if (reading.IsNewLossEvent && reading.At > _reducedAt + reading.RoundTrip)
            ReduceForLoss(_decision.Fewer(Streams, _share.Rate(reading)), reading);
        if (_others.IsOn)
            Compete(reading);
        else
            WatchQueue(reading);
        if (Streams == 0 || reading.At < _decideAt)
            return;
        _decideAt = reading.At + Duration.Max(reading.RoundTrip * DecisionRoundTrips, MinInterval);
        Decide(reading);
    }

    /// <summary>
    /// If more than 20 % is lost: reduces to one stream with all voices at once, and to probes if that does not help for some seconds.
    /// </summary>
    private bool YieldsToLoss(in PathReading reading)
    {
        if (reading.LossShare <= UnusableLoss)
        {
            _usableAt = reading.At;
            return false;
        }
        _others.Forget();
        if (Streams > 1)
            ReduceForLoss(1, reading);
        else if (reading.At - Instant.Max(_usableAt, _reducedAt) > reading.LossShareTime + Unusable)
            Probe(reading.At);
        return true;
    }

    private void UpdateQueueState(in PathReading reading)
    {
        if (reading.Queueing >= DelayLimit.Short)
        {
            _longSince = reading.At;
            return;
        }
        _shortAt = reading.At;
        _watch.Reset();
        _raises.QueueIsShort(Streams, reading.At);
        Duration time = reading.At - _longSince;
        if (_others.IsOver(time, reading))
            EndCompetition(reading.At);
        else if (!_others.IsOn)
            RememberStreams(time, reading);
    }

    /// <summary>Others are gone: the sender takes back at once what it had before they came.</summary>
    private void EndCompetition(Instant now)
    {
        _others.End();
        if (_before <= Streams)
            return;
        Streams = _before;
        _raises.Raised(now);
    }

    /// <summary>
    /// The queue is short. If the line has then turned out to carry much more than the sender needs, the queue was that of others.
    /// </summary>
    private void RememberStreams(Duration shortTime, in PathReading reading)
    {
        if (_before > Streams && Need(reading) <= _share.Streams(reading.At))
        {
            Streams = _before;
            _others.Expect(reading.At);
        }
        else if (shortTime > Calm)
        {
            _before = Streams;
        }
    }

    /// <summary>The streams that are to be sent if the queue does not matter.</summary>
    private int Need(in PathReading reading) => Math.Max(1, Math.Min(_before, reading.Wanted));

    /// <summary>
    /// Others keep the queue: the sender takes its share, unless losses have lowered it, and yields if the others do not.
    /// </summary>
    private void Compete(in PathReading reading)
    {
        if (!_hasLost)
            Streams = Math.Max(Streams, Math.Min(_before, _share.Streams(reading.At)));
        if (!_others.HasFailed(reading))
            return;
        _others.Forget();
        _share.Waive(reading.At);
    }

    private void BeginCompetition(in PathReading reading)
    {
        _others.Begin(reading);
        _hasLost = false;
        int fair = reading.FairRate == DataRate.MaxValue ? 1 : _decision.Nearest(reading.FairRate);
        Streams = Math.Max(Streams, Math.Min(_before, Math.Max(fair, _share.Streams(reading.At))));
    }

    private void WatchQueue(in PathReading reading)
    {
        if (_isFromSilence && _raises.IsTrying && reading.Queueing > DelayLimit.AfterSilence)
        {
            Probe(reading.At);
            return;
        }
        bool stands = _standing.IsFound(isReduced: Streams < _before, reading);
        if (stands || IsDropping(reading) || IsExpected(reading))
        {
            BeginCompetition(reading);
            return;
        }
        if (Waits(reading))
            return;
        int share = _share.Streams(reading.At);
        QueueVerdict verdict = _watch.Judge(Streams, packets.StreamsIn(reading.Delivered), share, _raises.IsTrying, reading);
        if (verdict.IsOfOthers)
        {
            _share.Claim();
            BeginCompetition(reading);
            return;
        }
        int streams = verdict.Streams;
        if (streams == Streams && reading.At - _shortAt > MaxQueueTime)
            (streams, _shortAt) = (Math.Max(1, Streams - 1), reading.At);
        if (streams >= Streams)
            return;
        if (_raises.IsTrying)
            _before = Math.Min(_before, Math.Max(1, Streams - 1)); // The stream that was tried does not fit.
        _raises.Reduced(streams, reading.At);
        Reduce(streams, reading.At);
    }

    /// <summary>Whether the sender waits until it is known whose queue it is.</summary>
    private bool Waits(in PathReading reading)
    {
        if (reading.Queueing > DelayLimit.Of(Streams))
            return !_raises.IsRecent(reading.At) && Streams >= reading.Wanted && reading.At - _withinLimitAt < Patience;
        _withinLimitAt = reading.At;
        return false;
    }

    /// <summary>Whether the queue has dropped packets: this sender would have yielded before, so others have filled it.</summary>
    private bool IsDropping(in PathReading reading) =>
        reading.IsNewLossEvent && !_raises.IsRecent(reading.At) && reading.Queueing > DelayLimit.Of(_before)
        && _share.IsClaimed(reading.At);

    /// <summary>
    /// Whether the queue is taken for that of others because earlier ones were theirs, and the sender has no more than its share.
    /// </summary>
    private bool IsExpected(in PathReading reading) =>
        reading.Queueing > DelayLimit.Of(Streams) && !_raises.IsRecent(reading.At) && _others.IsExpected(reading.At)
        && Math.Min(Streams, reading.Wanted) <= _share.Streams(reading.At);

    private void Decide(in PathReading reading)
    {
        int wanted = _decision.Decide(Streams, _share.Rate(reading));
        if (_others.IsOn && !_others.TrustsLosses(reading.At))
            wanted = Math.Min(wanted, _share.Most(Need(reading)));
        if (IsStarved(reading))
            Probe(reading.At);
        else if (wanted < Streams)
            ReduceForLoss(wanted, reading);
        else if (wanted > Streams && Streams < _maxStreams && reading.IsInUse && MayRaise(reading))
        {
            _isFromSilence = false;
            Streams++;
            _raises.Raised(reading.At);
        }
    }

    private bool MayRaise(in PathReading reading) => _others.IsOn
        ? reading.QueueingChange >= Draining
        : reading.Queueing < DelayLimit.Short && _raises.MayRaise(reading.At);

    private bool IsStarved(in PathReading reading)
    {
        bool isStarved = Streams == 1 && packets.StreamsIn(reading.FairRate) < StarvedStreams && reading.LossShare > StarvedLoss
            && reading.Queueing > DelayLimit.Of(1);
        _starved = isStarved ? _starved + 1 : 0;
        return _starved >= StarvedDecisions;
    }

    private void ReduceForLoss(int streams, in PathReading reading)
    {
        if (streams >= Streams)
            return;
        _hasLost = true;
        if (!_others.IsOn)
            _before = streams;
        _raises.GiveUp();
        _watch.SuspendUntilDrained(reading);
        Reduce(streams, reading.At);
    }

    private void Reduce(int streams, Instant now)
    {
        if (streams < Streams)
            (Streams, _reducedAt) = (streams, now);
    }

    private void Probe(Instant now)
    {
        if (Streams == 0)
            return;
        (Streams, _before, _starved) = (0, 1, 0);
        _others.End();
        _probing.Begin(now);
    }

    private void TryResume(in PathReading reading)
    {
        if (!_probing.MayResume(reading))
            return;
        _watch.Reset();
        _isFromSilence = _probing.FoundEmptyQueue;
        (_decideAt, _longSince, _shortAt) = (reading.At + MinInterval, reading.At, reading.At);
        (Streams, _reducedAt) = (1, reading.At);
        _raises.Raised(reading.At);
    }
}
