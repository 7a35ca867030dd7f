using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;

namespace Mongoose.Tests.Network.Queues;

public sealed class FqCodelTests(bool inBytes) : FlowQueueContract(inBytes)
{
    protected override QueueDiscipline CreateEager(QueueLimit limit, int seed) => new FqCodel(
        limit,
        new FlowQueueParameters { Flows = 1 + seed % 7, QuantumBytes = 300, DropBatch = 1 + seed % 4 },
        new CodelParameters { Target = Duration.FromMilliseconds(1), Interval = Duration.FromMilliseconds(5), MaxPacketBytes = 500 },
        ecn: seed % 2 != 0);

    private protected override FlowQueueDiscipline Create(QueueLimit limit, FlowQueueParameters parameters) =>
        new FqCodel(limit, parameters, new CodelParameters(), ecn: true);

    // Each queue has its own CoDel: the same drops as for this trace in CodelTests, and none in the other queue, in which one packet waits.
    [Test]
    public void Each_queue_has_its_own_drop_state()
    {
        QueueRig rig = new(Create(Limit(100), new FlowQueueParameters { QuantumBytes = 100_000 }));
        rig.Enqueue(0, 20);
        Assert.That(rig.Dequeue(10, 210, 210), Is.EqualTo(new int?[] { 0, 2, 3 }));
        rig.Enqueue(210, 1, 100, port: 2); // 20
        Assert.That(rig.Dequeue(420, 420, 420), Is.EqualTo(new int?[] { 6, 7, 8 }), "the first queue has its quantum");
        Assert.That(rig.Dropped, Is.EqualTo(new[] { 1, 4, 5 }));
    }

    [Test]
    public void It_marks_by_default()
    {
        QueueDiscipline queue = new QueueOptions { Discipline = QueueDisciplines.FqCodel }.Create();
        QueueRig rig = new(queue);
        rig.Enqueue(0, 20, ecn: Ecn.Capable0);
        rig.Dequeue(10, 210);
        Assert.That(rig.Marked, Is.EqualTo(new[] { 1 }));
        Assert.That(queue.Counts.MarkedFor(QueueDropReason.Target), Is.EqualTo(1));
    }
}
