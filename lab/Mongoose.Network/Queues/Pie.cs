using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>PIE (RFC 8033): drops arriving packets with a probability that keeps the queueing delay at its reference.</summary>
public sealed class Pie(QueueLimit limit, PieParameters parameters, bool ecn, SeededRandom random) : SingleQueueDiscipline(limit, ecn)
{
    private readonly QueueLimit _limit = limit;

    internal PieState State { get; } = new(parameters, limit, random);

    protected override void Arrive(Packet packet, Instant now)
    {
        if (!_limit.Admits(Queue, packet.WireBytes))
        {
            State.OnOverflow(Bytes, now);
            Refuse(packet, QueueDropReason.Overflow, now);
        }
        else if (State.SignalsOnArrival(Queue, now) && !(State.PrefersMark && TryMark(packet, QueueDropReason.Early, now)))
        {
            Refuse(packet, QueueDropReason.Early, now);
        }
        else
        {
            Append(packet, now);
            State.OnEnqueued(Queue, now);
        }
    }

    protected override Packet? TakeNext(Instant now) => State.Dequeue(ref Queue, now);
}
