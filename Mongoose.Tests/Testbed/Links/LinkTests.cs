using System.Buffers.Binary;
using System.Numerics;
using Mongoose.Client.Runtime;
using Mongoose.Core.Units;
using Mongoose.Testbed.Links;
using Mongoose.Testbed.Time;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Testbed.Links;

[Parallelizable(ParallelScope.All)]
public sealed class LinkTests
{
    private static readonly UdpAddress Peer = UdpAddress.Loopback(7);

    [ForAll(MaxTest = 100, Replay = "20261121,11")]
    public void Every_datagram_comes_out_when_a_little_model_says_and_none_goes_astray(int seed)
    {
        Random random = new(seed);
        LinkOptions options = new()
        {
            Rate = random.Next(4) == 0 ? null : DataRate.FromBitsPerSecond(random.Next(10_000, 30_000_000)),
            Delay = Duration.FromMilliseconds(random.Next(0, 200)),
            QueueBytes = random.Next(0, 20_000),
            Loss = random.Next(2) == 0 ? 0 : random.NextDouble(),
            Seed = seed,
        };
        SimulatedScheduler clock = new();
        List<(Instant At, int Number)> delivered = [];
        long deliveredBytes = 0;
        Link link = new(clock, options, (peer, data) =>
        {
            Assert.That(peer, Is.EqualTo(Peer));
            delivered.Add((clock.Now, BinaryPrimitives.ReadInt32LittleEndian(data)));
            deliveredBytes += data.Length;
        });
        LinkModel model = new(options);
        byte[] datagram = new byte[1500];
        for (int number = 0; number < 400; number++)
        {
            clock.RunFor(new Duration(random.Next(3) == 0 ? 0 : random.Next(0, 4_000_000)));
            int length = random.Next(4, 1472);
            BinaryPrimitives.WriteInt32LittleEndian(datagram, number);
            link.Send(Peer, datagram.AsSpan(0, length));
            model.Send(number, length, clock.Now);

            LinkCounters now = link.Counters;
            Assert.That(now.DroppedQueueFull, Is.EqualTo(model.Dropped));
            long inFlight = now.Arrived - now.DroppedQueueFull - now.Lost - now.Delivered;
            Assert.That(inFlight, Is.InRange(0, model.StillOnTheLink(clock.Now)));
            if (options.Loss == 0)
                Assert.That(inFlight, Is.EqualTo(model.StillOnTheLink(clock.Now)));
        }
        clock.RunFor(Duration.FromSeconds(3600));

        LinkCounters total = link.Counters;
        Assert.That(total.Arrived, Is.EqualTo(400));
        Assert.That(total.Delivered, Is.EqualTo(delivered.Count));
        Assert.That(total.DeliveredBytes, Is.EqualTo(deliveredBytes));
        Assert.That(total.Arrived, Is.EqualTo(total.DroppedQueueFull + total.Lost + total.Delivered));
        Assert.That(delivered.Select(d => d.Number), Is.Ordered.And.Unique);
        if (options.Loss == 0)
            Assert.That(delivered, Is.EqualTo(model.Deliveries));
        else
            Assert.That(delivered, Is.SubsetOf(model.Deliveries));
    }

    [Test]
    public void The_queue_is_limited_in_bytes_on_the_wire_and_what_is_being_sent_is_not_in_it()
    {
        SimulatedScheduler clock = new();
        int delivered = 0;
        LinkOptions options = new() { Rate = DataRate.FromBitsPerSecond(8000), QueueBytes = 200 };
        Link link = new(clock, options, (_, _) => delivered++);
        byte[] datagram = new byte[72]; // 100 on the wire: 100 ms
        for (int i = 0; i < 5; i++)
            link.Send(Peer, datagram);
        Assert.That(link.Counters.DroppedQueueFull, Is.EqualTo(2), "one is sent, two wait");
        clock.RunUntil(Instant.FromMilliseconds(99));
        link.Send(Peer, datagram);
        Assert.That(link.Counters.DroppedQueueFull, Is.EqualTo(3));
        clock.RunUntil(Instant.FromMilliseconds(100));
        link.Send(Peer, datagram);
        Assert.That(link.Counters.DroppedQueueFull, Is.EqualTo(3), "one has left the queue");
        clock.RunUntil(Instant.FromSeconds(1));
        Assert.That(delivered, Is.EqualTo(4));
    }

    [TestCase(0)]
    [TestCase(99)]
    public void What_need_not_wait_needs_no_queue(int queueBytes)
    {
        SimulatedScheduler clock = new();
        int delivered = 0;
        LinkOptions options = new() { Rate = DataRate.FromBitsPerSecond(8000), QueueBytes = queueBytes };
        Link slow = new(clock, options, (_, _) => delivered++);
        Link unlimited = new(clock, options with { Rate = null }, (_, _) => delivered++);
        slow.Send(Peer, new byte[72]);
        slow.Send(Peer, new byte[72]);
        unlimited.Send(Peer, new byte[72]);
        unlimited.Send(Peer, new byte[72]);
        clock.RunFor(Duration.FromSeconds(1));
        Assert.That(slow.Counters.DroppedQueueFull, Is.EqualTo(1));
        Assert.That(delivered, Is.EqualTo(3));
    }

    [TestCase(0.01)]
    [TestCase(0.1)]
    [TestCase(0.5)]
    public void Losses_have_their_probability_and_belong_to_the_seed(double loss)
    {
        const int datagrams = 100_000;
        int[] first = Delivered(loss, seed: 1, datagrams);
        double sigma = Math.Sqrt(datagrams * loss * (1 - loss));
        Assert.That(datagrams - first.Length, Is.EqualTo(datagrams * loss).Within(4 * sigma));
        Assert.That(Delivered(loss, seed: 1, datagrams), Is.EqualTo(first));
        Assert.That(Delivered(loss, seed: 2, datagrams), Is.Not.EqualTo(first));
    }

    [TestCase(0, 100)]
    [TestCase(1, 0)]
    public void No_loss_loses_nothing_and_certain_loss_all(double loss, int expected) =>
        Assert.That(Delivered(loss, seed: 3, datagrams: 100), Has.Length.EqualTo(expected));

    [TestCase(7_300_000)]
    [TestCase(20_000_001)]
    public void The_rate_is_exact_over_minutes(double bitsPerSecond)
    {
        SimulatedScheduler clock = new();
        Instant last = Instant.Zero;
        long wireBits = 0;
        LinkOptions options = new() { Rate = DataRate.FromBitsPerSecond(bitsPerSecond), QueueBytes = 100_000 };
        Link link = new(clock, options, (_, data) =>
        {
            last = clock.Now;
            wireBits += (data.Length + LinkOptions.HeaderBytes) * 8;
        });
        byte[] datagram = new byte[1400];
        for (int ms = 0; ms < 300_000; ms += 20)
        {
            for (int i = 0; i < 40; i++)
                link.Send(Peer, datagram);
            clock.RunUntil(Instant.FromMilliseconds(ms + 20));
        }
        clock.RunFor(Duration.FromSeconds(1));
        Assert.That(wireBits / last.Seconds, Is.EqualTo(bitsPerSecond).Within(1e-5 * bitsPerSecond));
    }

    private static int[] Delivered(double loss, int seed, int datagrams)
    {
        SimulatedScheduler clock = new();
        List<int> delivered = [];
        Link link = new(clock, new LinkOptions { Loss = loss, Seed = seed },
            (_, data) => delivered.Add(BinaryPrimitives.ReadInt32LittleEndian(data)));
        byte[] datagram = new byte[4];
        for (int i = 0; i < datagrams; i++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(datagram, i);
            link.Send(Peer, datagram);
        }
        clock.RunFor(Duration.FromSeconds(1));
        return [.. delivered];
    }

    /// <summary>A queue and a transmitter by the definition, without any cleverness; it knows nothing of loss.</summary>
    private sealed class LinkModel(LinkOptions options)
    {
        private readonly List<(Instant Starts, int Bytes)> _accepted = [];
        private Instant _free = Instant.Zero;

        public List<(Instant At, int Number)> Deliveries { get; } = [];

        public int Dropped { get; private set; }

        public void Send(int number, int length, Instant now)
        {
            int bytes = length + 28;
            Instant starts = now, sent = now;
            if (options.Rate is { } rate)
            {
                starts = Instant.Max(now, _free);
                BigInteger time = ((BigInteger)bytes * 8_000_000_000 + rate.BitsPerSecond - 1) / rate.BitsPerSecond;
                sent = starts + new Duration((long)time);
            }
            if (starts > now && bytes + _accepted.Where(a => a.Starts > now).Sum(a => a.Bytes) > options.QueueBytes)
            {
                Dropped++;
                return;
            }
            _free = sent;
            _accepted.Add((starts, bytes));
            Deliveries.Add((sent + options.Delay, number));
        }

        public int StillOnTheLink(Instant now) => Deliveries.Count(d =>
            d.At > now || d.At == now && options.Delay == Duration.Zero && options.Rate is null);
    }
}
