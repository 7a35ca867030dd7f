using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Links;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Flows in simulated time.</summary>
internal sealed class SimulatedFlows(SimulatedScheduler clock, Topology topology, long seed) : IFlowFactory
{
    /// <summary>The first stream of random numbers of TCP's applications.</summary>
    public const long TcpStream = 1000;

    private const ushort FirstTcpPort = 5001;

    private int _tcpFlows;
    private int _games;

    private readonly SimulatedNetwork _network = new(clock);
    private readonly Dictionary<FlowGroup, EmbeddedRegion> _regions = [];

    public IFlow Create(FlowGroup group, int member, FlowRecord record) => group.Kind switch
    {
        CircuitOptions circuit => CreateCircuit(group, circuit, member, record),
        TcpFlowOptions tcp => CreateTcp(group, tcp, record),
        GameFlowOptions game => CreateGame(group, game),
        _ => throw new NotSupportedException($"flow {group.Name}: {group.Kind}"),
    };

    private SimulatedTcpFlow CreateTcp(FlowGroup group, TcpFlowOptions tcp, FlowRecord record)
    {
        int number = ++_tcpFlows;
        FlowKey key = new(UdpAddress.Loopback(FirstTcpPort + number), UdpAddress.Loopback(FirstTcpPort), FlowKey.Tcp);
        (IEnumerable<IPacketReceiver> forward, IEnumerable<IPacketReceiver> back) = (topology.Down(group), topology.Up(group));
        if (tcp.Up)
            (forward, back) = (back, forward);
        return new SimulatedTcpFlow(clock, tcp, key, forward, back, new SeededRandom(seed, TcpStream + number), record);
    }

    private GameFlow CreateGame(FlowGroup group, GameFlowOptions options)
    {
        GamePeers peers = new(options.Game, seed, _games++);
        GamePeer server = peers.NewServer(clock, _network, UdpAddress.Loopback());
        UdpRelay relay = new(_network, server.Address, topology.Up(group), topology.Down(group));
        GamePeer client = peers.NewClient(clock, _network, UdpAddress.Loopback(), relay.Address);
        return new GameFlow(client, action => action(), server, action => action(), Instant.Zero);
    }

    private CircuitFlow CreateCircuit(FlowGroup group, CircuitOptions circuit, int member, FlowRecord record)
    {
        if (!_regions.TryGetValue(group, out EmbeddedRegion? region))
        {
            region = new EmbeddedRegion(clock, _network, UdpAddress.Loopback(), CircuitFlow.RegionOf(circuit));
            _regions.Add(group, region);
        }
        UdpRelay relay = new(_network, region.Address, topology.Up(group), topology.Down(group));
        return new CircuitFlow(clock, _network, circuit, CircuitFlow.ViewerOf(circuit, member, relay.Address), Instant.Zero, record);
    }
}
