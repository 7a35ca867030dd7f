using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Sessions.Builtin;

// Its circuits: to the region where the avatar is, and to neighbours that it looks into. Regions know a session by its one port.
internal sealed partial class BuiltinSession
{
    /// <summary>As viewers ping the regions that they look into.</summary>
    private static readonly Duration ChildPingInterval = Duration.FromSeconds(5);

    private readonly Dictionary<UdpAddress, RegionCircuit> _circuits = [];
    private SharedPort? _port;

    /// <summary>Where the avatar is, or is about to be.</summary>
    private Viewer? _home;

    /// <summary>What was last asked for, or is to be on arrival: what a neighbour is asked for when its circuit opens.</summary>
    private ChannelRates _rates;

    /// <summary>Whether the avatar comes by a circuit that is open already, whose handshake is done.</summary>
    private bool _isKnown;

    private void OnRegionEvent(RegionEvent regionEvent)
    {
        if (_over || _leaves || _home is null)
            return;
        RegionCircuit circuit = CircuitTo(regionEvent.Region);
        if (regionEvent.Seed is { } seed)
            Follow(circuit, seed, static _ => { });
        switch (regionEvent.Kind)
        {
            case RegionEventKind.EnableSimulator:
                if (circuit.Viewer.State == ViewerState.Idle)
                    circuit.Viewer.Start();
                break;
            case RegionEventKind.TeleportFinish or RegionEventKind.CrossedRegion:
                Enter(circuit.Viewer, listener.Entering(null, null));
                break;
        }
    }

    private void Follow(RegionCircuit circuit, Uri seed, Action<SeedAnswer> answered) => circuit.Follow(seed, () => grid.Follow(seed, answer =>
    {
        // Without the answer there is neither a scene nor an event queue: the next event that names the seed capability asks again.
        if (answer.Features is null)
            circuit.Unfollow();
        answered(answer);
    }, OnRegionEvent));

    private void Enter(Viewer viewer, in ChannelRates rates)
    {
        if (_home is { } before)
            Listen(before, false);
        _home = viewer;
        _rates = rates;
        _isKnown = viewer.State == ViewerState.Connected;
        Listen(viewer, true);
        if (viewer.State == ViewerState.Idle)
            viewer.Start();
        viewer.Enter();
    }

    private RegionCircuit CircuitTo(UdpAddress region)
    {
        if (_circuits.TryGetValue(region, out RegionCircuit? known))
        {
            if (known.Viewer == _home || known.IsUsable(scheduler.Now))
                return known;
            known.Dispose();
        }
        return _circuits[region] = new RegionCircuit(Connect(region));
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
        });
        viewer.Connected = () => viewer.SetThrottle(_rates);
        viewer.Closed = () => CircuitClosed(region, viewer);
        if (plan.Textures.Count == 0)
            viewer.TextureSeen = viewer.Fetch;
        Listen(viewer, false);
        return viewer;
    }

    /// <summary>One circuit is measured, and downloads: the one by which the avatar is in a region. The others are kept alive.</summary>
    private void Listen(Viewer viewer, bool listens)
    {
        viewer.Entered = listens ? Entered : null;
        viewer.DatagramArrived = listens ? Received : null;
        viewer.PacketArrived = listens ? Carried : null;
        viewer.RoundTripMeasured = listens ? PingAnswered : null;
        viewer.RateAcknowledged = listens ? listener.RateAcknowledged : null;
        viewer.TextureCompleted = listens ? TextureCompleted : null;
        viewer.TeleportEnded = listens ? listener.TeleportEnded : null;
        viewer.PingInterval = listens ? _pingInterval : ChildPingInterval;
        viewer.PauseTextures(!listens || !_fetches);
    }

    private void Entered()
    {
        // Not before: with the avatar comes what the last region knew of its rates, which may be older.
        if (_isKnown)
            _home!.SetThrottle(_rates);
        listener.Arrived();
    }

    private void Received(ReceivedDatagram datagram)
    {
        bool isResent = (datagram.Flags & PacketFlags.Resent) != 0;
        listener.Received(datagram.Sequence, isResent, datagram.Bytes, datagram.At);
        if (!datagram.IsNew)
            listener.Carried(Channel.Resend, datagram.Bytes);
    }

    private void Carried(Arrival arrival) => listener.Carried(arrival.Resent ? Channel.Resend : arrival.Channel, arrival.Bytes);

    private void PingAnswered(Duration roundTrip) => listener.PingAnswered(roundTrip, scheduler.Now);

    private void TextureCompleted(Guid texture, int bytes) => listener.TextureCompleted();

    private void CircuitClosed(UdpAddress region, Viewer viewer)
    {
        if (viewer == _home)
        {
            HomeClosed();
            return;
        }
        if (_circuits.Remove(region, out RegionCircuit? circuit))
            circuit.Dispose();
    }
}
