using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Feedback;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>
/// Measures a sender's path from reports: round trips, the delay in queues, losses, and the fair rate.
/// <para>Not thread-safe; allocates nothing per packet after it has grown to its working size.</para>
/// </summary>
internal sealed class PathMonitor(MonitorOptions options)
{
    /// <summary>The share of lost packets covers this many round trips, and at least two seconds.</summary>
    private const double ShareRoundTrips = 8;

    private static readonly Duration MinShareTime = Duration.FromSeconds(2);

    /// <summary>
    /// How long the delay of the empty path is remembered by default. After a change of route the old minimum expires soon enough that the
    /// missing streams return within a minute.
    /// </summary>
    public static readonly Duration UsualMemory = Duration.FromSeconds(50);

    /// <summary>Packets whose acknowledgments were lost leave the record after this time.</summary>
    private static readonly Duration MaxFlightTime = Duration.FromSeconds(20);

    /// <summary>Losses without a queue of this length, and below this share, are not congestion.</summary>
    private static readonly Duration LossQueue = Duration.FromMilliseconds(10), RandomTime = Duration.FromSeconds(5);

    private const double RandomLoss = 0.05;

    private static readonly Duration MinSample = Duration.FromMicroseconds(1);

    /// <summary>Receivers report times in units of 1/1024 s (RFC 8888), and their clocks may be uneven.</summary>
    private static readonly Duration ClockResolution = Duration.FromMilliseconds(2);

    private readonly SentPackets _sent = new();
    private readonly DeliveredRate _delivered = new(options.Interval);
    private readonly RecentLoss _recent = new();
    private readonly LossTimer? _timer = options.Detection == LossDetection.Timer ? new LossTimer() : null;
    private QueueMeter _queue;
    private LineRate _line;
    private CoveredNumbers _covered;
    private RoundTripMeter _roundTrip;
    private LossEpisode _episode;
    private bool _isNewLossEvent;
    private int _acked;

    /// <summary>The smoothed round trip; zero before the first report.</summary>
    public Duration RoundTrip => _roundTrip.Smoothed;

    /// <summary>The largest rate at which packets have arrived within the last two seconds of sending.</summary>
    public DataRate MaxDelivered => _delivered.Largest;

    public LossHistory Losses { get; } = new(options.LossUnit, options.SegmentBytes, options.DiscountFloor);

    public Duration Queueing => _queue.Delay;

    /// <summary>Whether losses that only other senders have count as loss events too (<see cref="LossEpisode"/>).</summary>
    public bool CountsLossesOfOthers { get; set; }

    /// <summary>How long the delay of the empty path is remembered.</summary>
    public Duration Memory { get; set; } = UsualMemory;

    public DataRate FairRate => _roundTrip.HasSample ? Losses.FairRate(FairRoundTrip) : DataRate.MaxValue;

    public DataRate Delivered => _delivered.Latest;

    /// <summary>R, the round trip in the equation of the fair rate.</summary>
    private Duration FairRoundTrip => options.IsSteady ? _roundTrip.Mean : _roundTrip.Smoothed;

    private Duration ShareTime => Duration.Max(MinShareTime, _roundTrip.Smoothed * ShareRoundTrips);

    private Duration EventTime => options.IsSteady ? _episode.EventTime(_roundTrip.Smoothed) : _roundTrip.Smoothed;

    /// <summary>Records a packet that is sent.</summary>
    public void Sent(uint number, int bytes, Instant now)
    {
        _sent.Sent(number, bytes, isResend: false, now);
        _timer?.Sent(number, bytes, _sent.SentBytes - bytes, now);
    }

    /// <summary>Processes a report. Returns false if it acknowledges nothing.</summary>
    public bool Received(in ArrivalReport report, Instant now)
    {
        int before = _acked;
        Instant latest = report.At - MinHeld(report.Arrivals);
        foreach (ref readonly PacketArrival arrival in report.Arrivals)
        {
            if (arrival.Held >= Duration.Zero && _sent.TryAcknowledge(arrival.Number, out SentPacket packet))
                Acknowledge(packet, arrival.Held, report.At, latest, now);
        }
        _covered.Add(report);
        if (_timer is null)
        {
            _sent.MinRoundTrip = _queue.MinRoundTrip;
            while (_sent.TryNextOvertaken(out SentPacket overtaken))
                LoseIfCovered(overtaken, now);
        }
        return _acked > before;
    }

    /// <summary>Advances the time: timers expire, and packets that were never reported are removed.</summary>
    public void Tick(Instant now)
    {
        _sent.GiveUpBefore(now - MaxFlightTime);
        if (_timer is null)
            return;
        while (_timer.TryNextExpired(now, out SentPacket packet))
            Lose(packet, now);
    }

    /// <summary>Reads all measurements, and begins the next reading.</summary>
    public PathReading Read(int wanted, bool isInUse, Instant now)
    {
        PathReading reading = new(
            At: now,
            RoundTrip: _roundTrip.Smoothed,
            Queueing: _queue.Delay,
            QueueingChange: _queue.Change,
            QueueingGrowth: _queue.Growth,
            FairRate: FairRate,
            Delivered: _delivered.Latest,
            LineRate: _line.Take(),
            LossShare: _recent.Share(ShareTime, now),
            LossShareTime: ShareTime,
            LatestLossShare: _recent.Share(MinShareTime, now),
            IsNewLossEvent: _isNewLossEvent,
            Acked: _acked,
            Wanted: wanted,
            IsInUse: isInUse);
        (_isNewLossEvent, _acked) = (false, 0);
        return reading;
    }

    /// <summary>Replaces the loss history, so that <paramref name="rate"/> is the fair rate until the next loss.</summary>
    public void Restart(DataRate rate) => Losses.Restart(rate, FairRoundTrip);

    private void Acknowledge(in SentPacket packet, Duration held, Instant reportedAt, Instant latest, Instant now)
    {
        _acked++;
        Duration sample = now - packet.FirstSent - held;
        Instant arrivedAt = reportedAt - held;
        CountArrival(packet, Duration.Max(sample, Duration.Zero), now);
        Losses.Arrived(packet);
        _delivered.Add(packet, arrivedAt, latest);
        _line.Add(packet, arrivedAt);
        // A receiver cannot have held the report for longer than the packet's whole round trip, except for the resolution of its clock.
        if (sample < Duration.Zero - ClockResolution)
            return;
        sample = Duration.Max(sample, MinSample);
        _roundTrip.Add(sample, now);
        _queue.Add(sample, arrivedAt - packet.FirstSent, Memory, now);
        if (!_episode.IsLossOfOthers(_queue.Delay, _roundTrip.Smoothed, now) || !CountsLossesOfOthers)
            return;
        Losses.LostByOthers(packet, FairRoundTrip, _delivered.Largest);
        _isNewLossEvent = true;
    }

    private static Duration MinHeld(ReadOnlySpan<PacketArrival> arrivals)
    {
        Duration min = arrivals.IsEmpty ? Duration.Zero : Duration.MaxValue;
        foreach (ref readonly PacketArrival arrival in arrivals)
            min = Duration.Min(min, arrival.Held);
        return Duration.Max(min, Duration.Zero);
    }

    /// <summary>
    /// Counts an arrival in the share of lost packets. A packet that was counted as lost but was only late is subtracted.
    /// </summary>
    private void CountArrival(in SentPacket packet, Duration roundTrip, Instant now)
    {
        _recent.Acked(1, now);
        bool countedAsLost = _timer is null ? packet.Loss == LossState.Counted : !_timer.Acked(packet.Number, roundTrip);
        if (countedAsLost && now - packet.FirstSent < ShareTime)
            _recent.Lost(-1, now);
    }

    /// <summary>A missing packet that no report covers may have arrived: reports may be lost too.</summary>
    private void LoseIfCovered(in SentPacket packet, Instant now)
    {
        if (!_covered.Contains(packet.Number))
            return;
        _sent.RecordLoss(packet.Number, LossState.Counted);
        Lose(packet, now);
    }

    private void Lose(in SentPacket packet, Instant now)
    {
        _recent.Lost(1, now);
        if (options.IsSteady && _queue.Longest < LossQueue && _recent.Share(RandomTime, now) < RandomLoss)
            return;
        if (!_roundTrip.HasSample || !Losses.Lost(packet, EventTime, FairRoundTrip, _delivered.Largest))
            return;
        _isNewLossEvent = true;
        _episode.Begin(_queue.Delay);
    }
}
