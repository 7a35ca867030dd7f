using Mongoose.Client.Viewers;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed;

/// <summary>One viewer's visit to one region over a link, in simulated time.</summary>
internal sealed record VisitPlan
{
    public required RegionOptions Region { get; init; }

    /// <summary>The viewer's options; the region's address is filled in when the link to it exists.</summary>
    public required ViewerOptions Viewer { get; init; }

    public LinkOptions ToServer { get; init; } = new();

    public LinkOptions ToClient { get; init; } = new();
}

/// <summary>A visit in simulated time. The viewer starts at once; the owner runs the clock.</summary>
internal sealed class SimulatedVisit
{
    public SimulatedVisit(VisitPlan plan)
    {
        SimulatedNetwork network = new(Clock);
        Region = new EmbeddedRegion(Clock, network, UdpAddress.Loopback(), plan.Region);
        ToServer = new Link(Clock, plan.ToServer);
        ToClient = new Link(Clock, plan.ToClient);
        UdpRelay relay = new(network, Region.Address, [ToServer], [ToClient]);
        Viewer = new Viewer(Clock, network, plan.Viewer with { Region = relay.Address });
        Viewer.Start();
    }

    public SimulatedScheduler Clock { get; } = new();

    public EmbeddedRegion Region { get; }

    /// <summary>The link from the viewer to the region.</summary>
    public Link ToServer { get; }

    /// <summary>The link from the region to the viewer.</summary>
    public Link ToClient { get; }

    public Viewer Viewer { get; }
}
