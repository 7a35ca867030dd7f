using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;

namespace Mongoose.Tests.Network.Queues;

/// <summary>
/// Target 5 ms, interval 100 ms; packets of 1000 bytes, so two packets queued after the dequeued packet exceed maxpacket.
/// </summary>
public sealed class CodelTests(bool inBytes) : QueueContract(inBytes)
{
    private const double Nanosecond = 1e-6;

    protected override QueueDiscipline CreateEager(QueueLimit limit, int seed) => new Codel(
        limit,
        new CodelParameters
        {
            Target = Duration.FromMilliseconds(1),
            Interval = Duration.FromMilliseconds(5),
            SquareRoot = seed % 3 == 0 ? SquareRoot.Newton : SquareRoot.Exact,
        },
        ecn: seed % 2 != 0);

    // Above the target since 10 ms, so from 110 ms on packets may be dropped. 210: the first drop; drop_next = 210 + 100 = 310.
    // 210 again: not yet. 420 >= 310: count 2.
    //   exact:  310 + 100/sqrt(2) = 380.71 <= 420: count 3; 380.71 + 100/sqrt(3) = 438.45.   3 drops
    //   Newton: 310 + 50.00 = 360.00 <= 420: count 3; 360.00 + 56.25 = 416.25 <= 420: count 4; 416.25 + 51.. > 420.   4 drops
    [TestCase(SquareRoot.Exact, 3)]
    [TestCase(SquareRoot.Newton, 4)]
    public void The_same_trace_gives_one_more_drop_with_the_newton_step(SquareRoot root, int drops)
    {
        (Codel queue, QueueRig rig) = Loaded(root);
        Assert.That(rig.Dequeue(10, 210, 210, 420), Is.EqualTo(new int?[] { 0, 2, 3, drops + 3 }));
        Assert.That(queue.Counts.DroppedFor(QueueDropReason.Target), Is.EqualTo(drops));
        Assert.That(queue.Counts.DroppedAfterEnqueue.Packets, Is.EqualTo(drops));
    }

    [TestCase(110 - Nanosecond, 0)]
    [TestCase(110, 1)]
    public void The_first_drop_is_due_an_interval_after_the_first_packet_above_target(double at, int drops)
    {
        (_, QueueRig rig) = Loaded();
        rig.Dequeue(10, at);
        Assert.That(rig.Dropped, Has.Count.EqualTo(drops));
    }

    [TestCase(5 - Nanosecond, 105, 0)]
    [TestCase(5, 105 - Nanosecond, 0)]
    [TestCase(5, 105, 1)]
    public void A_sojourn_time_of_exactly_the_target_is_above_it(double first, double second, int drops)
    {
        (_, QueueRig rig) = Loaded();
        rig.Dequeue(first, second);
        Assert.That(rig.Dropped, Has.Count.EqualTo(drops));
    }

    // Enters at 110: drop_next = 210, then 210 + 70.710678 (rounded down to ns) = 280.710678.
    [TestCase(210 - Nanosecond, 280.7, 2)] // the drop of 210 comes at 280.7, and then drop_next = 280.710678
    [TestCase(210, 280.710677, 2)]
    [TestCase(210, 280.710678, 3)]
    public void A_later_drop_is_due_at_drop_next_and_not_before(double second, double third, int drops)
    {
        (_, QueueRig rig) = Loaded();
        rig.Dequeue(10, 110, second, third);
        Assert.That(rig.Dropped, Has.Count.EqualTo(drops));
    }

    [TestCase(1500, 0)]
    [TestCase(1501, 1)]
    public void Nothing_is_dropped_while_at_most_maxpacket_bytes_wait_behind(int waiting, int drops)
    {
        QueueRig rig = new(new Codel(Limit(100), new CodelParameters(), ecn: false));
        rig.Enqueue(0, 3);
        rig.Enqueue(0, bytes: waiting - 1000);
        rig.Enqueue(0);
        // 0 is dequeued above target with more than enough queued after it; then 1 leaves, and 2 leaves 3 and 4 in the queue.
        rig.Dequeue(10, 50, 200);
        Assert.That(rig.Dropped, Has.Count.EqualTo(drops));
    }

    // Drops at 210 and twice at 420: count 3, lastcount 1, drop_next 438.45. The rest leaves at once, and the last packets leave the
    // drop state. 20 more at `again`; above target at again + 10, a drop at again + 110.
    //   again = 430: 540 - 438.45 < 1600, so count = 3 - 1 = 2: the next is due 100/sqrt(2) = 70.71 ms later.
    //   again = 2040: 2150 - 438.45 >= 1600, so count = 1: the next is due 100 ms later.
    [TestCase(430, 70.7, 1)]
    [TestCase(430, 70.8, 2)]
    [TestCase(2040, 99.9, 1)]
    [TestCase(2040, 100, 2)]
    public void Soon_after_a_drop_state_the_next_one_starts_at_its_rate(double again, double after, int drops)
    {
        (Codel queue, QueueRig rig) = Loaded();
        rig.Dequeue(10, 210, 210, 420);
        while (rig.Dequeue(420) is not null)
        {
        }
        Assert.That(rig.Dropped, Has.Count.EqualTo(3));
        rig.Enqueue(again, 20);
        rig.Dequeue(again + 10, again + 110, again + 110 + after);
        Assert.That(queue.Counts.Dropped.Packets - 3, Is.EqualTo(drops));
    }

    // Marks: 210, 420 (count 2, drop_next 380.71), and at 420 once more (count 3, drop_next 438.45): a dequeue marks one packet at most.
    [Test]
    public void Capable_packets_are_marked_and_delivered()
    {
        QueueRig rig = new(new Codel(Limit(100), new CodelParameters(), ecn: true));
        rig.Enqueue(0, 20, ecn: Ecn.Capable0);
        Assert.That(rig.Dequeue(10, 210, 210, 420, 420, 420), Is.EqualTo(new int?[] { 0, 1, 2, 3, 4, 5 }));
        Assert.That(rig.Marked, Is.EqualTo(new[] { 1, 3, 4 }));
        Assert.That(rig.Dropped, Is.Empty);
    }

    [Test]
    public void Packets_without_ecn_capability_are_dropped_even_with_ecn()
    {
        QueueRig rig = new(new Codel(Limit(100), new CodelParameters(), ecn: true));
        rig.Enqueue(0, 20);
        rig.Dequeue(10, 210, 210, 420);
        Assert.That(rig.Dropped, Is.EqualTo(new[] { 1, 4, 5 }));
    }

    // x' = x (3 - c x^2) / 2 with x in 1/65536, every division rounded down:
    //   (65535, 2): 32769 (0.5);  (32769, 3): 36864 (0.5625);  (36864, 4): 31968 (0.4878 for 0.5)
    [TestCase(65535, 2, 32769)]
    [TestCase(32769, 3, 36864)]
    [TestCase(36864, 4, 31968)]
    public void A_newton_step_is_the_16_bit_one_of_linux(int from, int count, int to) =>
        Assert.That(CodelState.NewtonStep((ushort)from, (uint)count), Is.EqualTo(to));

    [Test]
    public void Overflow_is_counted_separately_from_the_target()
    {
        (Codel queue, QueueRig rig) = Loaded(packets: 20, limit: 15);
        Assert.That(queue.Counts.DroppedFor(QueueDropReason.Overflow), Is.EqualTo(5));
        rig.Dequeue(10, 210);
        Assert.That(queue.Counts.DroppedFor(QueueDropReason.Target), Is.EqualTo(1));
    }

    private (Codel Queue, QueueRig Rig) Loaded(SquareRoot root = SquareRoot.Exact, int packets = 20, int limit = 100)
    {
        Codel queue = new(Limit(limit), new CodelParameters { SquareRoot = root }, ecn: false);
        QueueRig rig = new(queue);
        rig.Enqueue(0, packets);
        return (queue, rig);
    }
}
