using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tun;

/// <summary>One direction after the shared link: flows with additional delay use a link of their own, without a queue.</summary>
internal sealed class DelayedFlows(
    IScheduler scheduler, IPacketReceiver next, IEnumerable<(Func<FlowKey, bool> Matches, Duration Delay)> delays) : IPacketReceiver
{
    private readonly (Func<FlowKey, bool> Matches, Link Link)[] _links =
        delays.Select(flow => (flow.Matches, new Link(scheduler, new LinkOptions { Delay = flow.Delay }))).ToArray();

    public void Receive(Packet packet)
    {
        packet.Receiver = next;
        foreach ((Func<FlowKey, bool> matches, Link link) in _links)
        {
            if (!matches(packet.Flow))
                continue;
            link.Receive(packet);
            return;
        }
        next.Receive(packet);
    }
}

/// <summary>Additional propagation delay for some flows, after the link that all share: flows of different RTT meet in one queue.</summary>
/// <param name="Matches">Whether the delay applies to a flow, given in either direction. Called for every packet.</param>
/// <param name="Down">Added in the direction from the server to the client.</param>
/// <param name="Up">Added in the direction from the client to the server.</param>
public sealed record FlowDelay(Func<FlowKey, bool> Matches, Duration Down, Duration Up)
{
    /// <summary>A delay for all flows with the given port at either end; half of the delay in each direction.</summary>
    /// <param name="port">1 to 65535.</param>
    /// <param name="roundTrip">The delay added to the RTT of these flows.</param>
    public static FlowDelay OfPort(int port, Duration roundTrip) =>
        new(flow => flow.Source.Port == port || flow.Destination.Port == port, roundTrip / 2, roundTrip / 2);
}
