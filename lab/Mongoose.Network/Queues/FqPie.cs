using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>FQ-PIE (no RFC; CAIA report 160418A): the flow queues of FQ-CoDel, each kept short by PIE.</summary>
public sealed class FqPie(QueueLimit limit, FlowQueueParameters flows, PieParameters parameters, bool ecn, SeededRandom random)
    : FlowQueueDiscipline(limit, flows, ecn, index => new PieQueue(index, new PieState(parameters, limit, random)))
{
    private sealed class PieQueue(int index, PieState state) : FlowQueue(index)
    {
        public override bool Admits(QueueDiscipline owner, Packet packet, Instant now) =>
            !state.SignalsOnArrival(Packets, now) || state.PrefersMark && owner.TryMark(packet, QueueDropReason.Early, now);

        public override void Add(Packet packet, Instant now)
        {
            base.Add(packet, now);
            state.OnEnqueued(Packets, now);
        }

        public override Packet? Dequeue(QueueDiscipline owner, Instant now) => state.Dequeue(ref Packets, now);

        public override Packet TakeForOverflow(Instant now) => state.TakeForOverflow(ref Packets, now);
    }
}
