using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// The rule of this project: few changes, short queues while the sender is alone, a fair share next to TCP.
/// <list type="bullet">
/// <item>T, the rate of a TCP with the same losses, is always the limit, rounded to the nearest number of streams
/// (<see cref="SteadyDecision"/>).</item>
/// <item>While the queue is the sender's own, the rule also keeps the queueing delay below <see cref="DelayLimit"/>, which avoids
/// losses.</item>
/// <item>A queue that remains after reductions is that of other senders (<see cref="QueueWatch"/>). Then T alone decides, until the queue
/// has been short for five seconds.</item>
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

    /// <summary>After this time with a short queue, other senders no longer keep one.</summary>
    private static readonly Duration OthersGone = Duration.FromSeconds(5);

    /// <summary>
    /// The sender's own queue is drained after this time; otherwise it would be mistaken for the delay of the empty path.
    /// </summary>
    private static readonly Duration MaxQueueTime = Duration.FromSeconds(30);

    /// <summary>
    /// While the queue falls by more than this within a second, streams are not raised: TCP will fill the queue again, but a queue that
    /// only mixers have filled will disappear.
    /// </summary>
    private static readonly Duration Draining = Duration.FromMilliseconds(-3);

    /// <summary>Before the first raise or reduction, the last one counts as this long ago.</summary>
    private static readonly Duration Long = Duration.FromSeconds(3600);

    private readonly int _maxStreams = maxStreams >= 1 ? maxStreams
        : throw new ArgumentOutOfRangeException(nameof(maxStreams), maxStreams, "allowed: at least 1");

    private SteadyDecision _decision = new(packets);
    private QueueWatch _watch = new(now - Long);
    private RaiseTiming _raises = new(now - Long);
    private Probing _probing;
    private bool _isCompeting, _isFromSilence;
    private Instant _decideAt = now, _reducedAt = now - Long, _longSince = now, _shortAt = now, _usableAt = now;
    private int _starved;

    public int Streams { get; private set; } = 1;

    public MixingMode Mode => Streams == 0 ? MixingMode.Probing : _isCompeting ? MixingMode.Competing : MixingMode.Delay;

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
        UpdateQueueState(reading);
        if (reading.IsNewLossEvent && reading.At > _reducedAt + reading.RoundTrip)
            ReduceForLoss(_decision.Fewer(Streams, reading.FairRate), reading);
        if (!_isCompeting)
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
        if (reading.At - _longSince > OthersGone)
            _isCompeting = false;
    }

    private void WatchQueue(in PathReading reading)
    {
        if (_isFromSilence && _raises.IsTrying && reading.Queueing > DelayLimit.AfterSilence)
        {
            Probe(reading.At);
            return;
        }
        QueueVerdict verdict = _watch.Judge(Streams, packets.StreamsIn(reading.Delivered), _raises.IsTrying, reading);
        _isCompeting = verdict.IsOfOthers;
        int streams = verdict.Streams;
        if (streams == Streams && reading.At - _shortAt > MaxQueueTime)
            (streams, _shortAt) = (Math.Max(1, Streams - 1), reading.At);
        if (streams >= Streams)
            return;
        _raises.Reduced(streams, reading.At);
        Reduce(streams, reading.At);
    }

    private void Decide(in PathReading reading)
    {
        int wanted = _decision.Decide(Streams, reading.FairRate);
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

    private bool MayRaise(in PathReading reading) => _isCompeting
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
        (Streams, _isCompeting, _starved) = (0, false, 0);
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
