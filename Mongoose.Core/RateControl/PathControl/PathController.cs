using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Finds the rate that a circuit's path carries, from acks alone: a window that grows by a segment per round trip and shrinks at losses, with
/// a bound on the queueing delay that it causes; where others fill the queue it grows as CUBIC does. The rate is window over round trip.
/// <para>
/// R is the shortest ack time of the last datagram, never smoothed: where the queue grows, window over R slows down by itself. Queueing delay
/// is the least R of half a second less the least of <see cref="RoundTrips.Memory"/>.
/// </para>
/// <para>docs/RATE-CONTROL.md states the rule and why each constant is what it is. Not thread-safe; allocates nothing after its making.</para>
/// </summary>
public sealed class PathController
{
    /// <summary>S: growth is counted in segments of so many bytes, the size of OpenSim's full packets.</summary>
    public const int SegmentBytes = 1000;

    /// <summary>The window of a circuit that has proved nothing.</summary>
    public const int InitialWindowBytes = 15_000;

    private const double MinWindow = 2 * SegmentBytes;

    /// <summary>What a loss leaves of the window; as CUBIC's beta.</summary>
    private const double CutFactor = CubicGrowth.Beta;

    /// <summary>A loss leaves no more than the cut of so many times what was delivered in a round trip.</summary>
    private const double CutDelivered = 1.5;

    /// <summary>The window is at most so many times what was delivered in a round trip: a window in use can double it.</summary>
    private const double WindowDelivered = 2;

    /// <summary>Below so much of the permitted delay the queue counts as gone.</summary>
    private const double Gone = 0.4;

    /// <summary>Growth fades to nothing from so much of the permitted delay to all of it.</summary>
    private const double FadeFrom = 0.6;

    /// <summary>A queue that drains leave above so much of its height is filled by others.</summary>
    private const double Stays = 0.7;

    /// <summary>Drains without effect before the circuit competes.</summary>
    private const int DrainsBeforeCompeting = 2;

    /// <summary>The most that one drain takes and leaves of the window.</summary>
    private const double DeepestDrain = 0.5, ShallowestDrain = 0.8;

    /// <summary>Growth in a round trip is limited to these factors of what is acknowledged in it, since acks come in clumps.</summary>
    private const double SlowStartClump = 2, AvoidanceClump = 1.5;

    private static readonly DataRate FirstRate = DataRate.FromKilobitsPerSecond(500);
    private static readonly Duration SlowStartDelay = Duration.FromMilliseconds(30);
    private static readonly Duration DrainPause = Duration.FromMilliseconds(150);
    private static readonly Duration CompetingTime = Duration.FromSeconds(15);
    private static readonly Duration DeliveryStretch = Duration.FromMilliseconds(300);
    private static readonly Duration SlowStartInterval = Duration.FromMilliseconds(50), AvoidanceInterval = Duration.FromMilliseconds(20);
    private static readonly Duration ShortestSlowStartRoundTrip = Duration.FromMilliseconds(50);
    private static readonly Duration FirstSilence = Duration.FromSeconds(3), ShortestSilence = Duration.FromSeconds(1);
    private const double SilenceRoundTrips = 4;

    private readonly PathControlOptions _options;
    private readonly DeliveryMeter _delivered = new();
    private RoundTrips _path;
    private CubicGrowth _cubic;
    private double _window = InitialWindowBytes;
    private double _ssthresh = double.PositiveInfinity;
    private DataRate _asked;
    private Instant _ackAt, _silentSince;
    private Instant _cutAt = LongAgo, _drainAt = LongAgo;
    private Instant _competingUntil = LongAgo;
    private uint _highestSent, _sentAtCut;
    private bool _hasCut;
    private int _drains;
    private double _windowBeforeDrains;
    private Duration _highestDelay;

    private static readonly Instant LongAgo = new(long.MinValue / 2);

    public PathController(PathControlOptions options, Instant now)
    {
        _options = options;
        _ackAt = _silentSince = now;
        Rate = FirstRate;
    }

    /// <summary>What the circuit may send.</summary>
    public DataRate Rate { get; private set; }

    /// <summary>In bytes.</summary>
    public double Window => _window;

    public PathMode Mode { get; private set; }

    /// <summary>The last round trip; zero before the first.</summary>
    public Duration RoundTrip => _path.Last;

    /// <summary>The least round trip that is remembered: the path without a queue.</summary>
    public Duration LeastRoundTrip => _path.Least;

    /// <summary>Time that packets wait in queues of the path.</summary>
    public Duration QueueingDelay => _path.Queueing;

    private Duration MaxDelay => _options.MaxDelay;

    /// <summary>The rate without path control: what the viewer asks for, and what caps leave of it.</summary>
    public void SetAsked(DataRate asked)
    {
        _asked = asked;
        SetRate();
    }

    /// <summary>A packet was sent for the first time.</summary>
    public void Sent(uint number) => _highestSent = number;

    /// <summary>Acks have arrived, or losses were found.</summary>
    public void Acked(in AckReport report)
    {
        Instant now = report.At;
        if (report.Bytes > 0)
        {
            if (report.Shortest is { } shortest)
                _path.Add(shortest, now);
            _delivered.Add(report.Bytes, Duration.Max(DeliveryStretch, Duration.Min(_path.Last, DeliveryMeter.LongestStretch)), now);
        }
        if (_path.HasSample)
            Decide(report, now);
        if (report.Bytes > 0)
            _ackAt = _silentSince = now;
        SetRate();
    }

    /// <summary>Time goes on. No ack for long while packets wait for one is taken as a loss.</summary>
    /// <param name="inFlight">Whether packets wait for acks.</param>
    /// <param name="now">The time.</param>
    public void Tick(bool inFlight, Instant now)
    {
        if (!inFlight || now < _silentSince)
        {
            _silentSince = now;
            return;
        }
        Duration limit = _path.HasSample
            ? Duration.Max(ShortestSilence, Duration.Min(_path.Last, ShortestSilence) * SilenceRoundTrips)
            : FirstSilence;
        if (now - _silentSince < limit)
            return;
        _silentSince = now;
        _ssthresh = _window = Math.Max(MinWindow, _window / 2);
        NoteCut(now);
        _cubic.Forget();
        SetRate();
    }

    private void Decide(in AckReport report, Instant now)
    {
        bool isCompeting = IsCompeting(now);
        if (report.Lost && IsNewLoss(report.HighestLost, now))
        {
            Cut(now);
            return;
        }
        if (_window < _ssthresh && _path.Queueing > SlowStartDelay)
            _ssthresh = _window;
        if (!isCompeting && _path.Queueing > MaxDelay && now > Instant.Max(_cutAt, _drainAt) + _path.Last + DrainPause)
        {
            if (!IsOthersQueue())
            {
                Drain(now);
                return;
            }
            isCompeting = true;
            Compete(now);
        }
        if (now > Instant.Max(_cutAt, _drainAt) + _path.Last && IsInUse())
            Grow(report.Bytes, isCompeting, now);
        double most = Math.Min(Math.Max(WindowDelivered * BytesDelivered(_path.Last), InitialWindowBytes), _asked.BytesPerSecond * _path.Last.Seconds);
        _window = Math.Max(MinWindow, Math.Min(_window, most));
    }

    private bool IsCompeting(Instant now)
    {
        bool isGone = _path.Queueing < MaxDelay * Gone;
        if (isGone || Mode == PathMode.Competing && now > _competingUntil)
            _drains = 0;
        _highestDelay = Duration.Max(_highestDelay, _path.Queueing);
        if (isGone)
            _competingUntil = LongAgo;
        return now <= _competingUntil;
    }

    /// <summary>A loss of a packet that was sent after the last cut, a round trip after it at least.</summary>
    private bool IsNewLoss(uint number, Instant now) =>
        now > _cutAt + _path.Last && (!_hasCut || SentPackets.IsAfter(number, _sentAtCut));

    private void Cut(Instant now)
    {
        _cubic.OnReduction(_window / SegmentBytes, fastConvergence: true);
        _ssthresh = _window = Math.Max(MinWindow, CutFactor * Math.Min(_window, CutDelivered * BytesDelivered(_path.Last)));
        NoteCut(now);
    }

    private void NoteCut(Instant now) => (_cutAt, _sentAtCut, _hasCut) = (now, _highestSent, true);

    /// <summary>Whether the queue has withstood the circuit's drains.</summary>
    private bool IsOthersQueue() => _drains >= DrainsBeforeCompeting && _path.Queueing > _highestDelay * Stays;

    /// <summary>
    /// Lets the queue run empty. It is an experiment too: alone on the path, the queue goes and stays away; with a TCP beside, it does not.
    /// </summary>
    private void Drain(Instant now)
    {
        if (_drains == 0)
            (_windowBeforeDrains, _highestDelay) = (_window, _path.Queueing);
        _drains++;
        _drainAt = now;
        _cubic.OnReduction(_window / SegmentBytes * (1 + CubicGrowth.Beta) / 2, fastConvergence: false);
        double part = Math.Clamp(_path.Least / _path.LeastLately, DeepestDrain, ShallowestDrain);
        double pipe = _delivered.Latest * _path.Least.Seconds;
        _ssthresh = _window = Math.Max(MinWindow, Math.Min(_window * part, pipe));
    }

    /// <summary>The drains have only given room away: the window is taken back.</summary>
    private void Compete(Instant now)
    {
        _competingUntil = now + CompetingTime;
        _window = Math.Max(_window, Math.Min(_windowBeforeDrains, _asked.BytesPerSecond * _path.Last.Seconds));
    }

    /// <summary>Whether the circuit uses its rate; a window that is not used proves nothing (RFC 7661).</summary>
    private bool IsInUse() => _delivered.Largest >= Rate.BytesPerSecond / 2 || _window < InitialWindowBytes;

    private void Grow(long acked, bool isCompeting, Instant now)
    {
        Duration interval = now - _ackAt;
        double roundTrips = Duration.Max(interval, AvoidanceInterval) / _path.Last;
        if (_window < _ssthresh)
        {
            double steps = Duration.Max(interval, SlowStartInterval) / Duration.Max(_path.Last, ShortestSlowStartRoundTrip);
            _window += Math.Min(acked, SlowStartClump * _window * steps);
        }
        else if (isCompeting)
        {
            double segments = Math.Min(acked, AvoidanceClump * _window * roundTrips) / SegmentBytes;
            _window = SegmentBytes * _cubic.Grow(_window / SegmentBytes, segments, now, _path.Least);
            return;
        }
        else
        {
            double fade = Math.Clamp((MaxDelay - _path.Queueing) / (MaxDelay * (1 - FadeFrom)), 0, 1);
            _window += fade * Math.Min(SegmentBytes * (double)acked / _window, AvoidanceClump * SegmentBytes * roundTrips);
        }
        _cubic.LeaveEpoch();
    }

    private double BytesDelivered(Duration time) => _delivered.Largest * time.Seconds;

    private void SetRate()
    {
        DataRate path = _path.HasSample
            ? DataRate.FromBytesPerSecond(_window / Math.Max(1e-3, _path.Last.Seconds))
            : FirstRate * Math.Min(1, _window / InitialWindowBytes);
        Rate = DataRate.Min(_asked, DataRate.Max(path, _options.MinRate));
        Mode = path >= _asked ? PathMode.Free : _competingUntil > _ackAt ? PathMode.Competing : PathMode.Delay;
    }
}
