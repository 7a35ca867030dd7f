using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>
/// Circuits on loopback, through links in this process: no privileges are needed. Regions have a thread of their own; the links and the
/// viewers share the scheduler's.
/// </summary>
internal sealed class RelayedFlows(RealTimeLoop loop, long seed) : IFlowFactory, IDisposable
{
    private readonly RealTimeLoop _regionLoop = new("regions");
    private readonly Dictionary<FlowGroup, EmbeddedRegion> _regions = [];

    private int _games;

    public Topology? Topology { get; set; }

    /// <summary>The run's begin.</summary>
    public Instant Origin { get; set; }

    public IFlow Create(FlowGroup group, int member, FlowRecord record) => group.Kind switch
    {
        CircuitOptions circuit => CreateCircuit(group, circuit, member, record),
        GameFlowOptions game => CreateGame(group, game),
        _ => throw new NotSupportedException($"flow {group.Name}: {group.Kind}"),
    };

    public void Dispose() => _regionLoop.Dispose();

    private CircuitFlow CreateCircuit(FlowGroup group, CircuitOptions circuit, int member, FlowRecord record)
    {
        if (!_regions.TryGetValue(group, out EmbeddedRegion? region))
        {
            region = _regionLoop.Invoke(() =>
                new EmbeddedRegion(_regionLoop, _regionLoop, UdpAddress.Loopback(), CircuitFlow.RegionOf(circuit)));
            _regions.Add(group, region);
        }
        UdpRelay relay = new(loop, region.Address, Topology!.Up(group), Topology.Down(group));
        return new CircuitFlow(loop, loop, circuit, CircuitFlow.ViewerOf(circuit, member, relay.Address), Origin, record);
    }

    private GameFlow CreateGame(FlowGroup group, GameFlowOptions options)
    {
        GamePeers peers = new(options.Game, seed, _games++);
        GamePeer server = _regionLoop.Invoke(() => peers.NewServer(_regionLoop, _regionLoop, UdpAddress.Loopback()));
        UdpRelay relay = new(loop, server.Address, Topology!.Up(group), Topology.Down(group));
        GamePeer client = peers.NewClient(loop, loop, UdpAddress.Loopback(), relay.Address);
        return new GameFlow(client, action => action(), server, _regionLoop.Invoke, Origin);
    }
}
