using Mongoose.Client.Runtime;
using Mongoose.Core.Units;
using Mongoose.Testbed.Links;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Time;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Flows in simulated time.</summary>
internal sealed class SimulatedFlows(SimulatedScheduler clock, Topology topology) : IFlowFactory
{
    private readonly SimulatedNetwork _network = new(clock);
    private readonly Dictionary<FlowGroup, EmbeddedRegion> _regions = [];

    public IFlow Create(FlowGroup group, int member, FlowRecord record) => group.Kind switch
    {
        CircuitOptions circuit => CreateCircuit(group, circuit, member, record),
        _ => throw new NotSupportedException($"flow {group.Name}: {group.Kind}"),
    };

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
