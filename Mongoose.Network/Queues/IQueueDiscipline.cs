using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>
/// The queue before a link's transmitter. It owns the packets in it, and releases those that it drops. Time never goes backwards from one
/// call to the next; a discipline that acts from time to time catches up with the time of the call.
/// </summary>
public interface IQueueDiscipline
{
    /// <summary>Packets in the queue; what is being transmitted has left it.</summary>
    int Packets { get; }

    /// <summary>Of those packets on the wire.</summary>
    long Bytes { get; }

    /// <summary>What has happened so far.</summary>
    ref readonly QueueCounts Counts { get; }

    /// <summary>Watches sojourn times, drops and marks; null, as at first, costs nothing.</summary>
    IQueueObserver? Observer { get; set; }

    /// <summary>Takes a packet in, or drops it or others.</summary>
    void Enqueue(Packet packet, Instant now);

    /// <summary>The next packet to transmit; null when there is none. It may drop others first.</summary>
    Packet? Dequeue(Instant now);
}
