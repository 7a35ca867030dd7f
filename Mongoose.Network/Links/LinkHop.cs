using Mongoose.Network.Packets;

namespace Mongoose.Network.Links;

/// <summary>The way into one link for the packets of one flow: it tells them where they go afterwards.</summary>
public sealed class LinkHop(IPacketReceiver link, IPacketReceiver next) : IPacketReceiver
{
    public void Receive(Packet packet)
    {
        packet.Receiver = next;
        link.Receive(packet);
    }

    /// <summary>The way through several links, one after the other, to <paramref name="end"/>.</summary>
    public static IPacketReceiver Through(IEnumerable<IPacketReceiver> links, IPacketReceiver end) =>
        links.Reverse().Aggregate(end, (next, link) => new LinkHop(link, next));
}
