using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Capacities;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Clamping.Capacities;

/// <summary>Bins of 200 ms with weight 0.3; greedy from a tenth of the capacity, here 1 Mbit/s or 25 000 bytes per bin.</summary>
public sealed class OtherTrafficTests
{
    private static readonly DataRate Capacity = DataRate.FromMegabitsPerSecond(10);

    // 1000 bytes per bin are 40 kbit/s: 0.3, 0.51 and 0.657 of them after one, two and three bins. Then 0.7 of the last per silent bin.
    [TestCase(1, 0, 12.0)]
    [TestCase(2, 0, 20.4)]
    [TestCase(3, 0, 26.28)]
    [TestCase(3, 1, 18.396)]
    [TestCase(3, 2, 12.8772)]
    public void The_rate_is_a_weighted_mean_of_bins(int bins, int silent, double kilobits)
    {
        OtherTraffic other = new(new ClampOptions());
        for (int bin = 0; bin < bins; bin++)
        {
            other.Add(Flow(1), 400, Capacity, At(bin, 10));
            other.Add(Flow(1), 600, Capacity, At(bin, 190));
        }
        other.Advance(Capacity, At(bins + silent, 0));
        Assert.That(other.Rate.KilobitsPerSecond, Is.EqualTo(kilobits).Within(0.001));
    }

    [Test]
    public void While_the_capacity_is_not_known_no_flow_is_greedy()
    {
        OtherTraffic other = new(new ClampOptions { Auto = true });
        other.Add(Flow(1), 1000, DataRate.Zero, At(0, 0));
        other.Advance(DataRate.Zero, At(1, 0));
        Assert.That(other.Greedy.Length, Is.Zero);
        Assert.That(other.Rate.BytesPerSecond, Is.EqualTo(1500).Within(1));
    }

    // After one bin 0.3 of the bytes count: 83 334 x 0.3 = 25 000.2.
    [TestCase(ClampUdp.Sparse, 83_330, false)]
    [TestCase(ClampUdp.Sparse, 83_334, true)]
    [TestCase(ClampUdp.All, 83_334, false)]
    public void A_flow_of_a_tenth_of_the_capacity_is_greedy_unless_all_counts(ClampUdp udp, int bytes, bool isGreedy)
    {
        OtherTraffic other = new(new ClampOptions { Udp = udp });
        other.Add(Flow(1), bytes, Capacity, At(0, 0));
        other.Add(Flow(2), 1000, Capacity, At(0, 0));
        other.Advance(Capacity, At(1, 0));
        Assert.That(other.Greedy.ToArray(), Has.Length.EqualTo(isGreedy ? 1 : 0));
        Assert.That(other.Rate.BytesPerSecond, Is.EqualTo(0.3 * 5 * (isGreedy ? 1000 : 1000 + bytes)).Within(1));
        if (isGreedy)
            Assert.That(other.Greedy[0].MegabitsPerSecond, Is.EqualTo(1).Within(0.001));
    }

    [Test]
    public void A_flow_that_falls_silent_is_forgotten()
    {
        OtherTraffic other = new(new ClampOptions());
        other.Add(Flow(1), 1_000_000, Capacity, At(0, 0));
        other.Advance(Capacity, At(1, 0));
        Assert.That(other.Greedy.Length, Is.EqualTo(1));
        other.Advance(Capacity, At(1_000_000, 0));
        Assert.That(other.Greedy.Length, Is.Zero);
        Assert.That(other.Rate.KilobitsPerSecond, Is.LessThan(10));
    }

    [Test]
    public void Flows_without_a_place_in_the_table_still_count()
    {
        OtherTraffic other = new(new ClampOptions { MaxFlows = 2 });
        for (int flow = 0; flow < 10; flow++)
            other.Add(Flow(flow), 1000, Capacity, At(0, flow));
        other.Advance(Capacity, At(1, 0));
        Assert.That(other.Rate.BytesPerSecond, Is.EqualTo(0.3 * 5 * 10_000).Within(1));
    }

    [Test]
    public void Packets_allocate_nothing_once_the_table_is_full()
    {
        OtherTraffic other = new(new ClampOptions { MaxFlows = 100 });
        int packet = 0;
        Assert.That(Allocation.FewestBytes(Send), Is.Zero);

        void Send()
        {
            for (int i = 0; i < 20_000; i++, packet++)
                other.Add(Flow(packet % 300), 1500, Capacity, new Instant(packet * 1_000_000L));
        }
    }

    internal static FlowKey Flow(int number) =>
        new(new UdpAddress(0x0A000001, 443), new UdpAddress(0x0A000002, (ushort)number), FlowKey.Udp);

    private static Instant At(int bin, int milliseconds) => Instant.FromMilliseconds(200L * bin + milliseconds);
}
