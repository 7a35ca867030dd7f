using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Queues;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Circuits;
using Mongoose.Testbed.Region.Content;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Testbed.Region;

/// <summary>
/// Visits with random parameters: every packet that enters a queue leaves it or is counted, and no packet is ever lost from the pool.
/// </summary>
public sealed class ChaosTests
{
    [ForAll(MaxTest = 60, Replay = "20261121,13")]
    public void The_counters_of_every_channel_balance_and_every_packet_returns_to_the_pool(int seed)
    {
        Random random = new(seed);
        string outbound = RegionRig.Outbounds[random.Next(2)];
        double loss = random.Next(4) == 0 ? 0 : random.NextDouble() * 0.3;
        VisitPlan plan =
            LoggedVisit.TexturesOnly(outbound, DataRate.FromKilobitsPerSecond(random.Next(64, 8000)), random.Next(0, 400), loss);
        LinkOptions narrow = plan.ToClient with
        {
            Rate = DataRate.FromKilobitsPerSecond(random.Next(200, 9000)),
            Queue = new() { Limit = QueueLimit.OfBytes(random.Next(3000, 200_000)) },
        };
        LoggedVisit visit = new(plan with
        {
            Region = plan.Region with
            {
                Activity = (Activity)random.Next(5),
                Prims = random.Next(0, 2000),
                Landscape = random.Next(2) == 0,
                QueueLimitBytes = random.Next(2) == 0 ? 15_000 : 4_000_000,
            },
            Viewer = plan.Viewer with
            {
                Assets = random.Next(4),
                Walks = random.Next(2) == 0,
                AckDelay = Duration.FromMilliseconds(random.Next(2) * 100),
                TexturesOutstanding = random.Next(1, 80),
            },
            ToClient = random.Next(2) == 0 ? plan.ToClient : narrow,
        });
        Circuit? circuit = null;
        QueueSums sums = new();
        visit.Region.PacketSent += sums.Count;
        double end = random.Next(3, 15);
        for (int step = 0; step < 60; step++)
        {
            visit.Clock.RunFor(Duration.FromSeconds(end * random.NextDouble() / 30));
            circuit ??= visit.Region.Circuits.SingleOrDefault();
            if (random.Next(10) == 0)
                visit.Viewer.SetThrottle(RegionRig.Rates(random.NextDouble() * 8));
            if (circuit is { IsClosed: false })
                AssertBalance(circuit, sums);
        }
        switch (random.Next(3))
        {
            case 0:
                visit.Viewer.Logout();
                break;
            case 1:
                visit.Viewer.Dispose();
                break;
            default:
                visit.Region.Dispose();
                break;
        }
        visit.Clock.RunFor(Duration.FromSeconds(70));

        Assert.That(visit.Region.Circuits, Is.Empty);
        Assert.That(visit.Region.Pool.InUse, Is.Zero);
        if (circuit is not null)
        {
            Assert.That(circuit.IsClosed);
            AssertBalance(circuit, sums);
            for (Channel channel = Channel.Resend; channel <= Channel.Asset; channel++)
                Assert.That(circuit.Counters(channel).Queued.Packets, Is.Zero);
        }
    }

    private static void AssertBalance(Circuit circuit, QueueSums sums)
    {
        for (Channel channel = Channel.Resend; channel <= Channel.Asset; channel++)
        {
            ref readonly Mongoose.Core.Shaping.QueueCounters counters = ref circuit.Counters(channel);
            Assert.That(counters.Queued.Packets, Is.EqualTo(circuit.QueuedPackets(channel)),
                $"{channel}: enqueued = sent + dropped + queued");
            Assert.That((counters.Sent.Packets, counters.Sent.Bytes), Is.EqualTo(sums[channel]),
                $"{channel}: packets sent according to the log");
        }
    }

    private sealed class QueueSums
    {
        private readonly long[] _packets = new long[ChannelRates.Count], _bytes = new long[ChannelRates.Count];

        public (long Packets, long Bytes) this[Channel channel] => (_packets[(int)channel], _bytes[(int)channel]);

        public void Count(SentPacket packet)
        {
            _packets[(int)packet.Channel]++;
            _bytes[(int)packet.Channel] += packet.Bytes;
        }
    }
}
