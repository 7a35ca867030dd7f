using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Shaping;

/// <summary>
/// Path control changes a circuit's rate with each ack datagram. Twenty changes per second around the same mean leave every channel the
/// share that it would have without them. All channels always have packets, and updates arrive in bursts that use up what Task has saved.
/// </summary>
public sealed class WobblingRatesTests
{
    private static readonly Duration Interval = Duration.FromMilliseconds(50), Frame = Duration.FromMilliseconds(910),
        Length = Duration.FromSeconds(120);
    private static readonly DataRate Rate = DataRate.FromKilobitsPerSecond(1000);

    private static IEnumerable<TestCaseData> Cases =>
        from order in Enum.GetValues<ServiceOrder>()
        from lends in new[] { true, false }
        from booked in new[] { 0.5, 2 }
        from wobble in new[] { 0.01, 0.1, 0.3 }
        select new TestCaseData(order, lends, booked, wobble);

    [TestCaseSource(nameof(Cases))]
    public void They_change_neither_a_channel_s_share_nor_the_throughput(ServiceOrder order, bool lends, double booked, double wobble)
    {
        ShaperOptions options = new() { Order = order, Lending = lends };
        PerChannel<ChannelUsage> steady = Run(options, booked, 0), wobbling = Run(options, booked, wobble);
        Assert.Multiple(() =>
        {
            foreach (Channel channel in ChannelSet.All)
            {
                Assert.That(wobbling[channel].Bytes, Is.EqualTo(steady[channel].Bytes).Within(0.5 + 4 * wobble).Percent, $"{channel}");
            }
            Assert.That(Total(wobbling), Is.EqualTo(Total(steady)).Within(0.2).Percent);
        });
    }

    private static long Total(PerChannel<ChannelUsage> usage)
    {
        long bytes = 0;
        foreach (ref readonly ChannelUsage channel in usage)
            bytes += channel.Bytes;
        return bytes;
    }

    private static PerChannel<ChannelUsage> Run(ShaperOptions options, double booked, double wobble)
    {
        CircuitShaper shaper = new(options, Instant.Zero);
        ChannelQueues<int> queues = new();
        ChannelRates channels = ViewerSplit.Of(Rate).Scaled(booked);
        Instant change = Instant.Zero, crowd = Instant.Zero;
        double sign = 1;
        foreach (Channel channel in ChannelSet.All.Without(Channel.Task))
            Enqueue(channel);
        PerChannel<ChannelUsage> usage = default;
        for (Instant now = Instant.Zero; now < Instant.Zero + Length;)
        {
            if (now >= change)
            {
                shaper.SetRates(Rate * (1 + sign * wobble), channels, now);
                (sign, change) = (-sign, change + Interval);
            }
            if (now >= crowd)
            {
                for (int i = 0; i < 40; i++)
                    queues.Enqueue(Channel.Task, 0, 300);
                crowd += Frame;
            }
            while (shaper.TryNext(queues, now, out Grant grant))
            {
                queues.TryDequeue(grant.Channel, out _);
                usage[grant.Channel].Count(grant.Bytes, grant.Borrowed);
                if (grant.Channel != Channel.Task)
                    Enqueue(grant.Channel);
            }
            now = Instant.Min(shaper.NextGrantAt(queues, now), Instant.Min(change, crowd));
        }
        return usage;

        void Enqueue(Channel channel) => queues.Enqueue(channel, 0, 1400 - 150 * (int)channel);
    }
}
