using Mongoose.Client.Runtime;
using Mongoose.Client.Viewers;
using Mongoose.Testbed.Links;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Time;

namespace Mongoose.Testbed.Visits;

/// <summary>A visit in simulated time. The viewer starts at once; the owner runs the clock.</summary>
public sealed class SimulatedVisit
{
    public SimulatedVisit(VisitPlan plan)
    {
        SimulatedNetwork network = new(Clock);
        Region = new EmbeddedRegion(Clock, network, UdpAddress.Loopback(plan.Port), plan.Region);
        Relay = new UdpRelay(Clock, network, Region.Address, plan.ToServer, plan.ToClient);
        Viewer = new Viewer(Clock, network, plan.Viewer with { Region = Relay.Address });
        Viewer.Start();
    }

    public SimulatedScheduler Clock { get; } = new();

    public EmbeddedRegion Region { get; }

    /// <summary>The two links between them.</summary>
    public UdpRelay Relay { get; }

    public Viewer Viewer { get; }
}
