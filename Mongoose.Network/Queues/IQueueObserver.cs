using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>Is told of each packet that a queue lets go, while the packet is still whole. It must not keep it.</summary>
public interface IQueueObserver
{
    /// <param name="packet">Leaves for the transmitter.</param>
    /// <param name="sojourn">Since it was enqueued.</param>
    /// <param name="now">Of the call.</param>
    void Dequeued(Packet packet, Duration sojourn, Instant now);

    /// <summary>Dropped at arrival or from the queue.</summary>
    void Dropped(Packet packet, DropReason reason, Instant now);

    /// <summary>Set to congestion experienced; it stays in the queue, or leaves it with this call.</summary>
    void Marked(Packet packet, DropReason reason, Instant now);
}
