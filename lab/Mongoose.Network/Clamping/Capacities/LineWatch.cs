using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>
/// Measures the line of a clamp: the capacity, the traffic that the clamp cannot limit, the standing queue, and whether the clamp must
/// release its flows. With a given capacity, it never releases them.
/// </summary>
internal sealed class LineWatch(ClampOptions options)
{
    private readonly OtherTraffic _other = new(options);
    private readonly Intervals _intervals = new();
    private readonly DrainedRate? _drained = options is { Auto: true, Queue: ClampedQueue.Own } ? new DrainedRate() : null;

    private readonly UpstreamCapacity? _upstream = options is { Auto: true, Queue: ClampedQueue.Upstream }
        ? new UpstreamCapacity(options.Rate ?? DataRate.MaxValue, options.Margin)
        : null;

    private readonly ReleaseRule? _release = options.Auto
        ? new ReleaseRule(options.Hold, options.Queue == ClampedQueue.Upstream ? UpstreamCapacity.TrialTime : Duration.Zero)
        : null;

    private ReleasePhase _phase;
    private WindowedMinimum _minDelay;

    public ClampOptions Options { get; } = options;

    /// <summary>C. Before the first measurement of the own queue it is a multiple of the traffic so far.</summary>
    public DataRate Capacity => _upstream?.Value ?? _drained?.Value ?? Options.Rate ?? DataRate.Zero;

    /// <summary>Whether <see cref="Capacity"/> is given or was measured.</summary>
    public bool IsCapacityKnown => _drained is not { IsMeasured: false };

    /// <summary>U: the traffic that is subtracted from the capacity.</summary>
    public DataRate Other => _other.Rate;

    /// <summary>The rates of other flows that count as members of the division.</summary>
    public ReadOnlySpan<DataRate> Greedy => _other.Greedy;

    /// <summary>The minimum queueing delay of the last interval.</summary>
    public Duration QueueDelay { get; private set; }

    /// <summary>
    /// The minimum queueing delay of the last second: no packet whose acknowledgment comes within that time waited less.
    /// </summary>
    public Duration MinQueueDelay => _minDelay.Value;

    /// <summary>Whether the clamp must release its flows: a queue stands although the windows fit.</summary>
    public bool Released => _release?.Phase == ReleasePhase.Released;

    private DataRate KnownCapacity => IsCapacityKnown ? Capacity : DataRate.Zero;

    /// <summary>The delay above which a queue stands: the option, but at least <see cref="TargetPackets"/> packets.</summary>
    private Duration Target => Duration.Max(Options.Target, Capacity.TimeToSend(1500) * TargetPackets);

    /// <summary>A packet of any kind passes with the data.</summary>
    public void OnArrived(int wireBytes) => _intervals.AddBytes(wireBytes);

    /// <summary>A packet that cannot be clamped passes with the data; <see cref="OnArrived"/> is called too.</summary>
    public void OnOther(in FlowKey flow, int wireBytes, Instant now) => _other.Add(flow, wireBytes, KnownCapacity, now);

    /// <summary>A packet has left the clamp's own queue; the departure may be earlier than a time already passed in.</summary>
    public void OnDequeued(int wireBytes, Duration sojourn, Instant departure)
    {
        _drained?.OnDequeued(wireBytes, sojourn, departure);
        _intervals.AddDelay(sojourn);
    }

    /// <summary>Ends an interval; called at least every <c>WindowClamp.Interval</c> while packets pass.</summary>
    /// <param name="upstreamDelay">
    /// The queueing delay before the clamp: see <see cref="UpstreamDelay"/>; null if no active flow has a current round trip. For a queue
    /// upstream only.
    /// </param>
    /// <param name="windowsFit">Whether the windows in force are those that the clamp wants.</param>
    public void Update(Duration? upstreamDelay, bool windowsFit, Instant now)
    {
        _other.Advance(KnownCapacity, now);
        _drained?.Advance(now);
        if (Options.Queue == ClampedQueue.Upstream && upstreamDelay is { } delay)
            _intervals.AddDelay(delay);
        if (!_intervals.TryEnd(now, out LineInterval interval))
            return;
        QueueDelay = interval.MinDelay;
        _minDelay.Add(interval.MinDelay, now, LineConstants.MaxInterval);
        Duration target = Target;
        _release?.Update(StateIn(interval, target, windowsFit), interval.Length, now);
        if (_upstream is not null)
            Follow(_upstream, interval, target);
    }

    private LineState StateIn(in LineInterval interval, Duration target, bool windowsFit)
    {
        bool stands = interval.MinDelay > target;
        DataRate full = (_upstream?.LineRate ?? Capacity) * FullPart;
        // Upstream, a queue that has stood for 10 s is part of the base round trip and looks empty: then the line must also have room.
        bool isFull = interval.Rate >= full;
        return new LineState(stands, windowsFit, !stands && !(_upstream is not null && isFull), !_other.Greedy.IsEmpty, isFull);
    }

    private void Follow(UpstreamCapacity upstream, in LineInterval interval, Duration target)
    {
        ReleasePhase phase = _release!.Phase;
        if (_phase == ReleasePhase.Trial && phase == ReleasePhase.Limiting)
            upstream.EndTrial();
        else if (_phase == ReleasePhase.Released && phase == ReleasePhase.Trial)
            upstream.BeginTrial();
        else if (phase == ReleasePhase.Limiting)
            upstream.Follow(interval, target);
        else if (phase == ReleasePhase.Released)
            upstream.Watch(interval);
        _phase = phase;
    }

    /// <summary>
    /// The target is at least this many packets of 1500 bytes at the capacity: the packet in transmission is not a standing queue (RFC 8290
    /// 4.1.1).
    /// </summary>
    private const double TargetPackets = 1.5;

    /// <summary>
    /// Part of the line's rate from which it is full: at the end of a trial other traffic then uses the rate that the clamped flows do not.
    /// </summary>
    private const double FullPart = 0.85;
}
