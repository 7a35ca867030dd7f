using System.Net;
using System.Reflection;
using log4net;
using Mongoose.Core.Lines;
using Mongoose.Core.Lludp;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;
using Mongoose.Server.Downloads;
using Mongoose.Server.Inbound;
using Mongoose.Server.Outbound;
using Nini.Config;
using OpenMetaverse;
using OpenSim.Framework;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Regions;

/// <summary>OpenSim's LLUDP server with Mongoose's sender in place of its own outbound loop; everything else is OpenSim's.</summary>
internal sealed class MongooseUdpServer : LLUDPServer
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private readonly ModuleState _state;
    private readonly CircuitCap _cap;
    private OutboundThread? _thread;
    private UplinkShare? _uplink;
    private bool _watchesDownloads;

    public MongooseUdpServer(ModuleState state, IPAddress address, uint port, int proxyOffset, IConfigSource source,
        AgentCircuitManager circuits)
        : base(address, port, proxyOffset, source, circuits)
    {
        _state = state;
        Limit = DataRate.FromBytesPerSecond(Throttle.RequestedDripRate);
        Failures = new FailureLog(() => RegionName);
        _cap = new CircuitCap(this, state, Requests, Failures);
        _cap.Apply();
    }

    public ThrottleRequests Requests { get; } = new();

    public InboundCounters Inbound { get; } = new();

    public FailureLog Failures { get; }

    /// <summary>How long a region that is being removed waits for its sending thread.</summary>
    public Duration StopTimeout { get; init; } = Duration.FromSeconds(5);

    /// <summary>The region's name, as it is shown.</summary>
    public string RegionName => PlainName.Of(Scene.Name);

    public bool IsShaping => _state.IsShaping;

    /// <summary>The open circuits: a snapshot, replaced whenever a circuit opens or closes. Thread-safe.</summary>
    public IReadOnlyList<CircuitSender<ClientCircuit>> Circuits => Outbound?.Sender.Circuits ?? [];

    public RegionCounters Counters { get; } = new();

    /// <summary>The region's limit; zero for none.</summary>
    public DataRate Limit { get; }

    /// <summary>The rate that the limit and the host's uplink now leave to the region; zero if nothing limits it.</summary>
    public DataRate LimitNow => Outbound?.Sender.Limit ?? Limit;

    /// <summary>Whether the host's uplink leaves the region less than its own limit.</summary>
    public bool IsUplinkLimited => LimitNow > DataRate.Zero && (Limit == DataRate.Zero || LimitNow < Limit);

    /// <summary>Counts what visitors downloaded by HTTP.</summary>
    public DownloadCounters Downloads { get; } = new();

    /// <summary>Counts the passes of the sending thread.</summary>
    public LoopCounters Loop { get; } = new();

    /// <summary>Sends the region's packets; null before <see cref="StartOutbound"/>.</summary>
    public RegionOutbound? Outbound { get; set; }

    /// <summary>Starts Mongoose's thread instead of OpenSim's. OpenSim's console may call this method again.</summary>
    public override void StartOutbound()
    {
        if (_thread is not null)
            return;
        RegionContext context =
            new(this, _state.Settings, _state.Internals, Failures, () => OutboundThread.Now, () => Environment.TickCount & int.MaxValue)
            {
                Lines = _state.Lines,
                Uplink = _uplink ??= _state.Uplink?.OpenCircuits(),
            };
        OutboundThread? thread = null;
        RegionOutbound outbound = new(context, () => _state.IsShaping, Limit, Counters, () => thread?.Wake());
        thread = new OutboundThread(
            $"Outgoing Packets Mongoose ({RegionName})", outbound.Pass, Loop, exception =>
                Failures.Report("a pass", exception, OutboundThread.Now), outbound.Close);
        (Outbound, _thread) = (outbound, thread);
        Scene.EventManager.OnFrame += OnFrame;
        _state.Internals.SetRunningOutbound(this, true);
        thread.Start();
    }

    /// <summary>Stops Mongoose's thread.</summary>
    public override void StopOutbound()
    {
        StopSending();
        base.StopOutbound();
    }

    /// <summary>Stops the thread and waits for it to end. OpenSim's Stop does not call <see cref="StopOutbound"/>.</summary>
    public void StopSending()
    {
        if (Interlocked.Exchange(ref _thread, null) is not { } thread)
            return;
        Scene.EventManager.OnFrame -= OnFrame;
        if (Interlocked.Exchange(ref _uplink, null) is { } share)
            _state.Uplink!.Close(share);
        if (!thread.Stop(StopTimeout))
            Log.Error($"[MONGOOSE]: the sending thread of region {RegionName} did not stop in time; it stops after its current pass");
    }

    /// <summary>The figures of the open circuits.</summary>
    public IEnumerable<CircuitFigures> Figures => Circuits.Select(circuit => CircuitReading.Read(this, circuit));

    /// <summary>The downloads by HTTP of a circuit's visitor, from all regions of the process; null if there are none at present.</summary>
    public DownloadFigures? DownloadsOf(CircuitSender<ClientCircuit> circuit) =>
        _state.Downloads?.Of(circuit.Port.View.AgentId)?.Figures;

    /// <summary>
    /// How long several requests of a circuit's visitor for textures, meshes or assets have waited for OpenSim's answers; zero if few wait.
    /// </summary>
    public Duration RequestWaitOf(CircuitSender<ClientCircuit> circuit, Instant now) =>
        _state.Downloads?.Of(circuit.Port.View.AgentId)?.RequestWait(now) ?? Duration.Zero;

    /// <summary>Called when Mongoose has been enabled or disabled.</summary>
    public void OnSwitched() => _cap.Apply();

    public void ResetCounters()
    {
        Failures.Count.Reset();
        Inbound.Reset();
        Downloads.Reset();
        Counters.Reset();
        foreach (CircuitSender<ClientCircuit> circuit in Circuits)
            circuit.Counters.Reset();
    }

    /// <summary>Checks datagrams before OpenSim parses them.</summary>
    public override void PacketReceived(UDPPacketBuffer buffer)
    {
        ReadOnlySpan<byte> datagram = buffer.Data.AsSpan(0, buffer.DataLength);
        if (DatagramReader.HasValidAcks(datagram) && (!ThrottleRequests.IsRequest(datagram) || MayPassRequest(buffer)))
        {
            // The base method frees the buffer.
            ReceiveAcks(buffer);
            base.PacketReceived(buffer);
            return;
        }
        (ViewOf(buffer) is null ? Inbound.Foreign : Inbound.Malformed).Increment();
        FreeUDPBuffer(buffer);
    }

    /// <summary>
    /// Whether an AgentThrottle may be passed to OpenSim. A message without valid rates is rewritten to repeat the rates in force.
    /// </summary>
    private bool MayPassRequest(UDPPacketBuffer buffer)
    {
        if (ViewOf(buffer) is not { } view || Requests.TryNote(buffer.Data.AsSpan(0, buffer.DataLength), view.UDPClient))
            return true;
        int length = buffer.DataLength;
        if (!Requests.TryReplaceRates(buffer.Data, ref length, view.UDPClient.GetThrottlesPacked(1)))
            return false;
        buffer.DataLength = length;
        Inbound.BadThrottles.Increment();
        return true;
    }

    /// <summary>Catches all exceptions, because they would end the receiving thread.</summary>
    private void ReceiveAcks(UDPPacketBuffer buffer)
    {
        if (!_state.IsShaping || !_state.Settings.Sending.UsesAcks)
            return;
        try
        {
            if (ViewOf(buffer) is { } view)
                Outbound?.Receive(view.UDPClient, buffer.Data.AsSpan(0, buffer.DataLength));
        }
        catch (Exception exception)
        {
            Failures.Report("processing acks", exception, OutboundThread.Now);
        }
    }

    private LLClientView? ViewOf(UDPPacketBuffer buffer) =>
        Scene is not null && Scene.TryGetClient((IPEndPoint)buffer.RemoteEndPoint, out IClientAPI client) ? client as LLClientView : null;

    /// <summary>Called after each heartbeat, which has queued the updates of everything that moved.</summary>
    private void OnFrame()
    {
        // OpenSim's own modules have registered for capabilities before the first frame.
        if (!_watchesDownloads)
        {
            _watchesDownloads = true;
            _state.Downloads?.Watch(Scene, Downloads);
        }
        if (Outbound is not { } outbound || outbound.Sender.Circuits.Count == 0)
            return;
        outbound.Sender.NotifyAll(CircuitEvents.TaskContent);
        _thread?.Wake();
    }
}
