using Mongoose.Network.Queues;

namespace Mongoose.Tests.Network.Queues;

public sealed class FifoTests(bool inBytes) : QueueContract(inBytes)
{
    protected override QueueDiscipline CreateEager(QueueLimit limit, int seed) => new Fifo(limit);

    [Test]
    public void Packets_leave_in_order_of_arrival_and_the_last_are_dropped()
    {
        Fifo queue = new(Limit(3));
        QueueRig rig = new(queue);
        rig.Enqueue(0, 5);
        Assert.That(rig.Dropped, Is.EqualTo(new[] { 3, 4 }));
        Assert.That(rig.Dequeue(1, 2), Is.EqualTo(new int?[] { 0, 1 }));
        rig.Enqueue(3, 3);
        Assert.That(rig.Dropped, Is.EqualTo(new[] { 3, 4, 7 }));
        Assert.That(rig.Dequeue(4, 5, 6, 7), Is.EqualTo(new int?[] { 2, 5, 6, null }));
        Assert.That(queue.Counts.DroppedFor(QueueDropReason.Overflow), Is.EqualTo(3));
        Assert.That(queue.Counts.DroppedBeforeEnqueue.Packets, Is.EqualTo(3));
    }

    [Test]
    public void The_observer_receives_sojourn_times()
    {
        QueueRig rig = new(new Fifo(Limit(3)));
        rig.Enqueue(1);
        rig.Enqueue(2);
        rig.Dequeue(5, 5.5);
        Assert.That(rig.Sojourns.Select(sojourn => sojourn.Milliseconds), Is.EqualTo(new[] { 4, 3.5 }));
    }
}
