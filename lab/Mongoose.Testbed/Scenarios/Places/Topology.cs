using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Links;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>The links of one run, and the routes through them.</summary>
internal sealed class Topology
{
    /// <summary>The random number stream of flows' extra delays.</summary>
    public const long DelayStream = -2;

    private readonly IScheduler _scheduler;
    private readonly SeededRandom _random;
    private readonly Dictionary<string, LinkPair> _links = [];
    private readonly List<LinkWatch> _watches = [];
    private readonly HashSet<FlowKey> _opaque = [];

    public Topology(IScheduler scheduler, Scenario scenario, long seed)
    {
        (_scheduler, _random) = (scheduler, new SeededRandom(seed, DelayStream));
        for (int i = 0; i < scenario.Links.Count; i++)
            Add(scenario, scenario.Links[i].WithSeed(seed, i));
    }

    /// <summary>Returns the measurements of each link and direction.</summary>
    public IReadOnlyList<LinkRecord> Finish() => _watches.Select(watch => watch.Finish(_scheduler.Now)).ToArray();

    /// <summary>The links that a flow of the group crosses towards its viewer or receiver, in order; clamps count as links.</summary>
    public IReadOnlyList<IPacketReceiver> Down(FlowGroup group) =>
        [.. group.Path.SelectMany(name => _links[name].WayDown), .. Extra(group)];

    /// <summary>The links that a flow of the group crosses towards its server or sender, in order; clamps count as links.</summary>
    public IReadOnlyList<IPacketReceiver> Up(FlowGroup group) =>
        [.. Extra(group), .. group.Path.Reverse().SelectMany(name => _links[name].WayUp)];

    /// <summary>Makes the headers of this flow and of its reverse unreadable to clamps.</summary>
    public void Hide(FlowKey flow)
    {
        _opaque.Add(flow);
        _opaque.Add(flow.Reversed);
    }

    private void Add(Scenario scenario, DuplexLink link)
    {
        LinkPair pair = new(_scheduler, link.Pair, _opaque.Contains);
        _links.Add(link.Name, pair);
        _watches.AddRange(LinkWatch.OfBothWays(link.Name, pair, scenario, _scheduler, _scheduler.Now));
    }

    private IEnumerable<IPacketReceiver> Extra(FlowGroup group) =>
        group.DrawExtraDelay(_random) is { } delay && delay > Duration.Zero
            ? [new Link(_scheduler, new LinkOptions { Delay = delay })]
            : [];
}
