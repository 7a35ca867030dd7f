using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tun;

/// <summary>One direction behind the shared link: flows that have more delay take a link of their own, without a queue.</summary>
internal sealed class DelayedFlows : IPacketReceiver
{
    private readonly IPacketReceiver _next;
    private readonly (Func<FlowKey, bool> Matches, Link Link)[] _links;

    public DelayedFlows(IScheduler scheduler, IPacketReceiver next, IEnumerable<(Func<FlowKey, bool> Matches, Duration Delay)> delays)
    {
        _next = next;
        _links = delays.Select(flow => (flow.Matches, new Link(scheduler, new LinkOptions { Delay = flow.Delay }))).ToArray();
    }

    public void Receive(Packet packet)
    {
        packet.Receiver = _next;
        foreach ((Func<FlowKey, bool> matches, Link link) in _links)
        {
            if (!matches(packet.Flow))
                continue;
            link.Receive(packet);
            return;
        }
        _next.Receive(packet);
    }
}
