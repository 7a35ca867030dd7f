using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;

namespace Mongoose.Tests.Network.Queues;

/// <summary>
/// A queue fed with numbered packets, with times in milliseconds. It checks the properties of every discipline at each step.
/// </summary>
internal sealed class QueueRig : IQueueObserver
{
    private readonly QueueDiscipline _queue;
    private readonly List<TestPacket> _all = [];
    private readonly HashSet<TestPacket> _left = [];

    public QueueRig(QueueDiscipline queue)
    {
        _queue = queue;
        queue.Observe(this);
    }

    public List<int> Dropped { get; } = [];

    public List<int> Marked { get; } = [];

    /// <summary>Sojourn times of dequeued packets, as reported to the observer.</summary>
    public List<Duration> Sojourns { get; } = [];

    public static Instant At(double milliseconds) => Instant.FromMilliseconds(milliseconds);

    public void Enqueue(double milliseconds, int count = 1, int bytes = 1000, ushort port = 1, Ecn ecn = Ecn.NotCapable)
    {
        for (int i = 0; i < count; i++)
        {
            TestPacket packet = new(_all.Count, bytes, port, ecn);
            _all.Add(packet);
            _queue.Enqueue(packet, At(milliseconds));
            Check();
        }
    }

    /// <summary>Dequeues a packet and returns its number; null if there was none.</summary>
    public int? Dequeue(double milliseconds)
    {
        TestPacket? packet = (TestPacket?)_queue.Dequeue(At(milliseconds));
        if (packet is null)
        {
            Assert.That(_queue.Packets, Is.Zero, "a packet was available");
        }
        else
        {
            Assert.That(packet.IsReleased, Is.False, "a released packet was dequeued");
            Assert.That(_left.Add(packet), $"packet {packet.Number} was dequeued twice");
        }
        Check();
        return packet?.Number;
    }

    public int?[] Dequeue(params double[] milliseconds) => Array.ConvertAll(milliseconds, Dequeue);

    public TestPacket this[int number] => _all[number];

    void IQueueObserver.Dequeued(Packet packet, Duration sojourn, Instant now)
    {
        Assert.That(sojourn, Is.EqualTo(now - packet.EnqueuedAt));
        Sojourns.Add(sojourn);
    }

    void IQueueObserver.Dropped(Packet packet, QueueDropReason reason, Instant now)
    {
        Assert.That(((TestPacket)packet).IsReleased, Is.False, "reported before it is released");
        Dropped.Add(((TestPacket)packet).Number);
    }

    void IQueueObserver.Marked(Packet packet, QueueDropReason reason, Instant now)
    {
        Assert.That(packet.Ecn, Is.EqualTo(Ecn.CongestionExperienced));
        Marked.Add(((TestPacket)packet).Number);
    }

    /// <summary>Checks the identities, and the counts against the packets themselves.</summary>
    private void Check()
    {
        QueueCounts counts = _queue.Counts;
        TestPacket[] queued = _all.Where(packet => !packet.IsReleased && !_left.Contains(packet)).ToArray();
        Assert.Multiple(() =>
        {
            Assert.That(_queue.Packets, Is.EqualTo(queued.Length));
            Assert.That(_queue.Bytes, Is.EqualTo(queued.Sum(packet => packet.WireBytes)));
            Assert.That(counts.Received, Is.EqualTo(new PacketCount(_all.Count, _all.Sum(packet => packet.WireBytes))));
            Assert.That(counts.Received, Is.EqualTo(counts.DroppedBeforeEnqueue + counts.Enqueued));
            Assert.That(counts.Enqueued,
                Is.EqualTo(counts.Dequeued + counts.DroppedAfterEnqueue + new PacketCount(_queue.Packets, _queue.Bytes)));
            Assert.That(counts.Dropped.Packets,
                Is.EqualTo(Enum.GetValues<QueueDropReason>().Sum(counts.DroppedFor)).And.EqualTo(Dropped.Count));
            Assert.That(counts.Marked, Is.EqualTo(Enum.GetValues<QueueDropReason>().Sum(counts.MarkedFor)).And.EqualTo(Marked.Count));
        });
    }
}
