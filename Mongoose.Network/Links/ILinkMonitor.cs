using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Links;

/// <summary>
/// Is told what happens on a link. Packets are the link's: look, do not keep. Times never go backwards from one call to the next, but for
/// the ends of transmissions, which lie ahead.
/// </summary>
public interface ILinkMonitor
{
    /// <summary>A packet is about to enter the queue.</summary>
    void Arrived(Packet packet, Instant at);

    /// <summary>The queue has dropped packets: arriving ones or others, as its discipline likes.</summary>
    /// <param name="packets">How many, at least 1.</param>
    /// <param name="bytes">Of them all on the wire.</param>
    /// <param name="at">When.</param>
    void Dropped(long packets, long bytes, Instant at);

    /// <summary>A packet has left the queue; its sojourn time is <paramref name="start"/> less <see cref="Packet.EnqueuedAt"/>.</summary>
    /// <param name="packet">Which.</param>
    /// <param name="start">When its transmission begins.</param>
    /// <param name="sent">When its last bit leaves.</param>
    void Departed(Packet packet, Instant start, Instant sent);

    /// <summary>A packet vanishes after its transmission.</summary>
    void Lost(Packet packet, Instant sent);

    /// <summary>A packet, or a copy of one, comes out.</summary>
    void Delivered(Packet packet, Instant at);
}
