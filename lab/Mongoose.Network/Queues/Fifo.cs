using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>First in, first out; a packet that does not fit is dropped (drop-tail).</summary>
public sealed class Fifo(QueueLimit limit) : SingleQueueDiscipline(limit, ecn: false)
{
    protected override Packet? TakeNext(Instant now) => Queue.TakeFirst();
}
