using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Queues;

/// <summary>Properties of every discipline, with limits in packets and in bytes; <see cref="QueueRig"/> checks them at each step.</summary>
[TestFixture(false)]
[TestFixture(true)]
public abstract class QueueContract(bool inBytes)
{
    /// <summary>Creates a discipline that drops and marks early and often; the seed determines ECN and all random decisions.</summary>
    protected abstract QueueDiscipline CreateEager(QueueLimit limit, int seed);

    /// <summary>Room for the given number of packets of 1000 bytes.</summary>
    protected QueueLimit Limit(int packets) => inBytes ? QueueLimit.OfBytes(packets * 1000) : QueueLimit.OfPackets(packets);

    [ForAll(MaxTest = 60, Replay = "20261121,15")]
    public void Every_packet_leaves_once_or_is_dropped_and_flows_keep_their_order(int seed)
    {
        Random random = new(seed);
        QueueLimit limit = Limit(random.Next(1, 40));
        QueueDiscipline queue = CreateEager(limit, seed & int.MaxValue);
        QueueRig rig = new(queue);
        Dictionary<FlowKey, int> latest = [];
        double now = 0;
        for (int step = 0; step < 200; step++)
        {
            now += random.Next(4) == 0 ? 0 : random.NextDouble() * random.Next(1, 40);
            if (random.Next(5) < 3)
                rig.Enqueue(now, random.Next(1, 5), random.Next(40, 1500), (ushort)random.Next(1, 12), (Ecn)random.Next(4));
            else if (rig.Dequeue(now) is { } number)
                KeepOrder(number);
            Assert.That(limit.Measure(queue.Packets, queue.Bytes), Is.LessThanOrEqualTo(limit.Amount));
        }
        while (rig.Dequeue(now) is { } number)
            KeepOrder(number);
        Assert.That(queue.Packets, Is.Zero);
        Assert.That(rig.Dequeue(now + 1000), Is.Null);

        void KeepOrder(int number)
        {
            FlowKey flow = rig[number].Flow;
            Assert.That(number, Is.GreaterThan(latest.GetValueOrDefault(flow, -1)));
            latest[flow] = number;
        }
    }

    [Test]
    public void An_empty_queue_gives_nothing()
    {
        QueueDiscipline queue = CreateEager(Limit(10), 1);
        Assert.That(queue.Dequeue(Instant.Zero), Is.Null);
        Assert.That(queue.Dequeue(Instant.FromSeconds(1)), Is.Null);
        Assert.That((queue.Packets, queue.Bytes), Is.EqualTo((0, 0L)));
    }

    [Test]
    public void A_packet_larger_than_the_whole_queue_is_dropped()
    {
        QueueDiscipline queue = CreateEager(QueueLimit.OfBytes(999), 1);
        QueueRig rig = new(queue);
        rig.Enqueue(0, bytes: 1000);
        Assert.That(queue.Counts.DroppedFor(QueueDropReason.Overflow), Is.EqualTo(1));
        rig.Enqueue(0, bytes: 999);
        Assert.That(rig.Dequeue(0), Is.EqualTo(1));
    }

    [Test]
    public void No_mark_without_ecn_capability()
    {
        QueueDiscipline queue = CreateEager(Limit(30), 2);
        QueueRig rig = new(queue);
        for (int i = 0; i < 400; i++)
        {
            rig.Enqueue(3 * i, 2);
            rig.Dequeue(3 * i + 1);
        }
        Assert.That(queue.Counts.Marked, Is.Zero);
        Assert.That(queue.Counts.Dropped.Packets, Is.GreaterThan(100), "twice as many packets arrived as left");
    }

    [Test]
    public void Nothing_is_allocated_per_packet()
    {
        QueueDiscipline queue = CreateEager(Limit(50), 3);
        FreeList packets = new();
        int next = 0;
        Assert.That(Allocation.FewestBytes(() => Carry(queue, packets, next, next += 6000)), Is.Zero);
        Assert.That(queue.Counts.Dropped.Packets, Is.GreaterThan(0));
    }

    private static void Carry(QueueDiscipline queue, FreeList packets, int from, int to)
    {
        for (int i = from; i < to; i++)
        {
            queue.Enqueue(packets.Rent(i), QueueRig.At(2 * i));
            if (i % 4 != 0)
                queue.Dequeue(QueueRig.At(2 * i + 1))?.Release();
        }
    }

    /// <summary>A pool of packets for reuse.</summary>
    private sealed class FreeList
    {
        private readonly PooledPacket[] _free = new PooledPacket[200];
        private int _count;

        public FreeList()
        {
            while (_count < _free.Length)
                _free[_count++] = new PooledPacket(this);
        }

        public Packet Rent(int number)
        {
            PooledPacket packet = _free[--_count];
            packet.WireBytes = 500 + number % 7 * 150;
            packet.Flow = TestPacket.FlowOf((ushort)(number % 10));
            packet.Ecn = number % 2 == 0 ? Ecn.Capable0 : Ecn.NotCapable;
            return packet;
        }

        private sealed class PooledPacket(FreeList owner) : Packet
        {
            public override Packet Copy() => throw new NotSupportedException();

            public override void Release() => owner._free[owner._count++] = this;
        }
    }
}
