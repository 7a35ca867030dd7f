using Mongoose.Core.Units;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.CongestionControl;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Network.Tcp.Recovery;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Tcp;

/// <summary>
/// A sender and a receiver with a network between them that randomly loses, delays, reorders and duplicates in both directions. With any
/// options: all bytes arrive, once and in order; pipe is never negative, cwnd never below a segment, and the data in flight never exceeds
/// the receiver's room; no sign of congestion makes the window larger, and no recovery ends with a larger window than it began with.
/// </summary>
public sealed class TcpProperties
{
    private const int Segments = 150;

    [ForAll(MaxTest = 300, Replay = "20261121,31")]
    public void All_data_arrives_once_in_order_whatever_the_network_does(int seed)
    {
        Random random = new(seed);
        TcpOptions options = RandomOptions(random);
        TcpSender sender = new(options);
        TcpReceiver receiver = new(options);
        long bytes = Segments * (long)options.SegmentBytes - random.Next(options.SegmentBytes);
        sender.Write(bytes);
        double loss = random.NextDouble() * 0.3, duplication = random.NextDouble() * 0.2, reordering = random.NextDouble() * 0.3;
        PriorityQueue<object, (long, int)> network = new();
        Instant now = Instant.FromSeconds(1);
        int events = 0;
        long beforeRecovery = 0;
        while (sender.Acknowledged < bytes)
        {
            Assert.That(++events, Is.LessThan(200_000), "progress");
            while (sender.TrySend(now, out DataSegment segment))
                Put(segment);
            Check(sender, options);
            Instant next = Instant.Min(sender.RetransmitAt, receiver.AckAt);
            if (network.TryPeek(out object? first, out (long At, int) key) && key.At <= next.Nanoseconds)
            {
                network.Dequeue();
                now = new Instant(key.At);
                Deliver(first);
            }
            else
            {
                Assert.That(next, Is.Not.EqualTo(Instant.Never), "an event is always pending");
                now = next;
                Observe(() => sender.OnTimer(now));
            }
            if (receiver.AckIsDue || now >= receiver.AckAt)
                Put(receiver.TakeAck());
        }
        Assert.That(receiver.Next, Is.EqualTo(bytes));
        Assert.That(sender.Counters.Sent.Bytes - sender.Counters.Retransmitted.Bytes, Is.EqualTo(bytes));
        Assert.That(sender.RetransmitAt, Is.EqualTo(Instant.Never));

        void Put(object packet)
        {
            for (int copies = random.NextDouble() < duplication ? 2 : 1; copies > 0; copies--)
            {
                if (random.NextDouble() < loss)
                    continue;
                int extra = random.NextDouble() < reordering ? random.Next(40_000_000) : 0;
                network.Enqueue(packet, (now.Nanoseconds + 20_000_000 + extra, events));
            }
        }

        // ssthresh is at least two segments, even if the window is one (RFC 5681 equation 4).
        void Observe(Action happens)
        {
            long cwnd = Math.Max(sender.Cwnd, 2 * options.SegmentBytes), ssthresh = sender.Ssthresh, signs = SignsOfCongestion(sender);
            RecoveryPhase phase = sender.Phase;
            happens();
            if (SignsOfCongestion(sender) > signs)
                Assert.That(sender.Cwnd, Is.LessThanOrEqualTo(cwnd), "after a sign of congestion");
            if (sender.Ssthresh != ssthresh)
                Assert.That(sender.Ssthresh, Is.LessThanOrEqualTo(cwnd), "ssthresh after a sign of congestion");
            if (phase != RecoveryPhase.FastRecovery && sender.Phase == RecoveryPhase.FastRecovery)
                beforeRecovery = cwnd;
            if (phase == RecoveryPhase.FastRecovery && sender.Phase == RecoveryPhase.Open)
                Assert.That(sender.Cwnd, Is.LessThanOrEqualTo(beforeRecovery), "after a recovery");
        }

        void Deliver(object packet)
        {
            if (packet is AckSegment ack)
            {
                long before = sender.Acknowledged;
                Observe(() => sender.OnAck(ack, now));
                Assert.That(sender.Acknowledged, Is.GreaterThanOrEqualTo(before));
            }
            else
            {
                long before = receiver.Next;
                receiver.OnSegment((DataSegment)packet, random.Next(50) == 0, now);
                Assert.That(receiver.Next, Is.InRange(before, sender.SendNext));
            }
        }
    }

    private static long SignsOfCongestion(TcpSender sender) => sender.Counters.FastRecoveries + sender.Counters.Timeouts;

    private static void Check(TcpSender sender, TcpOptions options)
    {
        Assert.That(sender.Pipe, Is.GreaterThanOrEqualTo(0));
        Assert.That(sender.Cwnd, Is.GreaterThanOrEqualTo(options.SegmentBytes));
        Assert.That(sender.SendNext - sender.Acknowledged, Is.InRange(0, options.ReceiveBufferBytes));
    }

    private static TcpOptions RandomOptions(Random random)
    {
        string[] controls = CongestionControls.Names.ToArray();
        int segmentBytes = random.Next(100, 1500);
        return new TcpOptions
        {
            CongestionControl = CongestionControls.Find(controls[random.Next(controls.Length)])!,
            SegmentBytes = segmentBytes,
            InitialWindowSegments = random.Next(1, 20),
            ReceiveWindowBytes = segmentBytes * random.Next(1, 40),
            Handshake = Coin(),
            Sack = Coin(),
            LostRetransmissionDetection = Coin(),
            ProportionalRateReduction = Coin(),
            WholeSegments = Coin(),
            LimitedTransmit = Coin(),
            Timestamps = Coin(),
            Ecn = Coin(),
            RtoRule = Coin() ? RtoRule.Linux : RtoRule.Rfc6298,
            MinRto = Duration.FromMilliseconds(Coin() ? 200 : 1000),
            SegmentsPerAck = random.Next(1, 3),
        };

        bool Coin() => random.Next(2) == 0;
    }
}
