using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>Receives each packet that leaves a queue, while the packet is still valid. It must not keep the packet.</summary>
public interface IQueueObserver
{
    /// <param name="packet">The packet that leaves for the transmitter.</param>
    /// <param name="sojourn">The time since the packet was enqueued.</param>
    void Dequeued(Packet packet, Duration sojourn, Instant now);

    /// <summary>A packet was dropped on arrival or from the queue.</summary>
    void Dropped(Packet packet, QueueDropReason reason, Instant now)
    {
    }

    /// <summary>A packet was set to congestion experienced: before it is enqueued, or just before <see cref="Dequeued"/>.</summary>
    void Marked(Packet packet, QueueDropReason reason, Instant now)
    {
    }
}
