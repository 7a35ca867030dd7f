using Mongoose.Client.Runtime;
using Mongoose.Core.Units;
using Mongoose.Testbed.Links;
using Mongoose.Testbed.Numerics;
using Mongoose.Testbed.Packets;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Time;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Flows in simulated time.</summary>
internal sealed class SimulatedFlows(SimulatedScheduler clock, Topology topology, long seed) : IFlowFactory
{
    private const ushort FirstTcpPort = 5001;

    private int _tcpFlows;

    private readonly SimulatedNetwork _network = new(clock);
    private readonly Dictionary<FlowGroup, EmbeddedRegion> _regions = [];

    public IFlow Create(FlowGroup group, int member, FlowRecord record) => group.Kind switch
    {
        CircuitOptions circuit => CreateCircuit(group, circuit, member, record),
        TcpFlowOptions tcp => CreateTcp(group, tcp, record),
        _ => throw new NotSupportedException($"flow {group.Name}: {group.Kind}"),
    };

    private SimulatedTcpFlow CreateTcp(FlowGroup group, TcpFlowOptions tcp, FlowRecord record)
    {
        int number = ++_tcpFlows;
        FlowKey key = new(UdpAddress.Loopback(FirstTcpPort + number), UdpAddress.Loopback(FirstTcpPort), FlowKey.Tcp);
        return new SimulatedTcpFlow(clock, tcp, key, topology.Down(group), topology.Up(group), new SeededRandom(seed, stream: 1000 + number), record);
    }

    private CircuitFlow CreateCircuit(FlowGroup group, CircuitOptions circuit, int member, FlowRecord record)
    {
        if (!_regions.TryGetValue(group, out EmbeddedRegion? region))
        {
            region = new EmbeddedRegion(clock, _network, UdpAddress.Loopback(), CircuitFlow.RegionOf(circuit));
            _regions.Add(group, region);
        }
        UdpRelay relay = new(_network, region.Address, topology.Up(group), topology.Down(group));
        return new CircuitFlow(clock, _network, relay.Address, circuit, member, Instant.Zero, record);
    }
}
