using Mongoose.Network.Queues;

namespace Mongoose.Tests.Network.Queues;

/// <summary>The scheduler of RFC 8290, the same in both disciplines that use it. Quantum 1514 bytes.</summary>
public abstract class FlowQueueContract(bool inBytes) : QueueContract(inBytes)
{
    private const ushort A = 1, B = 2, C = 3;

    /// <summary>Creates a discipline with default parameters except the limit.</summary>
    private protected abstract FlowQueueDiscipline Create(QueueLimit limit, FlowQueueParameters parameters);

    // A: 1000-byte packets, B: 500. Deficits start at 1514; at zero or below a queue gets 1514 more and goes to the end.
    //   A: 1514, 514, -486 -> 1028          B: 1514, 1014, 514, 14, -486 -> 1028
    //   A: 1028, 28, -972 -> 542            B: 1028, 528, 28, -472 -> 1042
    //   A: 542, -458 -> 1056                B: 1042, 542, 42, -458 -> 1056         A: 1056, 56, -944
    [Test]
    public void Queues_are_served_by_deficit_round_robin()
    {
        QueueRig rig = New(100);
        rig.Enqueue(0, 10, 1000, A);
        rig.Enqueue(0, 20, 500, B);
        string order = string.Concat(Enumerable.Range(0, 17).Select(_ => rig.Dequeue(0) < 10 ? 'A' : 'B'));
        Assert.That(order, Is.EqualTo("AABBBB" + "AABBB" + "ABBB" + "AA"));
    }

    [Test]
    public void Backlogged_flows_share_bytes_whatever_the_size_of_their_packets()
    {
        QueueRig rig = New(1000);
        int[] sizes = [1500, 300, 40];
        for (int flow = 0; flow < sizes.Length; flow++)
            rig.Enqueue(0, 60_000 / sizes[flow] / 4, sizes[flow], (ushort)(flow + 1));
        Dictionary<int, int> sent = [];
        for (int bytes = 0; bytes < 30_000;)
        {
            int size = rig[rig.Dequeue(0)!.Value].WireBytes;
            sent[size] = sent.GetValueOrDefault(size) + size;
            bytes += size;
        }
        Assert.That(sent.Values.Max() - sent.Values.Min(), Is.LessThanOrEqualTo(1514 + 1500), "a quantum and a packet");
    }

    [Test]
    public void A_sparse_flow_is_served_before_a_backlog()
    {
        QueueRig rig = New(100);
        rig.Enqueue(0, 20, 1000, A);
        rig.Dequeue(0, 0, 0);
        rig.Enqueue(1, 1, 100, B); // 20
        Assert.That(rig.Dequeue(1, 1), Is.EqualTo(new int?[] { 20, 3 }));
    }

    // B's queue is new and empties. When it is next served, it moves to the place after A in the old list, and only at its turn there does
    // it leave the schedule.
    [Test]
    public void A_new_queue_that_empties_waits_behind_the_old_ones_before_it_can_be_new_again()
    {
        QueueRig rig = New(100);
        rig.Enqueue(0, 20, 1000, A);
        rig.Dequeue(0, 0, 0); // 0, 1; then A has had its turn and is old: 2 (deficit 28)
        rig.Enqueue(1, 1, 100, B); // 20
        Assert.That(rig.Dequeue(1, 1), Is.EqualTo(new int?[] { 20, 3 }), "A: 28 - 1000 = -972");
        rig.Enqueue(2, 1, 100, B); // 21: B comes after A in the old list, A's turn is over, so B comes now
        Assert.That(rig.Dequeue(2, 2, 2), Is.EqualTo(new int?[] { 21, 4, 5 }), "A: 542 - 1000 = -458; then B, empty, leaves; A: 1056");
        rig.Enqueue(3, 1, 100, B); // 22: new again
        Assert.That(rig.Dequeue(3, 3), Is.EqualTo(new int?[] { 22, 6 }));
    }

    // B empties while no queue is old; C, new too, has its turn. By RFC 8290 section 4.2 B would be old by now, with a deficit of 514: 0 1,
    // 2, 21, 3 ...
    [Test]
    public void If_no_queue_is_old_a_new_queue_that_empties_leaves_and_is_new_again_as_in_Linux()
    {
        QueueRig rig = New(100);
        rig.Enqueue(0, 1, 1000, B); // 0
        rig.Enqueue(0, 20, 1000, C); // 1 to 20
        Assert.That(rig.Dequeue(0, 0), Is.EqualTo(new int?[] { 0, 1 }), "C: 514");
        rig.Enqueue(1, 3, 1000, B); // 21 to 23
        Assert.That(rig.Dequeue(1, 1, 1, 1), Is.EqualTo(new int?[] { 2, 21, 22, 3 }), "C: -486, old; B: 1514, a whole quantum");
    }

    [Test]
    public void Two_flows_in_one_queue_lose_their_isolation()
    {
        FlowQueueDiscipline queue = Create(Limit(200), new FlowQueueParameters());
        int bulk = queue.QueueOf(TestPacket.FlowOf(A));
        ushort colliding = Enumerable.Range(2, 60_000).Select(port => (ushort)port)
            .First(port => queue.QueueOf(TestPacket.FlowOf(port)) == bulk);
        QueueRig rig = new(queue);
        rig.Enqueue(0, 50, 1000, A);
        rig.Enqueue(0, 1, 100, colliding); // 50
        rig.Enqueue(0, 1, 100, B); // 51
        Assert.That(queue.QueueOf(TestPacket.FlowOf(B)), Is.Not.EqualTo(bulk));
        List<int?> order = Enumerable.Range(0, 52).Select(_ => rig.Dequeue(0)).ToList();
        Assert.That(order.IndexOf(51), Is.EqualTo(2), "after the first quantum of A");
        Assert.That(order.IndexOf(50), Is.EqualTo(51), "after all packets of A");

        FlowQueueDiscipline other = Create(Limit(200), new FlowQueueParameters { Perturbation = 1 });
        bulk = other.QueueOf(TestPacket.FlowOf(A));
        Assert.That(other.QueueOf(TestPacket.FlowOf(colliding)), Is.Not.EqualTo(bulk), "another perturbation separates them");
    }

    // 100 packets, 90 of them of A; one more of B: half of A's 90 000 bytes go, 45 packets, from the head.
    [Test]
    public void An_overflow_drops_half_of_the_longest_queue_from_its_head()
    {
        FlowQueueDiscipline queue = Create(Limit(100), new FlowQueueParameters());
        QueueRig rig = new(queue);
        rig.Enqueue(0, 90, 1000, A);
        rig.Enqueue(0, 11, 1000, B);
        Assert.That(rig.Dropped, Is.EqualTo(Enumerable.Range(0, 45)));
        Assert.That(queue.Counts.DroppedFor(QueueDropReason.Overflow), Is.EqualTo(45));
        Assert.That(queue.Counts.DroppedAfterEnqueue.Packets, Is.EqualTo(45));
        Assert.That(rig.Dequeue(0), Is.EqualTo(45));
    }

    [TestCase(64)]
    [TestCase(1)]
    public void An_overflow_drops_at_most_a_batch_of_packets(int batch)
    {
        QueueRig rig = new(Create(Limit(200), new FlowQueueParameters { DropBatch = batch }));
        rig.Enqueue(0, 201, 1000, C);
        Assert.That(rig.Dropped, Is.EqualTo(Enumerable.Range(0, batch)));
    }

    [Test]
    public void The_longest_queue_is_the_queue_with_the_most_bytes()
    {
        QueueRig rig = new(Create(QueueLimit.OfPackets(50), new FlowQueueParameters()));
        rig.Enqueue(0, 40, 100, A);
        rig.Enqueue(0, 11, 1000, B); // 40 to 50
        Assert.That(rig.Dropped, Is.EqualTo(new[] { 40, 41, 42, 43, 44, 45 }), "half of 11 000 bytes, rounded up to a packet");
    }

    [Test]
    public void Of_two_queues_of_equal_length_the_one_of_lower_index_is_the_longest_as_in_Linux()
    {
        FlowQueueDiscipline queue = Create(QueueLimit.OfPackets(10), new FlowQueueParameters { DropBatch = 1 });
        bool aIsLower = queue.QueueOf(TestPacket.FlowOf(A)) < queue.QueueOf(TestPacket.FlowOf(B));
        QueueRig rig = new(queue);
        rig.Enqueue(0, 5, 1000, A); // 0 to 4
        rig.Enqueue(0, 5, 1000, B); // 5 to 9
        rig.Enqueue(0, 1, 100, C);
        Assert.That(rig.Dropped, Is.EqualTo(new[] { aIsLower ? 0 : 5 }));
    }

    [Test]
    public void A_thousand_flows_wait_for_at_most_one_round()
    {
        QueueRig rig = New(3000);
        for (ushort flow = 1; flow <= 300; flow++)
            rig.Enqueue(0, 2, 1514, flow);
        HashSet<int> flows = [];
        for (int i = 0; i < 300; i++)
            flows.Add(rig[rig.Dequeue(0)!.Value].Flow.Source.Port);
        Assert.That(flows, Has.Count.GreaterThan(240), "300 flows in 1024 queues: about 261 queues, each one packet per round");
    }

    private QueueRig New(int limit) => new(Create(Limit(limit), new FlowQueueParameters()));
}
