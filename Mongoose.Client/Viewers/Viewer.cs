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
/// A viewer without a screen: opens a circuit to a region, acks, answers pings, walks, downloads textures, and measures what it receives.
/// All methods and callbacks run on the scheduler's thread.
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

    /// <summary>Uses the given port and disposes of it at the end.</summary>
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
        _textures = new TextureFetcher(options.Textures, options.TexturesOutstanding, options.RepeatTextures)
        {
            TextureCompleted = (texture, bytes) => TextureCompleted?.Invoke(texture, bytes),
        };
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

    /// <summary>
    /// Requests rates while a controller is in use: that of the options, or of a session whose avatar arrives on this circuit.
    /// </summary>
    public RateControl RateControl { get; }

    public int TexturesCompleted => _textures.Completed;

    /// <summary>Textures that the region does not have.</summary>
    public int TexturesMissing => _textures.Missing;

    /// <summary>The objects of the scene that the viewer knows.</summary>
    public SceneObjects Objects { get; } = new();

    /// <summary>Appearances of avatars that the viewer did not know yet: viewers ignore them.</summary>
    public int EarlyAppearances { get; private set; }

    /// <summary>The position at which the avatar arrived, in metres from the region's south-west corner.</summary>
    public Vector3 Position { get; private set; }

    /// <summary>The avatar's position that the region reported last; null before the avatar has arrived.</summary>
    internal AvatarPosition? Avatar => _avatar.Last;

    /// <summary>All datagrams received, duplicates included.</summary>
    public long DatagramsReceived { get; private set; }

    /// <summary>UDP payload of <see cref="DatagramsReceived"/>.</summary>
    public long BytesReceived { get; private set; }

    /// <summary>When the viewer last requested a circuit: see <see cref="Start"/>; null before that.</summary>
    public Instant? StartedAt { get; private set; }

    /// <summary>When the region's last datagram arrived; null before the first.</summary>
    public Instant? LastReceivedAt { get; private set; }

    /// <summary>Called once, when the region's handshake has arrived and the visit begins.</summary>
    public Action? Connected { get; set; }

    /// <summary>Called each time the region has let the avatar in: see <see cref="Enter"/>.</summary>
    public Action? Entered { get; set; }

    /// <summary>Called once, when the region has confirmed the logout or has closed the circuit itself.</summary>
    public Action? Closed { get; set; }

    /// <summary>Called for every datagram.</summary>
    public Action<ReceivedDatagram>? DatagramArrived { get; set; }

    /// <summary>Called for every object or avatar that moved.</summary>
    public Action<TerseMotion>? ObjectMoved { get; set; }

    /// <summary>Called for textures of the scene, also repeatedly for the same texture.</summary>
    public Action<Guid>? TextureSeen { get; set; }

    /// <summary>Collects the assets of the scene; null if they are not collected.</summary>
    internal SceneAssets? SceneAssets { get; set; }

    /// <summary>Called when a teleport within the region has succeeded, or a teleport to any destination has failed.</summary>
    public Action<bool>? TeleportEnded { get; set; }

    /// <summary>Called once for every packet of the seven channels.</summary>
    public Action<Arrival>? PacketArrived { get; set; }

    /// <summary>Called when a texture is complete, with its id and the number of bytes of its data.</summary>
    public Action<Guid, int>? TextureCompleted { get; set; }

    public ChannelReception Reception(Channel channel) => _channels[(int)channel];

    /// <summary>Acks in another manner from now on. Neither this manner nor the one of the options may have frames.</summary>
    public void ChangeAcks(AckManner manner) => _acks.Change(AckRule.Of(manner));

    /// <summary>Requests a circuit.</summary>
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

    /// <summary>Brings the avatar in: at the start, or into a neighbouring region where the viewer had a child agent.</summary>
    public void Enter()
    {
        DatagramWriter w = Begin(reliable: true);
        new CompleteAgentMovement(_options.AgentId, _options.SessionId, _options.CircuitCode).Write(ref w);
        Send(w);
        // On the circuit of a child agent, the last ping was seconds ago.
        if (State == ViewerState.Connected)
            Ping();
    }

    /// <summary>Requests a logout.</summary>
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

    /// <summary>Stops sending and receiving.</summary>
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
        // An avatar that returns gets another handshake, and the scene after the reply.
        if (State == ViewerState.Connected)
            return;
        State = ViewerState.Connected;
        if (TextureSeen is { } seen)
            SceneTextures.Collect(handshake.Terrain, seen);
        SceneAssets?.Collect(handshake.Terrain);
        // Sent with the reply, or the visit would begin at the region's default rates.
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
        byte[] parameters = new byte[20];
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
