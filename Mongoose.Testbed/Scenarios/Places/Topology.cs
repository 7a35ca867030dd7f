using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
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
    private readonly Dictionary<string, (IPacketReceiver[] Down, IPacketReceiver[] Up)> _links = [];
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
    public IReadOnlyList<IPacketReceiver> Down(FlowGroup group) => [.. group.Path.SelectMany(name => _links[name].Down), .. Extra(group)];

    /// <summary>The links that a flow of the group crosses towards its server or sender, in order; clamps count as links.</summary>
    public IReadOnlyList<IPacketReceiver> Up(FlowGroup group) => [.. Extra(group), .. group.Path.Reverse().SelectMany(name => _links[name].Up)];

    /// <summary>Clamps cannot read the headers of this flow, nor of the reverse.</summary>
    public void Hide(FlowKey flow)
    {
        _opaque.Add(flow);
        _opaque.Add(new FlowKey(flow.Destination, flow.Source, flow.Protocol));
    }

    private void Add(Scenario scenario, DuplexLink link)
    {
        Link down = new(_scheduler, link.Down), up = new(_scheduler, link.Up);
        LinkClamp? downClamp = NewClamp(down, link.DownClamp), upClamp = NewClamp(up, link.UpClamp);
        _links.Add(link.Name, (Way(downClamp, down, upClamp), Way(upClamp, up, downClamp)));
        _watches.Add(new LinkWatch($"{link.Name}.down", down, scenario, _scheduler.Now, WatchOf(downClamp, scenario)));
        _watches.Add(new LinkWatch($"{link.Name}.up", up, scenario, _scheduler.Now, WatchOf(upClamp, scenario)));
    }

    private LinkClamp? NewClamp(Link link, ClampOptions? options) =>
        options is null ? null : new LinkClamp(_scheduler, link, options, _opaque.Contains);

    private ClampWatch? WatchOf(LinkClamp? clamp, Scenario scenario) =>
        clamp is null ? null : new ClampWatch(clamp, scenario, _scheduler, _scheduler.Now);

    /// <summary>A direction of a link: its clamp sees packets before its queue, and the clamp of the opposite direction sees them behind it.</summary>
    private static IPacketReceiver[] Way(LinkClamp? own, Link link, LinkClamp? opposite)
    {
        List<IPacketReceiver> way = [link];
        if (own is not null)
            way.Insert(0, own.Data);
        if (opposite is not null)
            way.Add(opposite.Acks);
        return [.. way];
    }

    private IEnumerable<IPacketReceiver> Extra(FlowGroup group) =>
        group.DrawExtraDelay(_random) is { } delay && delay > Duration.Zero ? [new Link(_scheduler, new LinkOptions { Delay = delay })] : [];
}
