using Mongoose.Client.Runtime;
using Mongoose.Core.Units;
using Mongoose.Testbed.Links;
using Mongoose.Testbed.Region;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>
/// Circuits on loopback, through links in this process: no privileges are needed. Regions have a thread of their own; the links and the
/// viewers share the scheduler's.
/// </summary>
internal sealed class RelayedFlows(RealTimeLoop loop) : IFlowFactory, IDisposable
{
    private readonly RealTimeLoop _regionLoop = new("regions");
    private readonly Dictionary<FlowGroup, EmbeddedRegion> _regions = [];

    public Topology? Topology { get; set; }

    /// <summary>The run's begin.</summary>
    public Instant Origin { get; set; }

    public IFlow Create(FlowGroup group, int member, FlowRecord record)
    {
        CircuitOptions circuit = (CircuitOptions)group.Kind;
        if (!_regions.TryGetValue(group, out EmbeddedRegion? region))
        {
            region = _regionLoop.Invoke(() =>
                new EmbeddedRegion(_regionLoop, _regionLoop, UdpAddress.Loopback(), CircuitFlow.RegionOf(circuit)));
            _regions.Add(group, region);
        }
        UdpRelay relay = new(loop, region.Address, Topology!.Up(group), Topology.Down(group));
        return new CircuitFlow(loop, loop, relay.Address, circuit, member, Origin, record);
    }

    public void Dispose() => _regionLoop.Dispose();
}
