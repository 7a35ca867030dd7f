using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// Watches the queue while the sender assumes that it causes the queue itself. Above <see cref="DelayLimit"/> it reduces the streams: first
/// to those that arrive, then by one at a time. If the queue does not fall after two reductions, other senders keep it
/// (<see cref="DrainTrial"/>).
/// </summary>
internal struct QueueWatch(Instant longAgo)
{
    /// <summary>
    /// The time until the effect of a reduction is measured: a round trip, in which the effect arrives, and this time, or
    /// <see cref="MeasuredRoundTrips"/> if they take longer. The measurement is the change of the queue within a second.
    /// </summary>
    private static readonly Duration MinMeasuring = Duration.FromSeconds(1.5);

    private const double MeasuredRoundTrips = 3;

    /// <summary>
    /// After a failed increase the backlog drains slowly if the path has little spare capacity, so the queue does not yet show whether the
    /// remaining streams fit. And a last stream cannot be removed, so only time shows who causes the queue.
    /// </summary>
    private static readonly Duration LongMeasuring = Duration.FromSeconds(6);

    /// <summary>
    /// A queue above this multiple of the limit that falls by less than <see cref="TooSlow"/> would be audible for too long.
    /// </summary>
    private const double TooLong = 2;

    private static readonly Duration TooSlow = Duration.FromMilliseconds(-50);

    /// <summary>A queue falls if its change within a second is below this.</summary>
    private static readonly Duration Falls = Duration.FromMilliseconds(-3);

    /// <summary>A queue that has grown by more than this within 0.3 s receives more than the path delivers.</summary>
    private static readonly Duration Grows = Duration.FromMilliseconds(10);

    /// <summary>The time until the delivered rate is that of the reduced streams, in addition to a round trip.</summary>
    private static readonly Duration DeliveryTime = Duration.FromMilliseconds(300);

    /// <summary>The error of the delivered rate, in streams.</summary>
    private const double Tolerance = 0.25;

    private DrainTrial _trial;

    /// <summary>When the effect of the last reduction shows in the queue, and in the delivered rate.</summary>
    private Instant _measuredAt = longAgo, _deliveredAt = longAgo;

    /// <summary>The queue is short: ends the trial.</summary>
    public void Reset() => _trial.Reset();

    /// <summary>Losses have reduced the streams: the backlog must drain before it shows whether the remaining ones fit.</summary>
    public void SuspendUntilDrained(in PathReading reading) =>
        _measuredAt = Instant.Max(_measuredAt, reading.At + reading.RoundTrip + MinMeasuring);

    /// <summary>Judges the queue. The caller must follow the verdict, because the next one measures its effect.</summary>
    /// <param name="streams">The present streams, at least 1.</param>
    /// <param name="delivered">The delivered streams, a fraction.</param>
    /// <param name="share">The sender's share of the line in streams: it does not go below at once, only one by one.</param>
    /// <param name="isTrying">Whether the last stream is a trial.</param>
    public QueueVerdict Judge(int streams, double delivered, int share, bool isTrying, in PathReading reading)
    {
        _trial.Record(reading.Queueing);
        if (reading.Queueing <= DelayLimit.Of(streams, isTrying))
            return new QueueVerdict(streams);
        int arriving = Math.Max((int)Math.Floor(delivered + Tolerance), share);
        if (reading.At < _measuredAt)
            return JudgeGrowth(streams, arriving, reading);
        if (reading.QueueingChange < Falls)
            return JudgeFall(streams, reading);
        if (_trial.HasFailed(reading.Queueing))
        {
            _trial.Reset();
            return new QueueVerdict(streams, IsOfOthers: true);
        }
        _trial.Begin(reading.Queueing);
        QueueVerdict verdict = ReduceAndMeasure(Math.Min(streams - 1, arriving), reading);
        if (isTrying || streams == 1)
            _measuredAt = Instant.Max(_measuredAt, reading.At + LongMeasuring);
        return verdict;
    }

    /// <summary>Until the last reduction has been measured, only a growing queue matters.</summary>
    private QueueVerdict JudgeGrowth(int streams, int arriving, in PathReading reading) =>
        reading.At >= _deliveredAt && reading.QueueingGrowth > Grows
            ? Reduce(Math.Min(streams, arriving), reading)
            : new QueueVerdict(streams);

    /// <summary>A long queue must fall fast enough.</summary>
    private QueueVerdict JudgeFall(int streams, in PathReading reading) =>
        reading.Queueing > DelayLimit.Of(streams) * TooLong && reading.QueueingChange > TooSlow
            ? ReduceAndMeasure(streams - 1, reading)
            : new QueueVerdict(streams);

    private QueueVerdict ReduceAndMeasure(int streams, in PathReading reading)
    {
        _measuredAt = reading.At + Duration.Max(reading.RoundTrip + MinMeasuring, reading.RoundTrip * MeasuredRoundTrips);
        return Reduce(streams, reading);
    }

    private QueueVerdict Reduce(int streams, in PathReading reading)
    {
        _deliveredAt = reading.At + reading.RoundTrip + DeliveryTime;
        return new QueueVerdict(Math.Max(1, streams));
    }
}
