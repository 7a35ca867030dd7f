using System.Numerics;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;
using Mongoose.Runtime.Time;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Links;

public sealed class LinkTests
{
    [ForAll(MaxTest = 100, Replay = "20261121,11")]
    public void Every_packet_is_delivered_when_a_small_model_predicts_and_none_is_misdirected(int seed)
    {
        Random random = new(seed);
        DataRate? rate = random.Next(4) == 0 ? null : DataRate.FromBitsPerSecond(random.Next(10_000, 30_000_000));
        double loss = random.Next(2) == 0 ? 0 : random.NextDouble();
        long queueBytes = random.Next(1500, 20_000);
        LinkOptions options = new()
        {
            Rate = rate,
            Delay = Duration.FromMilliseconds(random.Next(0, 200)),
            Queue = new() { Limit = QueueLimit.OfBytes(queueBytes) },
            Loss = new BernoulliLoss(loss),
            Seed = seed,
        };
        LinkRig rig = new(options);
        LinkModel model = new(rate, options.Delay, queueBytes);
        for (int number = 0; number < 400; number++)
        {
            rig.Clock.RunFor(new Duration(random.Next(3) == 0 ? 0 : random.Next(0, 4_000_000)));
            int bytes = random.Next(32, 1500);
            rig.Send(number, bytes);
            model.Send(number, bytes, rig.Clock.Now);

            Assert.That(rig.Link.Queue.Counts.Dropped.Packets, Is.EqualTo(model.Dropped));
            if (loss == 0)
                Assert.That(StillOnTheLink(rig.Link), Is.EqualTo(model.StillOnTheLink(rig.Clock.Now)));
        }
        rig.Clock.RunFor(Duration.FromSeconds(3600));

        LinkCounters total = rig.Link.Counters;
        Assert.That(total.Arrived, Is.EqualTo(400));
        Assert.That(total.Delivered, Is.EqualTo(rig.Delivered.Count));
        Assert.That(total.DeliveredBytes, Is.EqualTo(rig.Delivered.Sum(packet => packet.WireBytes)));
        Assert.That(StillOnTheLink(rig.Link), Is.Zero);
        Assert.That(rig.Numbers, Is.Ordered.And.Unique);
        var delivered = rig.Delivered.Select(packet => (packet.At, packet.Number));
        Assert.That(delivered, loss == 0 ? Is.EqualTo(model.Deliveries) : Is.SubsetOf(model.Deliveries));
    }

    [Test]
    public void The_queue_is_limited_in_bytes_on_the_wire_without_the_packet_in_transmission()
    {
        LinkRig rig = new(new LinkOptions { Rate = DataRate.FromBitsPerSecond(8000), Queue = new() { Limit = QueueLimit.OfBytes(200) } });
        for (int i = 0; i < 5; i++)
            rig.Send(i, 100); // 100 ms each
        Assert.That(rig.Link.Queue.Counts.Dropped.Packets, Is.EqualTo(2), "one is sent, two wait");
        rig.Clock.RunUntil(Instant.FromMilliseconds(99));
        rig.Send(5, 100);
        Assert.That(rig.Link.Queue.Counts.Dropped.Packets, Is.EqualTo(3));
        rig.Clock.RunUntil(Instant.FromMilliseconds(100));
        rig.Send(6, 100);
        Assert.That(rig.Link.Queue.Counts.Dropped.Packets, Is.EqualTo(3), "one has left the queue");
        rig.Clock.RunUntil(Instant.FromSeconds(1));
        Assert.That(rig.Numbers, Is.EqualTo(new[] { 0, 1, 2, 6 }));
    }

    [Test]
    public void A_link_without_a_rate_needs_no_queue()
    {
        LinkRig rig = new(new LinkOptions { Queue = new() { Limit = QueueLimit.OfPackets(1) } });
        for (int i = 0; i < 10; i++)
            rig.Send(i, 1500);
        rig.Clock.RunFor(Duration.FromSeconds(1));
        Assert.That(rig.Delivered, Has.Count.EqualTo(10));
    }

    [TestCase(7_300_000)]
    [TestCase(20_000_001)]
    public void The_rate_is_exact_over_minutes(double bitsPerSecond)
    {
        LinkRig rig = new(new LinkOptions
        {
            Rate = DataRate.FromBitsPerSecond(bitsPerSecond),
            Queue = new() { Limit = QueueLimit.OfBytes(100_000) },
        });
        for (int ms = 0; ms < 300_000; ms += 20)
        {
            for (int i = 0; i < 40; i++)
                rig.Send(i, 1428);
            rig.Clock.RunUntil(Instant.FromMilliseconds(ms + 20));
        }
        rig.Clock.RunFor(Duration.FromSeconds(1));
        double bits = 8.0 * rig.Delivered.Sum(packet => packet.WireBytes);
        Assert.That(bits / rig.Delivered[^1].At.Seconds, Is.EqualTo(bitsPerSecond).Within(1e-5 * bitsPerSecond));
    }

    [Test]
    public void A_late_wake_up_delays_no_packet_behind_it()
    {
        Duration late = Duration.FromMilliseconds(3);
        LinkOptions options = new() { Rate = DataRate.FromBitsPerSecond(8_000_000), Delay = Duration.FromMilliseconds(10) };
        LinkRig rig = new(options, clock => new LateScheduler(clock, late));
        for (int i = 0; i < 100; i++)
            rig.Send(i, 1000); // 1 ms each
        rig.Clock.RunFor(Duration.FromSeconds(1));
        for (int i = 0; i < 100; i++)
            Assert.That(rig.Delivered[i].At.Milliseconds, Is.InRange(11.0 + i, 11.0 + i + 2 * late.Milliseconds));
    }

    [Test]
    public void A_packet_costs_no_allocation()
    {
        PacketPool<DatagramPacket> pool = DatagramPacket.NewPool();
        SimulatedScheduler clock = new();
        Link link = new(clock, new LinkOptions
        {
            Rate = DataRate.FromBitsPerSecond(8_000_000),
            Delay = Duration.FromMilliseconds(10),
            Jitter = Duration.FromMilliseconds(5),
            Reordering = new Reordering(0.1, Duration.FromMilliseconds(3)),
            Duplication = 0.1,
            Loss = new BernoulliLoss(0.1),
            DelaySteps = [new DelayStep(Duration.FromMilliseconds(5), Duration.FromMilliseconds(15), Ramp: Duration.FromMilliseconds(20))],
            MtuBytes = 1500,
            Policer = new Policer { Rate = DataRate.FromBitsPerSecond(8_000_000), BucketBytes = 10_000 },
        });
        Sink sink = new();
        Assert.That(Allocation.FewestBytes(SendAll), Is.Zero); // The first run creates the packets and the buffers that they need.
        Assert.That(link.Counters.Delivered, Is.GreaterThan(1500));

        void SendAll()
        {
            for (int i = 0; i < 1000; i++)
            {
                DatagramPacket packet = pool.Rent();
                packet.Set(default, [1, 2, 3, 4]);
                packet.Receiver = sink;
                link.Receive(packet);
                clock.RunFor(Duration.FromMicroseconds(30));
            }
            clock.RunFor(Duration.FromSeconds(1));
        }
    }

    private static long StillOnTheLink(Link link)
    {
        LinkCounters now = link.Counters;
        return now.Arrived + now.Duplicated - link.Queue.Counts.Dropped.Packets - now.Lost - now.Delivered;
    }

    private sealed class Sink : IPacketReceiver
    {
        public void Receive(Packet packet) => packet.Release();
    }

    /// <summary>A queue and a transmitter implemented directly from the definition, without losses.</summary>
    private sealed class LinkModel(DataRate? rate, Duration delay, long queueBytes)
    {
        private readonly List<(Instant Starts, int Bytes)> _accepted = [];
        private Instant _free = Instant.Zero;

        public List<(Instant At, int Number)> Deliveries { get; } = [];

        public int Dropped { get; private set; }

        public void Send(int number, int bytes, Instant now)
        {
            Instant starts = now, sent = now;
            if (rate is { } limited)
            {
                starts = Instant.Max(now, _free);
                BigInteger time = ((BigInteger)bytes * 8_000_000_000 + limited.BitsPerSecond - 1) / limited.BitsPerSecond;
                sent = starts + new Duration((long)time);
            }
            if (starts > now && bytes + _accepted.Where(a => a.Starts > now).Sum(a => a.Bytes) > queueBytes)
            {
                Dropped++;
                return;
            }
            _free = sent;
            _accepted.Add((starts, bytes));
            Deliveries.Add((sent + delay, number));
        }

        public int StillOnTheLink(Instant now) =>
            Deliveries.Count(d => d.At > now || d.At == now && delay == Duration.Zero && rate is null);
    }
}
