using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Feedback;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>
/// What a sender learns of its path from reports: round trips, the delay in queues, losses, and the rate that a TCP would get.
/// <para>Not thread-safe; allocates nothing per packet after it has grown to its working size.</para>
/// </summary>
internal sealed class PathMonitor
{
    /// <summary>Weight of a packet in the smoothed round trip (paper, section 5.1).</summary>
    private const double Smoothing = 1.0 / 8;

    /// <summary>The losses that the share of lost packets counts.</summary>
    private static readonly Duration ShortestShareTime = Duration.FromSeconds(2);

    private const double ShareRoundTrips = 8;

    /// <summary>A lost acknowledgment must not keep its packet in flight for ever.</summary>
    private static readonly Duration LongestFlight = Duration.FromSeconds(20);

    private static readonly Duration Shortest = Duration.FromMicroseconds(1);

    private readonly SentPackets _sent = new();
    private readonly DeliveredRate _delivered = new();
    private readonly LossHistory _losses;
    private readonly RecentLoss _recent = new();
    private readonly LossTimer? _timer;
    private QueueMeter _queue;
    private Duration _roundTrip = Duration.Zero;
    private bool _isNewLossEvent;
    private int _acked;

    public PathMonitor(LossHistory losses, LossDetection detection)
    {
        _losses = losses;
        _timer = detection == LossDetection.Timer ? new LossTimer() : null;
    }

    /// <summary>The smoothed round trip; zero before the first report.</summary>
    public Duration RoundTrip => _roundTrip;

    /// <summary>Packets whose fate is not known.</summary>
    public int InFlight => _sent.InFlightPackets;

    /// <summary>The largest rate at which packets have arrived within the last two seconds of sending.</summary>
    public DataRate LargestDelivered => _delivered.Largest;

    public LossHistory Losses => _losses;

    public Duration Queueing => _queue.Delay;

    /// <summary>How long the delay of the empty path is remembered.</summary>
    public Duration Memory { get; set; } = Duration.FromSeconds(60);

    public DataRate FairRate => _roundTrip > Duration.Zero ? _losses.FairRate(_roundTrip) : DataRate.MaxValue;

    public DataRate Delivered => _delivered.Latest;

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
        foreach (ref readonly PacketArrival arrival in report.Arrivals)
        {
            if (arrival.Held >= Duration.Zero && _sent.TryAcknowledge(arrival.Number, out SentPacket packet))
                Acknowledge(packet, arrival.Held, report.At, now);
        }
        if (_timer is null)
            FindOvertaken(now);
        return _acked > before;
    }

    /// <summary>Advances the time: timers expire, and packets whose report never came are forgotten.</summary>
    public void Tick(Instant now)
    {
        _sent.ForgetBefore(now - LongestFlight);
        if (_timer is null)
            return;
        while (_timer.TryNextExpired(now, out SentPacket packet))
            Lose(packet, now);
    }

    /// <summary>Reads what there is to know, and begins the next reading.</summary>
    public PathReading Read(bool isInUse, Instant now)
    {
        PathReading reading = new()
        {
            At = now,
            RoundTrip = _roundTrip,
            Queueing = _queue.Delay,
            QueueingChange = _queue.Change,
            FairRate = FairRate,
            Delivered = _delivered.Latest,
            LossShare = _recent.Share(Duration.Max(ShortestShareTime, _roundTrip * ShareRoundTrips), now),
            IsNewLossEvent = _isNewLossEvent,
            Acked = _acked,
            IsInUse = isInUse,
        };
        (_isNewLossEvent, _acked) = (false, 0);
        return reading;
    }

    /// <summary>Forgets losses: a TCP would get <paramref name="rate"/> until the next one.</summary>
    public void BeginAnew(DataRate rate) => _losses.BeginAnew(rate, _roundTrip);

    private void Acknowledge(in SentPacket packet, Duration held, Instant reportedAt, Instant now)
    {
        Instant arrivedAt = reportedAt - held;
        Duration sample = Duration.Max(Shortest, now - packet.FirstSent - held);
        _roundTrip = _roundTrip == Duration.Zero ? sample : _roundTrip + (sample - _roundTrip) * Smoothing;
        _queue.Add(sample, arrivedAt - packet.FirstSent, Memory, now);
        _delivered.Add(packet.Bytes, packet.FirstSent, arrivedAt);
        _losses.Arrived(packet);
        _recent.Acked(1, now);
        _timer?.Acked(packet.Number, sample);
        _acked++;
    }

    private void FindOvertaken(Instant now)
    {
        while (_sent.TryNextOvertaken(out SentPacket packet))
            Lose(packet, now);
    }

    private void Lose(in SentPacket packet, Instant now)
    {
        _recent.Lost(1, now);
        if (_roundTrip > Duration.Zero)
            _isNewLossEvent |= _losses.Lost(packet, _roundTrip, _delivered.Largest);
    }
}
