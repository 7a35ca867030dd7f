using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;

namespace Mongoose.Tests.Network.Queues;

public sealed class FqPieTests(bool inBytes) : FlowQueueContract(inBytes)
{
    protected override QueueDiscipline CreateEager(QueueLimit limit, int seed) => new FqPie(
        limit,
        new FlowQueueParameters { Flows = 1 + seed % 7, QuantumBytes = 300, DropBatch = 1 + seed % 4 },
        Steep with { DelayEstimator = seed % 3 == 0 ? DelayEstimator.DequeueRate : DelayEstimator.Timestamp, Activation = seed % 4 == 0 },
        ecn: seed % 2 != 0,
        new SeededRandom(seed));

    private protected override FlowQueueDiscipline Create(QueueLimit limit, FlowQueueParameters parameters) =>
        new FqPie(limit, parameters, new PieParameters(), ecn: false, new SeededRandom(1));

    private static PieParameters Steep => new()
    {
        QDelayRef = Duration.FromMilliseconds(2),
        TUpdate = Duration.FromMilliseconds(3),
        MaxBurst = Duration.FromMilliseconds(3),
        Alpha = 100,
        MeanPktSize = 200,
        DqThreshold = 3000,
        CapAdjustment = false,
    };

    // The delay of 30 ms drives the first queue's probability to 1 within a few updates; the other queue has never been delayed.
    [TestCase(false)]
    [TestCase(true)]
    public void Each_queue_has_its_own_probability(bool ecn)
    {
        FqPie queue = new(Limit(100), new FlowQueueParameters(), Steep with { MaxEcnTh = 1.1 }, ecn, new SeededRandom(1));
        QueueRig rig = new(queue);
        rig.Enqueue(0, 20, ecn: Ecn.Capable0);
        rig.Dequeue(30);
        rig.Enqueue(60, ecn: Ecn.Capable0); // 20
        rig.Enqueue(60, 5, port: 2, ecn: Ecn.Capable0);
        Assert.That(ecn ? rig.Marked : rig.Dropped, Is.EqualTo(new[] { 20 }));
        Assert.That(ecn ? rig.Dropped : rig.Marked, Is.Empty);
    }
}
