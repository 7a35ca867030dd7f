using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Links;

/// <summary>
/// Receives a link's events. Packets belong to the link: a monitor may read them, but must not keep them. Times never decrease from one
/// call to the next, except for the ends of transmissions, which are in the future. After a late wake-up of the host, a transmission may
/// also start before a delivery that was reported earlier.
/// </summary>
public interface ILinkMonitor
{
    /// <summary>A packet is about to enter the queue.</summary>
    void Arrived(Packet packet, Instant at);

    /// <summary>The queue has dropped packets: arriving packets or others, depending on its discipline.</summary>
    /// <param name="packets">The number of packets, at least 1.</param>
    /// <param name="bytes">The packets' total size on the wire.</param>
    /// <param name="at">The time of the drop.</param>
    void Dropped(long packets, long bytes, Instant at);

    /// <summary>A packet has left the queue; its sojourn time is <paramref name="start"/> minus <see cref="Packet.EnqueuedAt"/>.</summary>
    /// <param name="start">The start of its transmission.</param>
    /// <param name="sent">The time at which its last bit is sent.</param>
    void Departed(Packet packet, Instant start, Instant sent);

    /// <summary>A packet is lost after its transmission.</summary>
    void Lost(Packet packet, Instant sent)
    {
    }

    /// <summary>A packet, or a copy of a packet, leaves the link.</summary>
    void Delivered(Packet packet, Instant at)
    {
    }
}
