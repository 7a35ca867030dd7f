using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>CoDel (RFC 8289): drops at the head when packets have waited longer than the target for an interval.</summary>
public sealed class Codel(QueueLimit limit, CodelParameters parameters, bool ecn) : SingleQueueDiscipline(limit, ecn)
{
    private CodelState _state;

    protected override Packet? TakeNext(Instant now) => _state.Dequeue(this, ref Queue, parameters, now);
}
