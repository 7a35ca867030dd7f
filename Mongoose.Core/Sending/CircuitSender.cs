using Mongoose.Core.Channels;
using Mongoose.Core.Lines;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Decides what a circuit sends and when it is to be served again. All members except <see cref="Notify"/> are called on the sender's
/// thread; any thread may read the statistics.
/// </summary>
/// <typeparam name="TPort">The region's side of the circuit.</typeparam>
public sealed class CircuitSender<TPort> where TPort : class, ICircuitPort
{
    /// <summary>Channels whose packets wait while the line is full. Updates of avatars and objects do not wait.</summary>
    private const ChannelSet Bulk = ChannelSet.Texture | ChannelSet.Asset | ChannelSet.Land;

    private const int TypicalPacketBytes = 600;
    private const double SizeSmoothing = 0.05;

    /// <summary>Time until the next attempt after a port has thrown.</summary>
    private static readonly Duration RetryInterval = Duration.FromMilliseconds(5);

    /// <summary>
    /// How long other channels have had no packet when Task counts as alone: while a refill runs, a busy channel is empty for moments.
    /// </summary>
    private static readonly Duration AloneAfter = Duration.FromMilliseconds(100);

    /// <summary>A poll that is less late than this is in time: a sleeping thread wakes a few milliseconds late.</summary>
    private static readonly Duration LateAfter = Duration.FromMilliseconds(10);

    private readonly SendingOptions _options;
    private readonly SceneShaper<CircuitSender<TPort>> _scene;
    private readonly Action<CircuitSender<TPort>, Exception> _onFailure;
    private PerChannel<ArrivalTimes> _arrivals = new(() => new ArrivalTimes());
    private PerChannel<double> _meanBytes = new(() => TypicalPacketBytes);
    private ChannelRefill _tasks, _textures;
    private AckWatch _acks;
    private LimitFinder _limits;
    private RateState _rates = new();
    private ChannelSet _backlog;
    private Duration _resendTimeout;
    private Instant _sentAt = Instant.LongAgo, _othersAt = Instant.LongAgo;
    private int _events = (int)CircuitEvents.Rates;
    private long _ackedMeasured;
    private Duration _longestDelay;
    private bool _isFull;
    private bool _isStock;
    private bool _mayPathChange = true;

    internal CircuitSender(
        TPort port,
        SendingOptions options,
        SceneShaper<CircuitSender<TPort>> scene,
        RegionCounters region,
        Action<CircuitSender<TPort>, Exception> onFailure,
        VisitorLine? line,
        Instant now)
    {
        Port = port;
        _options = options;
        _scene = scene;
        _onFailure = onFailure;
        _tasks = new ChannelRefill(Channel.Task, options.TaskRefill, options.Polling.TaskContent);
        _textures = new ChannelRefill(Channel.Texture, options.TextureRefill, options.Polling.TextureContent);
        _acks = new AckWatch(now);
        Shaper = new CircuitShaper(options.Shaping, now);
        Share = scene.Open(this);
        Counters = new CircuitCounters(region, now);
        Path = options.UsesAcks ? new CircuitPath(options, line, port.IsRoot, now) : null;
        NextAt = now;
    }

    public TPort Port { get; }

    public CircuitShaper Shaper { get; }

    public SceneShare<CircuitSender<TPort>> Share { get; }

    public CircuitCounters Counters { get; }

    /// <summary>The path as seen in the acks; null with neither path control nor fast resends.</summary>
    public CircuitPath? Path { get; }

    /// <summary>The rate that the viewer requests, after OpenSim and caps.</summary>
    public DataRate AllowedRate => _rates.Allowed.Circuit;

    /// <summary>
    /// The circuit's limit in the last full second; <see cref="LimitedBy.Nothing"/> while stock throttles schedule it.
    /// </summary>
    public LimitedBy Limit { get; private set; }

    /// <summary>The mode of path control; null without path control and while stock throttles schedule the circuit.</summary>
    public PathMode? Mode => ActivePath?.Control is not { } control ? null : _acks.IsSilent ? PathMode.Silent : control.Mode;

    /// <summary>Like <see cref="Path"/>, but null while stock throttles schedule the circuit.</summary>
    public CircuitPath? ActivePath => _isStock ? null : Path;

    /// <summary>Whether the circuit has left its region; it then sends nothing more.</summary>
    internal bool IsClosed { get; set; }

    /// <summary>The current limit on unacknowledged bytes.</summary>
    public long InFlightLimitBytes { get; private set; }

    /// <summary>When the circuit is to be served again if nothing new happens before then.</summary>
    public Instant NextAt { get; private set; }

    /// <summary>Estimated from the mean packet size, because a region may not know the bytes in its queues.</summary>
    public long QueuedBytes(Channel channel) => (long)(Port.QueuedPackets(channel) * _meanBytes[channel]);

    /// <summary>Reports events. Returns false if all of them are already pending. Any thread may call it.</summary>
    public bool Notify(CircuitEvents events) => (Interlocked.Or(ref _events, (int)events) & (int)events) != (int)events;

    /// <summary>Whether to serve the circuit in this pass.</summary>
    public bool IsDue(Instant now) => now >= NextAt || Volatile.Read(ref _events) != 0;

    /// <summary>Sends what may be sent now, asks for more packets and decides when the circuit is to be served again.</summary>
    internal void Serve(Instant now)
    {
        Instant due = NextAt;
        // Set first because the port may throw.
        NextAt = now + RetryInterval;
        SetScheduler(stock: false, now);
        _limits.BeginPoll(WastedSince(due, now), now);
        HandleEvents();
        Poll(now);
        do
            Refill(now);
        while (TrySendOwn(now));
        LimitedBy limit = _limits.Found(IsWaiting() ? FindLimit() : LimitedBy.Nothing);
        if (limit.IsPath() || limit == LimitedBy.Window)
            ActivePath?.Control?.NoteLimited(now);
        Schedule(NextGrantAt(now), now);
    }

    /// <summary>Updates rates and counters while stock throttles schedule the circuit.</summary>
    public void Observe(Instant now)
    {
        SetScheduler(stock: true, now);
        Poll(now);
    }

    /// <summary>Counts a packet that stock throttles have sent.</summary>
    public void CountStockSent(in Grant grant, Instant now)
    {
        CountSent(grant, now);
        if (grant.Channel == Channel.Resend)
            Counters.CountResend(grant.Bytes, ResendReason.Timer);
    }

    private void CountSent(in Grant grant, Instant now)
    {
        _meanBytes[grant.Channel] += SizeSmoothing * (grant.Bytes - _meanBytes[grant.Channel]);
        Counters.CountSent(grant, _arrivals[grant.Channel].Take(now));
    }

    /// <summary>Sends one packet with tokens that the scene lends. Returns its bytes, or 0 if no packet may be sent.</summary>
    internal int SendLent(Instant now)
    {
        NextAt = now + RetryInterval;
        Refill(now);
        int bytes = Send(now);
        // After a packet, the circuit still waits for the scene.
        Schedule(bytes > 0 ? Instant.Never : GrantAfterRefusal(now), now);
        return bytes;
    }

    /// <summary>Makes everything due that was planned for later, because the planned time may now be far in the future.</summary>
    internal void ClockWentBack(Instant now)
    {
        (NextAt, _sentAt, _othersAt) = (now, now, now);
        _rates.ClockWentBack(now);
        RestartPath(now);
        _tasks.OrderDone();
        _textures.OrderDone();
    }

    /// <summary>
    /// Switches between Mongoose and stock throttles. Stock throttles don't report the numbers of packets, so the path starts over at each
    /// switch. Otherwise packets sent by stock throttles would look like resends, and packets acknowledged in that time would look lost.
    /// </summary>
    private void SetScheduler(bool stock, Instant now)
    {
        if (_isStock == stock)
            return;
        _isStock = stock;
        _limits.Restart();
        RestartPath(now);
        _acks.CountFrom(Unacked.Acked);
        if (stock && _options.FastResend)
            Port.SetResendTimeout(null);
    }

    private void RestartPath(Instant now)
    {
        _mayPathChange = true;
        Path?.Restart(now);
        Path?.Control?.SetAllowed(AllowedRate, now);
    }

    private void HandleEvents()
    {
        CircuitEvents events = (CircuitEvents)Interlocked.Exchange(ref _events, 0);
        if ((events & CircuitEvents.Rates) != 0)
            _rates.Announce();
        _mayPathChange |= (events & CircuitEvents.Acks) != 0;
        if ((events & CircuitEvents.TaskContent) != 0)
            _tasks.Announce();
        if ((events & CircuitEvents.TextureContent) != 0)
            _textures.Announce();
        if ((events & CircuitEvents.TaskOrderDone) != 0)
            _tasks.OrderDone();
        if ((events & CircuitEvents.TextureOrderDone) != 0)
            _textures.OrderDone();
    }

    private void Poll(Instant now)
    {
        if (_rates.IsDue(_options.Polling.Rates, now))
            ReadRates(now);
        if (_mayPathChange)
        {
            PollPath(now);
            ApplyRates(now);
        }
        if (Counters.Tick(now))
            EndSecond(now);
        _backlog = Port.FindBacklog();
        foreach (Channel channel in ChannelSet.All)
            _arrivals[channel].RecordLength(_backlog.Contains(channel) ? Math.Max(1, Port.QueuedPackets(channel)) : 0, now);
        PollAcks(now);
    }

    /// <summary>
    /// While no packet waits for an ack and no ack is announced, the path cannot change, so one poll per second suffices to keep up with
    /// the viewer's datagram numbers. In between, polling an idle circuit does not touch the path, whose memory is never in the CPU cache.
    /// This saves a seventh of an idle region's outbound thread time.
    /// </summary>
    private void PollPath(Instant now)
    {
        if (ActivePath is not { } path)
            return;
        path.Poll(Port, now);
        _longestDelay = Duration.Max(_longestDelay, path.QueueingDelay);
        Counters.NotePath(path.Counts);
        _mayPathChange = path.InFlight.Packets > 0;
    }

    private void ReadRates(Instant now)
    {
        CircuitRates allowed = Port.Rates;
        _rates.WereRead(now);
        if (Path?.Control is { } share)
            share.IsRoot = Port.IsRoot;
        if (!_rates.Set(allowed))
            return;
        _mayPathChange = true;
        Path?.Control?.SetAllowed(AllowedRate, now);
    }

    /// <summary>The path may carry less than the allowed rate. The shaper scales the channels' own rates down to the path's rate.</summary>
    private void ApplyRates(Instant now)
    {
        DataRate circuit = ActivePath?.Control?.Rate ?? AllowedRate;
        if (!_rates.Apply(circuit))
            return;
        Shaper.SetRates(circuit, _rates.Allowed.Channels, now);
        _scene.SetRate(Share, circuit);
    }

    private void PollAcks(Instant now)
    {
        PathTimes path = Port.Path;
        Duration roundTrip = path.RoundTrip;
        _resendTimeout = path.ResendTimeout;
        if (ActivePath is { } active)
        {
            roundTrip = active.RoundTrip > Duration.Zero ? active.RoundTrip : roundTrip;
            if (_options.FastResend && _resendTimeout != active.ResendTimeout)
                Port.SetResendTimeout(_resendTimeout = active.ResendTimeout);
        }
        _acks.Poll(Unacked, _resendTimeout, now);
        InFlightLimitBytes = _options.InFlight.BytesAt(Shaper.CircuitRate, roundTrip);
    }

    /// <summary>
    /// The path is the first to learn of acks, but its record begins when Mongoose schedules the circuit, holds only packets of the queues,
    /// and may have dropped some. So only the port can say that nothing waits for an ack or, if no ack arrives, how much waits.
    /// </summary>
    private InFlight Unacked
    {
        get
        {
            if (ActivePath?.InFlight is not { } path)
                return Port.InFlight;
            return path.Packets > 0 && !_acks.IsStalled ? path : Port.InFlight with { Acked = path.Acked };
        }
    }

    private void EndSecond(Instant now)
    {
        Limit = _limits.Take(out LimitCounts nanoseconds);
        _mayPathChange = true;
        Counters.CountSecond(Limit, nanoseconds, TakePathDelay());
        if (ActivePath is not { } path)
            return;
        path.History.Add(new PathSecond
        {
            At = now,
            PathRate = path.Control?.Rate ?? AllowedRate,
            UsedRate = Counters.UsedRate,
            Delay = path.QueueingDelay,
            LongestDelay = Duration.Max(_longestDelay, path.QueueingDelay),
            Counts = path.Counts,
            Mode = Mode,
            Limit = Limit,
        });
        _longestDelay = Duration.Zero;
    }

    /// <summary>The path's queueing delay, if acks have measured it since the last call.</summary>
    private Duration? TakePathDelay()
    {
        if (ActivePath is not { RoundTrip.Nanoseconds: > 0 } path || path.InFlight.Acked == _ackedMeasured)
            return null;
        _ackedMeasured = path.InFlight.Acked;
        return path.QueueingDelay;
    }

    /// <summary>
    /// The time for which tokens were lost if this poll is late: the bucket was about empty at the last poll, and holds one burst.
    /// </summary>
    private Duration WastedSince(Instant due, Instant now) => now - due > LateAfter ? now - due - Shaper.BurstTime : Duration.Zero;

    private LimitedBy FindLimit()
    {
        PathLimitKind? path = _rates.IsBelowAllowed ? ActivePath?.Control?.LimitKind ?? PathLimitKind.Delay : null;
        return LimitFinder.Of(_isFull || _acks.IsSilent, Share.WaitsForScene, path, _rates.Allowed.IsCapped);
    }

    /// <summary>Whether packets are left after everything that may be sent has been sent.</summary>
    private bool IsWaiting()
    {
        foreach (Channel channel in _backlog)
        {
            if (Port.HeadBytes(channel) > 0)
                return true;
        }
        return false;
    }

    private void Refill(Instant now)
    {
        if (_backlog.Without(Channel.Task) != ChannelSet.None)
            _othersAt = now;
        if (_tasks.Run(Port, Shaper, QueuedBytes(Channel.Task), isAlone: now - _othersAt > AloneAfter, now))
            _backlog = _backlog.With(Channel.Task);
        if (_textures.Run(Port, Shaper, QueuedBytes(Channel.Texture), isAlone: false, now))
            _backlog = _backlog.With(Channel.Texture);
    }

    private bool TrySendOwn(Instant now)
    {
        if (_backlog == ChannelSet.None)
        {
            Share.StopWaiting();
            return false;
        }
        if (!_scene.MaySend(Share))
            return false;
        int bytes = Send(now);
        _scene.Take(Share, bytes);
        return bytes > 0;
    }

    private int Send(Instant now)
    {
        if (!Shaper.TryNext(Port, MaySend(now), now, out Grant grant))
            return 0;
        CountSent(grant, now);
        _sentAt = now;
        _acks.PacketSent(grant, AllowedRate, _resendTimeout, now);
        ResendReason reason = ResendReason.Timer;
        try
        {
            if (Port.Send(grant) is { } number)
            {
                _mayPathChange = true;
                reason = ActivePath?.PacketSent(number, grant, now) ?? reason;
            }
        }
        catch (Exception exception)
        {
            _onFailure(this, exception);
        }
        if (grant.Channel == Channel.Resend)
            Counters.CountResend(grant.Bytes, reason);
        return grant.Bytes;
    }

    private ChannelSet MaySend(Instant now)
    {
        if (IsClosed)
            return ChannelSet.None;
        InFlight inFlight = Unacked;
        bool isLineFull = ActivePath is { IsLineFull: true };
        bool isFull = InFlightLimit.IsExceeded(inFlight, InFlightLimitBytes) || ActivePath is { IsFull: true };
        if (isFull && !_isFull)
            Counters.CountStall();
        _isFull = isFull;
        // While the line is not full, new packets wait only for a resend that is queued.
        bool resendsOnly = _acks.PrefersResends(isLineFull) && (isLineFull || Port.HeadBytes(Channel.Resend) > 0);
        ChannelSet open = _acks.MaySend(isFull || resendsOnly, now);
        if (isLineFull)
            open &= ~Bulk;
        return ResendsGoFirst(open) ? open & (ChannelSet.Resend | ChannelSet.Task) : open;
    }

    /// <summary>
    /// A lossy path may carry less than a tenth of the allowed rate, and Resend's own share is a tenth: resends would wait for seconds.
    /// Task packets are sent along with resends because they are usually few and must be fresh. Without lending, resends could use no more
    /// than that tenth and the rest would go unused.
    /// </summary>
    private bool ResendsGoFirst(ChannelSet open) =>
        ActivePath is not null && _options.Shaping.Lends && open.Contains(Channel.Resend) && Port.HeadBytes(Channel.Resend) > 0;

    /// <summary>A circuit that waits for the scene is served when the scene has tokens again.</summary>
    private Instant NextGrantAt(Instant now) =>
        _backlog == ChannelSet.None || Share.WaitsForScene ? Instant.Never : GrantAfterRefusal(now);

    private Instant GrantAfterRefusal(Instant now)
    {
        Instant next = Shaper.NextGrantAt(Port, MaySend(now), now);
        Instant opens = _acks.OpensAt(_backlog.Contains(Channel.Resend));
        return opens > now ? Instant.Min(next, opens) : next;
    }

    private void Schedule(Instant nextGrant, Instant now)
    {
        bool isBusy = _backlog != ChannelSet.None || now - _sentAt < _options.Polling.BusyTime;
        Instant nextRefill = Instant.Min(_tasks.NextAt(now), _textures.NextAt(now));
        NextAt = _options.Polling.NextPollAt(now, Instant.Min(nextGrant, nextRefill), isBusy);
    }
}
