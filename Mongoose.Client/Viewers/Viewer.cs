using System.Numerics;
using Mongoose.Client.Rates;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Loss;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Viewers;

/// <summary>
/// A viewer without a screen: opens a circuit to a region, acks, answers pings, walks, downloads textures, and measures what arrives. All
/// methods and callbacks are on the scheduler's thread.
/// </summary>
public sealed partial class Viewer : IDisposable
{
    private readonly IScheduler _scheduler;
    private readonly ViewerOptions _options;
    private readonly AgentMessages _messages;
    private readonly AvatarTracker _avatar;
    private readonly IDatagramPort _port;
    private readonly ReliableSender _sender;
    private readonly TextureFetcher _textures;
    private readonly AckSender _acks;
    private readonly ViewerFrames? _frames;
    private readonly byte[] _scratch = new byte[DatagramReader.ScratchBytes];
    private readonly byte[] _buffer = new byte[1400];
    private readonly ChannelReception[] _channels;

    /// <summary>Opens a port; nothing is sent before <see cref="Start"/>.</summary>
    public Viewer(IScheduler scheduler, INetwork network, ViewerOptions options)
        : this(scheduler, network.Open((options.Host ?? options.Region) with { Port = 0 }), options)
    {
    }

    /// <summary>Takes a port, which it disposes of in the end.</summary>
    public Viewer(IScheduler scheduler, IDatagramPort port, ViewerOptions options)
    {
        _options = options;
        _frames = CreateFrames(scheduler);
        _scheduler = _frames ?? scheduler;
        _messages = new AgentMessages(options.AgentId, options.SessionId, options.CircuitCode);
        _avatar = new AvatarTracker(options.AgentId);
        _port = port;
        _port.Received = Receive;
        _sender = new ReliableSender(_scheduler, _port, options.Region);
        _acks = new AckSender(scheduler, _sender, AckRule.Of(options.Acks), options.AckDelay);
        _textures = new TextureFetcher(options.Textures, options.TexturesOutstanding, options.RepeatTextures);
        RateControl = new RateControl(scheduler, RequestRate);
        if (options.Controller is { } controller)
            RateControl.Begin(controller);
        PingInterval = options.PingInterval;
        _pingAlarm = new Alarm(_scheduler, Ping);
        _channels = Enumerable.Range(0, ChannelRates.Count).Select(_ => new ChannelReception()).ToArray();
    }

    public ViewerState State { get; private set; } = ViewerState.Idle;

    /// <summary>The circuit's sequence numbers.</summary>
    public SequenceTracker Sequences => RateControl.Sequences;

    /// <summary>Asks for rates while a controller is in use: that of the options, or of a session whose avatar comes by this circuit.</summary>
    public RateControl RateControl { get; }

    public int TexturesCompleted => _textures.Completed;

    /// <summary>Textures that the region does not have.</summary>
    public int TexturesMissing => _textures.Missing;

    /// <summary>What it knows of the scene.</summary>
    public SceneObjects Objects { get; } = new();

    /// <summary>Appearances of avatars that it did not know of: viewers ignore them.</summary>
    public int EarlyAppearances { get; private set; }

    /// <summary>Where the avatar arrived, in metres from the region's south-west corner.</summary>
    public Vector3 Position { get; private set; }

    /// <summary>Where the region said last that the avatar is; null before it has arrived.</summary>
    internal AvatarPosition? Avatar => _avatar.Last;

    /// <summary>Datagrams that arrived, of whatever kind, repeated ones too.</summary>
    public long DatagramsReceived { get; private set; }

    /// <summary>UDP payload of <see cref="DatagramsReceived"/>.</summary>
    public long BytesReceived { get; private set; }

    /// <summary>When it last asked for a circuit: see <see cref="Start"/>; null before that.</summary>
    public Instant? StartedAt { get; private set; }

    /// <summary>When the region's last datagram arrived; null before the first.</summary>
    public Instant? LastReceivedAt { get; private set; }

    /// <summary>Called once, when the region's handshake has come and the visit begins.</summary>
    public Action? Connected { get; set; }

    /// <summary>Called each time that the region has let the avatar in: see <see cref="Enter"/>.</summary>
    public Action? Entered { get; set; }

    /// <summary>Called once, when the region has confirmed the logout or has closed the circuit itself.</summary>
    public Action? Closed { get; set; }

    /// <summary>Called for every datagram.</summary>
    public Action<ReceivedDatagram>? DatagramArrived { get; set; }

    /// <summary>Called for every object or avatar that moved.</summary>
    public Action<TerseMotion>? ObjectMoved { get; set; }

    /// <summary>Called for textures that the scene is made of, the same ones again and again.</summary>
    public Action<Guid>? TextureSeen { get; set; }

    /// <summary>Called when a teleport within the region succeeded, or that one to anywhere failed.</summary>
    public Action<bool>? TeleportEnded { get; set; }

    /// <summary>Called for every packet of the seven channels, once.</summary>
    public Action<Arrival>? PacketArrived { get; set; }

    /// <summary>Called when a texture is complete: its id, and the bytes of its data.</summary>
    public Action<Guid, int>? TextureCompleted
    {
        get => _textures.TextureCompleted;
        set => _textures.TextureCompleted = value;
    }

    public ChannelReception Reception(Channel channel) => _channels[(int)channel];

    /// <summary>Asks for a circuit.</summary>
    public void Start()
    {
        State = ViewerState.Connecting;
        StartedAt = _scheduler.Now;
        _frames?.Start(PhaseOf(_options.CircuitCode));
        DatagramWriter w = Begin(reliable: true);
        new UseCircuitCode(_options.CircuitCode, _options.SessionId, _options.AgentId).Write(ref w);
        Send(w);
        if (!_options.IsChild)
            Enter();
    }

    /// <summary>Brings the avatar in: at the start, or into a region that it has looked into from a neighbour before.</summary>
    public void Enter()
    {
        DatagramWriter w = Begin(reliable: true);
        new CompleteAgentMovement(_options.AgentId, _options.SessionId, _options.CircuitCode).Write(ref w);
        Send(w);
        // On a circuit by which the avatar only looked in, the last ping was seconds ago.
        if (State == ViewerState.Connected)
            Ping();
    }

    /// <summary>Asks to leave.</summary>
    public void Logout()
    {
        RateControl.Pause();
        if (State is ViewerState.Idle or ViewerState.Closed)
            return;
        State = ViewerState.LeavingRegion;
        DatagramWriter w = Begin(reliable: true);
        new LogoutRequest(_options.AgentId, _options.SessionId).Write(ref w);
        Send(w);
    }

    public void Dispose()
    {
        Close();
        _pingAlarm.Cancel();
        _port.Dispose();
    }

    private DatagramWriter Begin(bool reliable) => new(_buffer, reliable ? PacketFlags.Reliable : PacketFlags.None);

    private uint Send(in DatagramWriter writer, bool repeat = true)
    {
        if (!writer.TryFinish(out int length))
            throw new InvalidOperationException("a viewer's message exceeds its buffer");
        return _sender.Send(_buffer, length, repeat, _acks);
    }

    /// <summary>Sends and takes nothing any more.</summary>
    private void Close()
    {
        State = ViewerState.Closed;
        RateControl.Pause();
        _acks.Stop();
        _sender.Stop();
        _frames?.Stop();
    }

    private void Arrive(in RegionHandshake handshake)
    {
        if (State is not (ViewerState.Connecting or ViewerState.Connected))
            return;
        DatagramWriter w = Begin(reliable: true);
        new RegionHandshakeReply(_options.AgentId, _options.SessionId, Flags: 7).Write(ref w);
        Send(w);
        // An avatar that comes back gets another handshake, and the scene after the reply.
        if (State == ViewerState.Connected)
            return;
        State = ViewerState.Connected;
        if (TextureSeen is { } seen)
            SceneTextures.Collect(handshake.Terrain, seen);
        // With the reply, or the visit begins at the region's default rates.
        if (!_options.IsChild)
            SetThrottle(_options.Throttle);
        RequestTextures();
        RequestAssets();
        if (_options.Walks)
            Walk();
        Ping();
        Connected?.Invoke();
    }

    private void RequestTextures()
    {
        DatagramWriter w = Begin(reliable: true);
        while (_textures.TryWriteRequest(ref w, _options.AgentId, _options.SessionId))
        {
            Send(w);
            w = Begin(reliable: true);
        }
    }

    private void RequestAssets()
    {
        const int assetChannel = 2, byAssetId = 2;
        Span<byte> parameters = stackalloc byte[20];
        parameters.Clear();
        for (int i = 1; i <= _options.Assets; i++)
        {
            scoped DatagramWriter w = Begin(reliable: true);
            new TransferRequest
            {
                TransferId = new Guid(i, 0, 0, [0, 0, 0, 0, 0, 0, 0, 3]),
                ChannelType = assetChannel,
                SourceType = byAssetId,
                Priority = 1,
                Params = parameters,
            }.Write(ref w);
            Send(w);
        }
    }
}
