using Mongoose.Core.Units;
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
    private readonly Dictionary<string, (Link Down, Link Up)> _links = [];
    private readonly List<LinkWatch> _watches = [];

    public Topology(IScheduler scheduler, Scenario scenario, long seed)
    {
        (_scheduler, _random) = (scheduler, new SeededRandom(seed, DelayStream));
        for (int i = 0; i < scenario.Links.Count; i++)
        {
            DuplexLink link = scenario.Links[i].WithSeed(seed, i);
            Link down = new(scheduler, link.Down), up = new(scheduler, link.Up);
            _links.Add(link.Name, (down, up));
            _watches.Add(new LinkWatch($"{link.Name}.down", down, scenario, scheduler.Now));
            _watches.Add(new LinkWatch($"{link.Name}.up", up, scenario, scheduler.Now));
        }
    }

    /// <summary>Returns the measurements of each link and direction.</summary>
    public IReadOnlyList<LinkRecord> Finish() => _watches.Select(watch => watch.Finish(_scheduler.Now)).ToArray();

    /// <summary>The links that a flow of the group crosses towards its viewer or receiver, in order.</summary>
    public IReadOnlyList<IPacketReceiver> Down(FlowGroup group) => [.. group.Path.Select(name => _links[name].Down), .. Extra(group)];

    /// <summary>The links that a flow of the group crosses towards its server or sender, in order.</summary>
    public IReadOnlyList<IPacketReceiver> Up(FlowGroup group) => [.. Extra(group), .. group.Path.Reverse().Select(name => _links[name].Up)];

    private IEnumerable<IPacketReceiver> Extra(FlowGroup group) =>
        group.DrawExtraDelay(_random) is { } delay && delay > Duration.Zero ? [new Link(_scheduler, new LinkOptions { Delay = delay })] : [];
}
