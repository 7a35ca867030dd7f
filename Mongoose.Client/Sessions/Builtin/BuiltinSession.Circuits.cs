using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Sessions.Builtin;

// The session's circuits: the avatar's own, and those of child agents in neighbouring regions. Regions identify a session by its one port.
internal sealed partial class BuiltinSession
{
    /// <summary>The interval at which viewers ping regions in which they have a child agent.</summary>
    private static readonly Duration ChildPingInterval = Duration.FromSeconds(5);

    /// <summary>
    /// Maximum number of seed capabilities asked while the avatar is in one region: four times the maximum number of circuits.
    /// </summary>
    internal const int MaxSeeds = 4 * (RegionCircuits.MaxNeighbours + 1);

    private RegionCircuits? _circuits;
    private SharedPort? _port;

    /// <summary>The viewer of the region where the avatar is, or is about to be.</summary>
    private Viewer? _home;

    private int _seedsAsked;

    private RegionSize _homeSize = RegionSize.Standard;

    /// <summary>Whether the avatar arrives on a circuit that is already open, with its handshake complete.</summary>
    private bool _isKnown;

    private RegionCircuits Circuits => _circuits ??= new RegionCircuits(Connect);

    private void OnRegionEvent(RegionEvent regionEvent)
    {
        if (_over || _leaves || Figures.Controller is not { } controller)
            return;
        bool isForAvatar = regionEvent.Kind is RegionEventKind.TeleportFinish or RegionEventKind.CrossedRegion;
        if (Circuits.To(regionEvent.Region, _home, isForAvatar, scheduler.Now) is not { } circuit)
        {
            if (isForAvatar)
                Fail(BotFailure.RegionSilent, $"the avatar is to go to {regionEvent.Region}, "
                    + $"but {RegionCircuits.MaxSilent} regions have never answered");
            return;
        }
        circuit.Size = regionEvent.Size ?? circuit.Size;
        if (isForAvatar)
            _seedsAsked = 0;
        if (regionEvent.Seed is { } seed)
            Follow(circuit, seed, static _ => { });
        if (isForAvatar)
            Enter(circuit, controller, null);
        else if (regionEvent.Kind == RegionEventKind.EnableSimulator && circuit.Viewer.State == ViewerState.Idle)
            circuit.Viewer.Start();
    }

    private void Follow(RegionCircuit circuit, Uri seed, Action<SeedAnswer> answered)
    {
        if (_seedsAsked < MaxSeeds && circuit.Follow(seed, () => grid.Follow(seed, Answered, OnRegionEvent)))
            _seedsAsked++;

        void Answered(SeedAnswer answer)
        {
            // Without the answer there is neither a scene nor an event queue: the next event that names this seed capability asks it again.
            Uri? next = circuit.Answered(isFollowed: answer.Features is not null);
            if (answer.Features is not null)
                circuit.Downloads = answer.Downloads;
            answered(answer);
            Download(circuit);
            if (next is not null && !_over && !_leaves)
                Follow(circuit, next, static _ => { });
        }
    }

    private void Enter(RegionCircuit circuit, IRateController controller, Destination? region)
    {
        listener.Entering(region);
        Viewer viewer = circuit.Viewer;
        Figures.EnterRegion(viewer.RateControl, controller);
        if (_home is { } before)
        {
            before.RateControl.End();
            Listen(before, false);
        }
        (_home, _homeSize) = (viewer, circuit.Size);
        Download(circuit);
        viewer.RateControl.Begin(controller);
        _isKnown = viewer.State == ViewerState.Connected;
        Listen(viewer, true);
        if (viewer.State == ViewerState.Idle)
            viewer.Start();
        viewer.Enter();
    }

    /// <summary>The assets of all regions come from the avatar's region, after it has sent their address.</summary>
    private void Download(RegionCircuit circuit)
    {
        if (circuit.Viewer != _home || circuit.Downloads is not { } capabilities || Figures.Downloads is not { } downloads
            || _over || _leaves)
            return;
        if (downloads.Use(capabilities) is { } obstacle)
            listener.Noted(obstacle);
    }

    private Viewer Connect(UdpAddress region)
    {
        _port ??= new SharedPort(network.Open(UdpAddress.Any));
        Viewer viewer = new(scheduler, _port.Towards(region), new ViewerOptions
        {
            Region = region,
            CircuitCode = _login!.CircuitCode,
            AgentId = _login.AgentId,
            SessionId = _login.SessionId,
            IsChild = true,
            Textures = plan.Textures,
            RepeatTextures = true,
            DrawDistance = plan.DrawDistance,
            PingInterval = ChildPingInterval,
        });
        // Neighbours get the same request as the avatar's region got last.
        viewer.Connected = () => viewer.SetThrottle(_home!.RateControl.Requested);
        viewer.Closed = () => CircuitClosed(region, viewer);
        if (plan.Textures.Count == 0)
            viewer.TextureSeen = viewer.Fetch;
        viewer.SceneAssets = Figures.Downloads?.Assets;
        Listen(viewer, false);
        return viewer;
    }

    /// <summary>Only the avatar's circuit is measured and downloads; the others are kept alive.</summary>
    private void Listen(Viewer viewer, bool listens)
    {
        viewer.Entered = listens ? Entered : null;
        viewer.DatagramArrived = listens ? Received : null;
        viewer.PacketArrived = listens ? Carried : null;
        viewer.RoundTripMeasured = listens ? Figures.PingAnswered : null;
        viewer.TextureCompleted = listens ? (_, _) => Figures.TextureCompleted() : null;
        viewer.TeleportEnded = listens ? Figures.TeleportEnded : null;
        viewer.PauseTextures(!listens || !_fetches);
    }

    private void Entered()
    {
        // Not earlier: together with the avatar, the last region passes on the rates that it knows, which may be older.
        if (_isKnown)
            _home!.SetThrottle(_home.RateControl.Requested);
        Figures.Arrived();
        listener.Arrived();
    }

    private void Received(ReceivedDatagram datagram)
    {
        Figures.Received(datagram.Bytes, datagram.At);
        if (!datagram.IsNew)
            Figures.Carried(Channel.Resend, datagram.Bytes);
    }

    private void Carried(Arrival arrival) => Figures.Carried(arrival.Resent ? Channel.Resend : arrival.Channel, arrival.Bytes);

    private void CircuitClosed(UdpAddress region, Viewer viewer)
    {
        if (viewer != _home)
            Circuits.Remove(region);
        else if (_leaves)
            EndAsAsked();
        else
            Fail(BotFailure.CircuitLost, "the region has closed the circuit");
    }
}
