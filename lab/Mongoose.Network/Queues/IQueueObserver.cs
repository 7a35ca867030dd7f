using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>Receives each packet that leaves a queue, while the packet is still valid. It must not keep the packet.</summary>
public interface IQueueObserver
{
    /// <param name="packet">The packet that leaves for the transmitter.</param>
    /// <param name="sojourn">The time since it was enqueued.</param>
    void Dequeued(Packet packet, Duration sojourn, Instant now);

    /// <summary>A packet was dropped on arrival or from the queue.</summary>
    void Dropped(Packet packet, QueueDropReason reason, Instant now)
    {
    }

    /// <summary>A packet was set to congestion experienced; it stays in the queue, or leaves it with this call.</summary>
    void Marked(Packet packet, QueueDropReason reason, Instant now)
    {
    }
}
