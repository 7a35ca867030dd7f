using Mongoose.Client.Viewers;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;

namespace Mongoose.Testbed.Visits;

/// <summary>A visit in simulated time. The viewer starts at once; the owner runs the clock.</summary>
internal sealed class SimulatedVisit
{
    public SimulatedVisit(VisitPlan plan)
    {
        SimulatedNetwork network = new(Clock);
        Region = new EmbeddedRegion(Clock, network, UdpAddress.Loopback(plan.Port), plan.Region);
        ToServer = new Link(Clock, plan.ToServer);
        ToClient = new Link(Clock, plan.ToClient);
        UdpRelay relay = new(network, Region.Address, [ToServer], [ToClient]);
        Viewer = new Viewer(Clock, network, plan.Viewer with { Region = relay.Address });
        Viewer.Start();
    }

    public SimulatedScheduler Clock { get; } = new();

    public EmbeddedRegion Region { get; }

    /// <summary>From the viewer to the region.</summary>
    public Link ToServer { get; }

    /// <summary>From the region to the viewer.</summary>
    public Link ToClient { get; }

    public Viewer Viewer { get; }
}
