using LibreMetaverse;
using Mongoose.Client.Login;
using Mongoose.Client.Rates;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>
/// A session of the library. Events on the library's own threads are posted to the loop with their arrival times, and all decisions are
/// made there.
/// </summary>
internal sealed partial class LibreMetaverseSession : IBotSession
{
    private const int TexturesOutstanding = 16;

    /// <summary>The interval at which to check whether the library has completed the handshake with a region.</summary>
    private static readonly Duration HandshakePoll = Duration.FromMilliseconds(20);

    /// <summary>The interval between pings before a controller is in use.</summary>
    private static readonly Duration PingIntervalAtFirst = Duration.FromSeconds(1);

    private readonly IScheduler _scheduler;
    private readonly Mailbox _mailbox;
    private readonly SessionPlan _plan;
    private readonly ISessionListener _listener;
    private readonly TimeSpan _loginTimeout;
    private readonly GridClient _client;
    private readonly PacketSender _sender;
    private readonly PacketReceiver _receiver;
    private readonly RegionAvatar _avatar;
    private readonly TextureFetcher _textures;
    private readonly CancellationTokenSource _ending = new();
    private readonly byte[] _scratch = new byte[DatagramReader.ScratchBytes];
    private AgentMessages _messages;
    private RateControl _rates;
    private byte _pingId;
    private Instant? _pingSentAt;
    private bool _fetches;
    private bool _arrived;
    private bool _pings;
    private bool _leaves;
    private bool _over;

    public LibreMetaverseSession(RealTimeLoop loop, Mailbox mailbox, SessionPlan plan, ISessionListener listener, TimeSpan loginTimeout)
    {
        _scheduler = loop;
        _mailbox = mailbox;
        _plan = plan;
        _listener = listener;
        _loginTimeout = loginTimeout;
        Figures = new SessionFigures { Downloads = plan.FetchesByHttp ? new SceneDownloads() : null };
        _client = MeasuringClient.Create(loginTimeout);
        _sender = new PacketSender(_client);
        _rates = new RateControl(loop, RequestRate);
        _receiver = new PacketReceiver(_client, mailbox, Received);
        _avatar = new RegionAvatar(() => _client.Self.AgentID.Guid);
        _textures = new TextureFetcher(plan.Textures, TexturesOutstanding, repeat: true)
        {
            IsPaused = true,
            TextureCompleted = (_, _) => Figures.TextureCompleted(),
        };
    }

    public SessionFigures Figures { get; }

    // The library does not report a region's size: an avatar stays in the south-western 256 m.
    public AvatarPlace? Place => _avatar.Last is { } position ? new AvatarPlace(position, RegionSize.Standard) : null;

    public void Begin()
    {
        _receiver.Start();
        _client.Network.Disconnected += (_, e) => Post(() => Disconnected(e.Reason, e.Message));
        _ = LogInAsync();
    }

    public void Move(float heading, AgentControls controls)
    {
        DatagramWriter w = _sender.Begin(reliable: false);
        _messages.Update(ref w, System.Numerics.Vector3.Zero, heading, controls, _plan.DrawDistance);
        _sender.Send(w);
    }

    public void FetchTextures(bool fetch)
    {
        _fetches = fetch;
        _textures.IsPaused = !fetch;
        RequestTextures();
    }

    public void Teleport(Destination destination, System.Numerics.Vector3 position) => _ = TeleportAsync(destination, position);

    public void Leave()
    {
        if (_over || _leaves)
            return;
        _leaves = true;
        Figures.Leave();
        Figures.Downloads?.Dispose();
        _rates.Pause();
        _ = LeaveAsync();
    }

    public void Dispose()
    {
        if (_over)
            return;
        _over = true;
        Figures.Downloads?.Dispose();
        _rates.Pause();
        _ending.Cancel();
        // Dispose waits for the library's own threads, and the loop must not wait.
        _ = Task.Run(_client.Dispose);
    }

    private void Post(Action action) => _mailbox.Post(() =>
    {
        if (!_over)
            action();
    });

    private void Enter(IRateController controller, Destination? region)
    {
        if (_leaves)
            return;
        _messages = new AgentMessages(_client.Self.AgentID.Guid, _client.Self.SessionID.Guid, _client.Network.CircuitCode);
        if (_client.Network.CurrentSim is { } current)
            _avatar.Enter(current);
        _arrived = false;
        _pingSentAt = null;
        _textures.Restart();
        _listener.Entering(region);
        _rates.End();
        _rates = new RateControl(_scheduler, RequestRate);
        Figures.EnterRegion(_rates, controller);
        _rates.Begin(controller);
        SendThrottle(_rates.Requested, generation: 0);
        AwaitHandshake();
    }

    private void AwaitHandshake()
    {
        if (_over || _leaves || _arrived)
            return;
        if (_client.Network.CurrentSim is not { HandshakeComplete: true })
        {
            _scheduler.At(_scheduler.Now + HandshakePoll, AwaitHandshake);
            return;
        }
        _arrived = true;
        if (!_pings)
            Ping();
        Figures.Arrived();
        _listener.Arrived();
        RequestTextures();
        if (Figures.Downloads is { } downloads)
            _ = DownloadAsync(downloads, _client.Network.CurrentSim);
    }

    private void Disconnected(NetworkManager.DisconnectType reason, string message)
    {
        if (!_leaves)
            Fail(reason == NetworkManager.DisconnectType.NetworkTimeout ? BotFailure.ServerSilent : BotFailure.CircuitLost,
                message.Length > 0 ? message : $"{reason}");
    }

    private void Fail(BotFailure failure, string message)
    {
        if (_over)
            return;
        Dispose();
        if (_leaves)
            _listener.Left();
        else
            _listener.Failed(failure, message);
    }

    // Unreliable: the library would resend a lost request seconds later, when newer requests have replaced it. Rate control repeats it in
    // time.
    private void RequestRate(ThrottleRequest request) => SendThrottle(request.Channels, request.Generation);

    private void SendThrottle(in ChannelRates rates, uint generation)
    {
        Span<byte> payload = stackalloc byte[Core.Channels.AgentThrottle.PayloadBytes];
        Core.Channels.AgentThrottle.Encode(rates, payload);
        scoped DatagramWriter w = _sender.Begin(reliable: false);
        _messages.Throttle(ref w, payload, generation);
        _sender.Send(w);
    }

    private void Ping()
    {
        _pings = !_over && !_leaves;
        if (!_pings)
            return;
        // One ping at a time, unless its answer is lost: see Viewer.
        if (_pingSentAt is not { } sentAt || _scheduler.Now - sentAt >= Viewer.PingTimeout)
        {
            DatagramWriter w = _sender.Begin(reliable: false);
            new StartPingCheck(++_pingId, OldestUnacked: 0).Write(ref w);
            _pingSentAt = _scheduler.Now;
            _sender.Send(w);
        }
        _scheduler.At(_scheduler.Now + (_rates.PingInterval ?? PingIntervalAtFirst), Ping);
    }

    private void RequestTextures()
    {
        if (!_arrived || !_fetches)
            return;
        DatagramWriter w = _sender.Begin(reliable: true);
        while (_textures.TryWriteRequest(ref w, _messages.AgentId, _messages.SessionId))
        {
            _sender.Send(w);
            w = _sender.Begin(reliable: true);
        }
    }
}
