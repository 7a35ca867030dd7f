using Mongoose.Core.Channels;
using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// The part of a viewer that asks its region for a rate. Inputs are the packets and ping replies of the region's circuit; outputs are
/// AgentThrottle payloads. The caller pings about every <see cref="PingInterval"/>, reports packets and replies as they arrive, then calls
/// <see cref="TryTake"/>, and calls it again at <see cref="NextWakeAt"/>.
/// <para>
/// When a request is sent: at its turn, which comes one interval of max(round trip, <see cref="MinInterval"/>) after the previous request.
/// The interval uses the shortest round trip measured since then, so that a draining queue takes effect immediately. At its turn, a request
/// is sent if the controller's rate differs from the last sent rate by more than 1/<see cref="NewsFraction"/>, or has differed for
/// <see cref="MaxDifferenceTime"/>. Otherwise the turn passes; the next comes with the next ping reply or after an interval. A cut of more
/// than that fraction is sent without waiting for its turn if the interval is at most 1.5 round trips, and the next interval begins with
/// it. So in any round trip there is one request and at most one cut in addition. Each request carries the current rate, so an outdated
/// rate is never sent. The first request of a circuit waits until a round trip is known, or for <see cref="UnknownRoundTrip"/>.
/// </para>
/// <para>
/// Lost requests: a request that is not acknowledged within max(1 s, 3 round trips) is repeated with the rate current at that time. The
/// caller must not resend requests itself: regions ignore GenCounter, so an old request that arrives late would undo a newer one. If the
/// caller reports no acknowledgements, requests are repeated at this pace.
/// </para>
/// <para>If the clock steps backwards, time is taken to stand still. Not thread-safe; allocates nothing after construction.</para>
/// </summary>
public sealed class ThrottleRequester
{
    /// <summary>Minimum time between requests, whatever the round trip.</summary>
    public static readonly Duration MinInterval = Duration.FromMilliseconds(50);

    /// <summary>
    /// A rate that differs from the last sent rate by at most 1/20 is not worth a request: a TCP with a window of twenty segments grows by
    /// that much per round trip.
    /// </summary>
    public const int NewsFraction = 20;

    /// <summary>A difference of at most 1/<see cref="NewsFraction"/> waits for this time, the period of a viewer's own loop.</summary>
    public static readonly Duration MaxDifferenceTime = Duration.FromSeconds(5);

    /// <summary>Bounds of <see cref="PingInterval"/>.</summary>
    public static readonly Duration MinPingInterval = Duration.FromMilliseconds(50), MaxPingInterval = Duration.FromSeconds(1);

    /// <summary>How long the first request waits for a known round trip (the initial timeout of RFC 6298 section 2.1).</summary>
    public static readonly Duration UnknownRoundTrip = Duration.FromSeconds(1);

    /// <summary>Minimum time after which an unacknowledged request is repeated.</summary>
    public static readonly Duration MinRepeatInterval = Duration.FromSeconds(1);

    private static readonly Duration FirstPingInterval = Duration.FromMilliseconds(250);

    /// <summary>If rises wait longer than this many round trips, immediate cuts would make the rate too low.</summary>
    private const double MaxIntervalForCutsAtOnce = 1.5;

    private Duration _roundTrip;
    private Instant _now;
    private Instant _notBefore;
    private Instant _repeatAt;
    private Instant _requestedAt;
    private DataRate _requested;
    private uint _generation;
    private long _lossEventsRequested;
    private bool _hasLostSince;

    /// <param name="controller">The controller that decides the rate.</param>
    /// <param name="now">When the first circuit begins.</param>
    public ThrottleRequester(IRateController controller, Instant now)
    {
        Controller = controller;
        _now = now;
        OnNewCircuit(now);
    }

    public IRateController Controller { get; }

    /// <summary>Tracks the circuit's sequence numbers.</summary>
    public SequenceTracker Sequences { get; } = new();

    /// <summary>
    /// How often to ping: twice per round trip within [<see cref="MinPingInterval"/>, <see cref="MaxPingInterval"/>], every 250 ms until
    /// the first reply.
    /// </summary>
    public Duration PingInterval => _roundTrip == Duration.Zero
        ? FirstPingInterval
        : Duration.Clamp(_roundTrip * 0.5, MinPingInterval, MaxPingInterval);

    /// <summary>When to call <see cref="TryTake"/> again if nothing arrives before then.</summary>
    public Instant NextWakeAt => Instant.Min(Controller.NextTick, NextRequestAt);

    private bool IsNews => Math.Abs(Controller.Rate.BitsPerSecond - _requested.BitsPerSecond) * NewsFraction > _requested.BitsPerSecond;

    private Instant NextRequestAt => IsNews ? _notBefore : Instant.Min(_repeatAt, DifferenceDueAt);

    private Instant DifferenceDueAt =>
        Controller.Rate == _requested ? Instant.Never : _requestedAt + Duration.Max(MaxDifferenceTime, Interval);

    private Duration Interval => Duration.Max(_roundTrip, MinInterval);

    private bool MayCutAtOnce => _hasLostSince && Controller.State.LossEvents != _lossEventsRequested
        && _roundTrip > Duration.Zero && Interval <= _roundTrip * MaxIntervalForCutsAtOnce;

    /// <summary>Reports that a packet of the circuit has arrived.</summary>
    /// <param name="isResent">The packet's resent flag.</param>
    /// <param name="bytes">The packet's UDP payload in bytes, as received from the network; 1 to 65535.</param>
    /// <param name="now">When the packet arrived.</param>
    public PacketVerdict OnPacket(uint sequence, bool isResent, int bytes, Instant now)
    {
        Pass(now);
        PacketVerdict verdict = Sequences.OnPacket(sequence, isResent, _now);
        _hasLostSince |= verdict.Loss.Count > 0;
        Controller.OnPacket(new PacketEvent(_now, bytes, verdict));
        return verdict;
    }

    /// <summary>Reports that a ping reply has arrived.</summary>
    public void OnPing(Duration roundTrip, Instant now)
    {
        Pass(now);
        var ping = new PingEvent(_now, roundTrip);
        if (_roundTrip == Duration.Zero && _generation == 0)
            _notBefore = _now;
        _roundTrip = ping.Sample;
        if (Sequences.MinRoundTrip == Duration.Zero || _roundTrip < Sequences.MinRoundTrip)
            Sequences.MinRoundTrip = _roundTrip;
        if (_generation > 0)
            _notBefore = Instant.Min(_notBefore, _requestedAt + Interval);
        Controller.OnPing(ping);
    }

    /// <summary>
    /// Reports that the viewer now talks to another region, whose packets have their own numbers and which has not been asked for a rate
    /// yet.
    /// </summary>
    public void OnNewCircuit(Instant now)
    {
        Pass(now);
        Sequences.Reset();
        _roundTrip = Duration.Zero;
        _requested = DataRate.Zero;
        _generation = 0;
        _notBefore = _now + UnknownRoundTrip;
        _repeatAt = Instant.Never;
        Controller.OnNewCircuit(_now);
    }

    /// <summary>Reports that a request has been acknowledged. Only the latest request matters.</summary>
    /// <param name="generation">The request's <see cref="ThrottleRequest.Generation"/>.</param>
    public void OnAcknowledged(uint generation)
    {
        if (generation == _generation)
            _repeatAt = Instant.Never;
    }

    /// <summary>Returns the request that is to be sent now, if there is one.</summary>
    public bool TryTake(Instant now, out ThrottleRequest request)
    {
        Pass(now);
        Controller.OnTick(_now);
        if (_now < NextRequestAt && !(MayCutAtOnce && IsNews))
        {
            if (_now >= _notBefore && Controller.Rate != _requested)
                _notBefore = _now + Interval;
            request = default;
            return false;
        }
        _requested = Controller.Rate;
        _lossEventsRequested = Controller.State.LossEvents;
        _hasLostSince = false;
        _requestedAt = _now;
        _notBefore = _now + Interval;
        _repeatAt = _now + Duration.Max(MinRepeatInterval, _roundTrip * 3);
        request = new ThrottleRequest(++_generation, _requested, ViewerSplit.Of(_requested, double.MaxValue));
        return true;
    }

    private void Pass(Instant now) => _now = Instant.Max(_now, now);
}
