using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>FQ-CoDel (RFC 8290): flow queues, each kept short by CoDel.</summary>
public sealed class FqCodel(QueueLimit limit, FlowQueueParameters flows, CodelParameters parameters, bool ecn)
    : FlowQueueDiscipline(limit, flows, ecn, index => new CodelQueue(index, parameters))
{
    private sealed class CodelQueue(int index, CodelParameters parameters) : FlowQueue(index)
    {
        private CodelState _state;

        public override Packet? Dequeue(QueueDiscipline owner, Instant now) => _state.Dequeue(owner, ref Packets, parameters, now);
    }
}
