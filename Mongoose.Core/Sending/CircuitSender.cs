using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Decides what one circuit sends and when it is to be looked at again. Everything happens on the sender's thread but for
/// <see cref="Notify"/>; figures may be read by any thread.
/// </summary>
/// <typeparam name="TPort">The region's side of the circuit.</typeparam>
public sealed class CircuitSender<TPort> where TPort : class, ICircuitPort
{
    private const int TypicalPacketBytes = 600;
    private const double SizeSmoothing = 0.05;

    /// <summary>After a look that failed.</summary>
    private static readonly Duration RetryInterval = Duration.FromMilliseconds(5);

    private readonly SendingOptions _options;
    private readonly SceneShaper<CircuitSender<TPort>> _scene;
    private readonly Action<CircuitSender<TPort>, Exception> _onFailure;
    private PerChannel<ArrivalTimes> _arrivals;
    private PerChannel<double> _meanBytes;
    private ChannelRefill _tasks, _textures;
    private AckWatch _acks;
    private CircuitRates _asked;
    private DataRate? _applied;
    private ChannelSet _backlog;
    private Duration _resendTimeout;
    private Instant _ratesReadAt = new(long.MinValue / 2), _sentAt = new(long.MinValue / 2);
    private int _news = (int)News.Rates;
    private bool _hasNewRates;
    private bool _isFull;

    internal CircuitSender(
        TPort port,
        SendingOptions options,
        SceneShaper<CircuitSender<TPort>> scene,
        RegionCounters region,
        Action<CircuitSender<TPort>, Exception> onFailure,
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
        Counters = new CircuitCounters(region);
        Path = options.PathControl is null && !options.FastResend ? null : new CircuitPath(options, now);
        NextAt = now;
        foreach (Channel channel in ChannelSet.All)
            (_arrivals[channel], _meanBytes[channel]) = (new ArrivalTimes(), TypicalPacketBytes);
    }

    public TPort Port { get; }

    public CircuitShaper Shaper { get; }

    public SceneShare<CircuitSender<TPort>> Share { get; }

    public CircuitCounters Counters { get; }

    /// <summary>What the acks say of the path; null if the circuit neither heeds its path nor resends by acks.</summary>
    public CircuitPath? Path { get; }

    /// <summary>Whether it has left its region; then it sends nothing more.</summary>
    internal bool IsClosed { get; set; }

    /// <summary>The limit on unacknowledged bytes at present.</summary>
    public long InFlightLimitBytes { get; private set; }

    /// <summary>When it is to be served again if nothing is new before.</summary>
    public Instant NextAt { get; private set; }

    /// <summary>By the mean packet size; a region may not know the bytes of its queues.</summary>
    public long QueuedBytes(Channel channel) => (long)(Port.QueuedPackets(channel) * _meanBytes[channel]);

    /// <summary>Says what is new. May be called by any thread.</summary>
    public void Notify(News news) => Interlocked.Or(ref _news, (int)news);

    /// <summary>Whether to serve it in this pass.</summary>
    public bool IsDue(Instant now) => now >= NextAt || Volatile.Read(ref _news) != 0;

    /// <summary>Sends what may go now, asks for more, and decides when to be served again.</summary>
    internal void Serve(Instant now)
    {
        // In case the port throws.
        NextAt = now + RetryInterval;
        HandleNews();
        Observe(now);
        do
            Refill(now);
        while (TrySendOwn(now));
        Schedule(NextGrantAt(now), now);
    }

    /// <summary>Keeps rates and counters while stock throttles schedule the circuit.</summary>
    public void Observe(Instant now)
    {
        if (_hasNewRates || now - _ratesReadAt >= _options.Polling.Rates)
            ReadRates(now);
        Path?.Look(Port, now);
        ApplyRates(now);
        Counters.Tick(now);
        _backlog = Port.FindBacklog();
        foreach (Channel channel in ChannelSet.All)
            _arrivals[channel].Note(_backlog.Contains(channel) ? Math.Max(1, Port.QueuedPackets(channel)) : 0, now);
        LookAtAcks(now);
    }

    /// <summary>Counts a packet, also one that stock throttles have sent.</summary>
    public void CountSent(in Grant grant, Instant now)
    {
        _meanBytes[grant.Channel] += SizeSmoothing * (grant.Bytes - _meanBytes[grant.Channel]);
        Counters.CountSent(grant, _arrivals[grant.Channel].Take(now));
    }

    /// <summary>Sends one packet that the scene lends; its bytes, or 0 if none may go.</summary>
    internal int SendLent(Instant now)
    {
        NextAt = now + RetryInterval;
        Refill(now);
        int bytes = Send(now);
        // After a packet it still waits for the scene.
        Schedule(bytes > 0 ? Instant.Never : GrantAfterRefusal(now), now);
        return bytes;
    }

    /// <summary>What was planned for a later time is due: that time may be far away now.</summary>
    internal void ClockWentBack(Instant now)
    {
        (NextAt, _ratesReadAt, _sentAt) = (now, now, now);
        _tasks.OrderDone();
        _textures.OrderDone();
        Path?.ClockWentBack();
    }

    private void HandleNews()
    {
        News news = (News)Interlocked.Exchange(ref _news, 0);
        // Until they are read: the port may throw.
        _hasNewRates |= (news & News.Rates) != 0;
        if ((news & News.TaskContent) != 0)
            _tasks.Announce();
        if ((news & News.TextureContent) != 0)
            _textures.Announce();
        if ((news & News.TaskOrderDone) != 0)
            _tasks.OrderDone();
        if ((news & News.TextureOrderDone) != 0)
            _textures.OrderDone();
    }

    private void ReadRates(Instant now)
    {
        CircuitRates asked = Port.Rates;
        (_hasNewRates, _ratesReadAt) = (false, now);
        if (asked == _asked)
            return;
        _asked = asked;
        _applied = null;
        Path?.Control?.SetAsked(asked.Circuit);
    }

    /// <summary>The path may carry less than the viewer asks for; the shaper scales the channels' own rates to it.</summary>
    private void ApplyRates(Instant now)
    {
        DataRate circuit = Path?.Control?.Rate ?? _asked.Circuit;
        if (circuit == _applied)
            return;
        _applied = circuit;
        Shaper.SetRates(circuit, _asked.Channels, now);
        _scene.SetRate(Share, circuit);
    }

    private void LookAtAcks(Instant now)
    {
        PathTimes path = Port.Path;
        Duration roundTrip = path.RoundTrip;
        _resendTimeout = path.ResendTimeout;
        if (Path is not null)
        {
            roundTrip = Path.RoundTrip > Duration.Zero ? Path.RoundTrip : roundTrip;
            if (_options.FastResend && _resendTimeout != Path.ResendTimeout)
                Port.SetResendTimeout(_resendTimeout = Path.ResendTimeout);
        }
        _acks.Look(InFlight, _resendTimeout, now);
        InFlightLimitBytes = _options.InFlight.BytesAt(Shaper.CircuitRate, roundTrip);
    }

    private InFlight InFlight => Path?.InFlight ?? Port.InFlight;

    private void Refill(Instant now)
    {
        bool made = _tasks.Run(Port, Shaper.CircuitRate, QueuedBytes(Channel.Task), now);
        made |= _textures.Run(Port, Shaper.CircuitRate, QueuedBytes(Channel.Texture), now);
        if (made)
            _backlog |= ChannelSet.Task | ChannelSet.Texture;
    }

    private bool TrySendOwn(Instant now)
    {
        if (_backlog == ChannelSet.None)
        {
            SceneShaper<CircuitSender<TPort>>.HasNothing(Share);
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
        _acks.PacketSent(grant, Shaper.CircuitRate, _resendTimeout, now);
        try
        {
            if (Port.Send(grant) is { } number)
                Path?.PacketSent(number, grant, now);
        }
        catch (Exception exception)
        {
            _onFailure(this, exception);
        }
        return grant.Bytes;
    }

    private ChannelSet MaySend(Instant now)
    {
        if (IsClosed)
            return ChannelSet.None;
        bool isFull = InFlightLimit.IsExceeded(InFlight, InFlightLimitBytes);
        if (isFull && !_isFull)
            Counters.CountStall();
        _isFull = isFull;
        ChannelSet open = _acks.MaySend(isFull, now);
        return ResendsGoFirst(open) ? open & (ChannelSet.Resend | ChannelSet.Task) : open;
    }

    /// <summary>
    /// What a path that loses packets carries may be less than a tenth of what was asked for, and a tenth is the own share of resends: they
    /// would wait for seconds. Task goes beside them, for it is seldom much and must be fresh.
    /// </summary>
    private bool ResendsGoFirst(ChannelSet open) =>
        Path is not null && open.Contains(Channel.Resend) && Port.HeadBytes(Channel.Resend) > 0;

    /// <summary>A circuit that waits for the scene is served when the scene has tokens.</summary>
    private Instant NextGrantAt(Instant now) =>
        _backlog == ChannelSet.None || Share.Waits ? Instant.Never : GrantAfterRefusal(now);

    private Instant GrantAfterRefusal(Instant now)
    {
        Instant next = Shaper.NextGrantAt(Port, MaySend(now), now);
        bool waitsForProbe = _acks.IsSilent || _acks.IsStalled && _backlog.Contains(Channel.Resend);
        return waitsForProbe && _acks.NextProbeAt > now ? Instant.Min(next, _acks.NextProbeAt) : next;
    }

    private void Schedule(Instant nextGrant, Instant now)
    {
        bool isBusy = _backlog != ChannelSet.None || now - _sentAt < _options.Polling.BusyTime;
        Instant orderLostAt = Instant.Min(_tasks.OrderLostAt(now), _textures.OrderLostAt(now));
        NextAt = _options.Polling.NextLook(now, Instant.Min(nextGrant, orderLostAt), isBusy);
    }
}
