using Mongoose.Client.Runtime;
using Mongoose.Core.Units;
using Mongoose.Testbed.Links;
using Mongoose.Testbed.Packets;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>The links of one run, and the ways through them.</summary>
internal sealed class Topology
{
    /// <summary>Streams of random numbers: one for each link and direction.</summary>
    private const int SeedsPerLink = 2;

    private readonly IScheduler _scheduler;
    private readonly Dictionary<string, (Link Down, Link Up)> _links = [];

    public Topology(IScheduler scheduler, Scenario scenario, long seed)
    {
        _scheduler = scheduler;
        for (int i = 0; i < scenario.Links.Count; i++)
        {
            DuplexLink link = scenario.Links[i];
            long first = seed * 1_000_003 + i * SeedsPerLink;
            _links.Add(link.Name, (new Link(scheduler, link.Down with { Seed = first }), new Link(scheduler, link.Up with { Seed = first + 1 })));
        }
    }

    public IEnumerable<(string Name, Link Down, Link Up)> Links => _links.Select(link => (link.Key, link.Value.Down, link.Value.Up));

    /// <summary>The links that a flow of the group crosses towards its viewer or receiver, in order.</summary>
    public IEnumerable<IPacketReceiver> Down(FlowGroup group) => [.. group.Path.Select(name => _links[name].Down), .. Extra(group)];

    /// <summary>The same towards its server or sender.</summary>
    public IEnumerable<IPacketReceiver> Up(FlowGroup group) => [.. Extra(group), .. group.Path.Reverse().Select(name => _links[name].Up)];

    private IEnumerable<IPacketReceiver> Extra(FlowGroup group) =>
        group.ExtraDelay > Duration.Zero ? [new Link(_scheduler, new LinkOptions { Delay = group.ExtraDelay })] : [];
}
