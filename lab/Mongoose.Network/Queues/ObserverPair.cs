using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>Two observers of one queue; the first receives each event first.</summary>
internal sealed class ObserverPair(IQueueObserver first, IQueueObserver second) : IQueueObserver
{
    public void Dequeued(Packet packet, Duration sojourn, Instant now)
    {
        first.Dequeued(packet, sojourn, now);
        second.Dequeued(packet, sojourn, now);
    }

    public void Dropped(Packet packet, QueueDropReason reason, Instant now)
    {
        first.Dropped(packet, reason, now);
        second.Dropped(packet, reason, now);
    }

    public void Marked(Packet packet, QueueDropReason reason, Instant now)
    {
        first.Marked(packet, reason, now);
        second.Marked(packet, reason, now);
    }
}
