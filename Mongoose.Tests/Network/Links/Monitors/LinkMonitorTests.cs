using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Links.Monitors;
using Mongoose.Network.Queues;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Links.Monitors;

public sealed class LinkMonitorTests
{
    private static readonly LinkOptions OneKilobytePerMs = new() { Rate = DataRate.FromBitsPerSecond(8_000_000) };

    [Test]
    public void A_burst_appears_as_queueing_delays_and_as_a_shrinking_queue()
    {
        LinkRig rig = new(OneKilobytePerMs with { Queue = new() { Limit = QueueLimit.OfPackets(9) } });
        LinkMonitor monitor = new(rig.Link, Instant.Zero, Instant.Zero, Duration.FromMilliseconds(5));
        rig.Link.Monitor = monitor;
        for (int i = 0; i < 12; i++)
            rig.Send(i, 1000); // One is sent immediately, nine wait, two do not fit.
        Instant end = Instant.FromMilliseconds(20);
        rig.Clock.RunUntil(end);

        IReadOnlyList<LinkInterval> intervals = monitor.Intervals(end);
        Assert.That(intervals.Select(i => i.TransmittedBytes), Is.EqualTo(new[] { 5000, 5000, 0, 0 }));
        Assert.That(intervals.Select(i => i.MeanQueuedBytes), Is.EqualTo(new[] { 7000.0, 2000, 0, 0 }).Within(1e-6), "9 to 5, then 4 to 0");
        Assert.That(intervals.Select(i => i.MaxQueuedBytes), Is.EqualTo(new[] { 9000, 4000, 0, 0 }));
        Assert.That(intervals.Select(i => i.Drops), Is.EqualTo(new[] { 2, 0, 0, 0 }));
        Assert.That(monitor.QueueingDelays.Count, Is.EqualTo(10));
        Assert.That(monitor.QueueingDelays.Quantiles(10), Is.EqualTo(Enumerable.Range(0, 10)).Within(1e-3));
        Assert.That(monitor.Utilisation(end), Is.EqualTo(0.5).Within(1e-9));
    }

    [Test]
    public void Warm_up_is_excluded()
    {
        LinkRig rig = new(OneKilobytePerMs);
        LinkMonitor monitor = new(rig.Link, Instant.Zero, Instant.FromMilliseconds(4), Duration.FromMilliseconds(2));
        rig.Link.Monitor = monitor;
        for (int i = 0; i < 7; i++)
            rig.Send(i, 1000);
        Instant end = Instant.FromMilliseconds(8);
        rig.Clock.RunUntil(end);
        Assert.That(monitor.Intervals(end).Select(i => i.TransmittedBytes), Is.EqualTo(new[] { 2000, 1000 }));
        Assert.That(monitor.Intervals(end).Select(i => i.MeanQueuedBytes), Is.EqualTo(new[] { 1500.0, 0 }).Within(1e-6));
        Assert.That(monitor.QueueingDelays.Count, Is.EqualTo(3));
        Assert.That(monitor.Utilisation(end), Is.EqualTo(0.75).Within(1e-9));
    }

    [Test]
    public void Drops_exclude_the_warm_up_and_longest_delays_include_it()
    {
        LinkRig rig = new(OneKilobytePerMs with { Queue = new() { Limit = QueueLimit.OfPackets(3) } });
        LinkMonitor monitor = new(rig.Link, Instant.Zero, Instant.FromMilliseconds(4), Duration.FromMilliseconds(2));
        rig.Link.Monitor = monitor;
        for (int i = 0; i < 6; i++)
            rig.Send(i, 1000); // One is sent immediately, three wait, two do not fit.
        rig.Clock.RunUntil(Instant.FromMilliseconds(7));
        for (int i = 0; i < 5; i++)
            rig.Send(i, 1000); // One does not fit; the others leave at 7, 8, 9 and 10 ms.
        Instant end = Instant.FromMilliseconds(13);
        rig.Clock.RunUntil(end);
        Assert.That(monitor.Drops, Is.EqualTo(1));
        Assert.That(monitor.MaxDelays(end).Select(delay => delay.Milliseconds), Is.EqualTo(new[] { 1, 3, 0, 0, 2, 3 }));
    }

    [Test]
    public void Intervals_of_longest_delays_begin_with_the_run_and_not_with_the_link()
    {
        LinkRig rig = new(OneKilobytePerMs);
        LinkMonitor monitor = new(rig.Link, Instant.FromMilliseconds(3), Instant.FromMilliseconds(3), Duration.FromMilliseconds(2));
        rig.Link.Monitor = monitor;
        for (int i = 0; i < 6; i++)
            rig.Send(i, 1000); // They leave at 0 to 5 ms; the run starts at 3 ms.
        Assert.That(monitor.MaxDelays(Instant.FromMilliseconds(1)), Is.Empty);
        Instant end = Instant.FromMilliseconds(7);
        rig.Clock.RunUntil(end);
        Assert.That(monitor.MaxDelays(end).Select(delay => delay.Milliseconds), Is.EqualTo(new[] { 4, 5 }));
    }

    [Test]
    public void A_saturated_trace_is_fully_used_and_a_link_without_bandwidth_has_no_utilisation()
    {
        LinkRig rig = new(new LinkOptions { Bandwidth = new TraceBandwidth([0, 1, 1, 7, 20]) });
        LinkMonitor monitor = new(rig.Link, Instant.Zero, Instant.Zero, Duration.FromMilliseconds(100));
        rig.Link.Monitor = monitor;
        for (int i = 0; i < 150; i++)
            rig.Send(i, 1500);
        Assert.That(monitor.Utilisation(Instant.FromMilliseconds(50)), Is.Null, "no interval has ended");
        Instant end = Instant.FromMilliseconds(400);
        rig.Clock.RunUntil(end);
        Assert.That(monitor.Utilisation(end), Is.EqualTo(1));

        LinkRig pureDelay = new(new LinkOptions());
        Assert.That(new LinkMonitor(pureDelay.Link, Instant.Zero, Instant.Zero, Duration.FromMilliseconds(1)).Utilisation(end), Is.Null);
    }

    [ForAll(MaxTest = 100, Replay = "20261121,25")]
    public void Sums_match_the_link_and_its_queue(int seed)
    {
        Random random = new(seed);
        Duration interval = new(random.Next(100_000, 50_000_000));
        LinkRig rig = new(new LinkOptions
        {
            Rate = DataRate.FromKilobitsPerSecond(random.Next(500, 20_000)),
            Queue = new() { Limit = QueueLimit.OfBytes(random.Next(1500, 20_000)) },
        });
        LinkMonitor monitor = new(rig.Link, Instant.Zero, Instant.Zero, interval);
        rig.Link.Monitor = monitor;
        double byteSeconds = 0;
        for (int number = 0; number < 300; number++)
        {
            // In steps of 0.1 ms, so that the queue is sampled as it changes; the model has the same resolution.
            for (int pause = random.Next(20); pause > 0; pause--)
            {
                rig.Clock.RunFor(Duration.FromMicroseconds(50));
                byteSeconds += rig.Link.Queue.Bytes * 1e-4;
                rig.Clock.RunFor(Duration.FromMicroseconds(50));
            }
            rig.Send(number, random.Next(32, 1500));
        }
        Instant end = rig.Clock.Now + Duration.FromSeconds(10);
        for (; rig.Clock.Now < end && rig.Link.Queue.Packets > 0; byteSeconds += rig.Link.Queue.Bytes * 1e-4)
            rig.Clock.RunFor(Duration.FromMicroseconds(100));
        rig.Clock.RunUntil(end);

        IReadOnlyList<LinkInterval> intervals = monitor.Intervals(end);
        Assert.That(intervals.Sum(i => i.TransmittedBytes), Is.EqualTo(rig.Link.Counters.DeliveredBytes));
        Assert.That(intervals.Sum(i => i.Drops), Is.EqualTo(rig.Link.Queue.Counts.Dropped.Packets));
        double recorded = intervals.Sum(i => i.MeanQueuedBytes) * interval.Seconds;
        Assert.That(recorded, Is.EqualTo(byteSeconds).Within(0.05 * byteSeconds + 1));
        Assert.That(monitor.QueueingDelays.Count, Is.EqualTo(rig.Link.Queue.Counts.Dequeued.Packets));
    }
}
