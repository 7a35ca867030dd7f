using Mongoose.Network.Packets;

namespace Mongoose.Network.Links;

/// <summary>A hop of a path: passes packets to its link, and lets the link pass them to the next hop.</summary>
public sealed class LinkHop(IPacketReceiver link, IPacketReceiver next) : IPacketReceiver
{
    public void Receive(Packet packet)
    {
        packet.Receiver = next;
        link.Receive(packet);
    }

    /// <summary>The path through several links in sequence, to <paramref name="end"/>.</summary>
    public static IPacketReceiver Through(IEnumerable<IPacketReceiver> links, IPacketReceiver end) =>
        links.Reverse().Aggregate(end, (next, link) => new LinkHop(link, next));
}
