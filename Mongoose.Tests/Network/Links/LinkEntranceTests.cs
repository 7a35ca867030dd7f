using Mongoose.Core.Units;
using Mongoose.Network.Links;

namespace Mongoose.Tests.Network.Links;

/// <summary>What a link drops before its queue.</summary>
public sealed class LinkEntranceTests
{
    /// <summary>A byte per ms.</summary>
    private static readonly Policer ByteByByte = new() { Rate = DataRate.FromBitsPerSecond(8000), BucketBytes = 2000 };

    [Test]
    public void A_policer_passes_what_its_bucket_covers_at_once_and_drops_the_rest()
    {
        LinkRig rig = new(new LinkOptions { Policer = ByteByByte });
        for (int i = 0; i < 5; i++)
            rig.Send(i, 800);
        rig.Clock.RunUntil(Instant.FromMilliseconds(400));
        rig.Send(5, 800);
        rig.Send(6, 100);
        rig.Clock.RunUntil(Instant.FromMilliseconds(401));

        Assert.That(rig.Delivered.Select(packet => (packet.Number, packet.At.Milliseconds)),
            Is.EqualTo(new[] { (0, 0.0), (1, 0), (5, 400) }),
            "400 of 2000 bytes remained, and 400 ms later 800");
        Assert.That(rig.Link.Counters,
            Is.EqualTo(new LinkCounters(Arrived: 7, Lost: 0, Duplicated: 0, Delivered: 3, DeliveredBytes: 2400) { Policed = 4 }));
    }

    [Test]
    public void A_policed_packet_takes_no_place_in_the_queue_and_no_time_of_the_transmitter()
    {
        LinkRig rig = new(new LinkOptions { Policer = ByteByByte, Rate = DataRate.FromBitsPerSecond(8_000_000) });
        for (int i = 0; i < 10; i++)
            rig.Send(i, 1000);
        rig.Clock.RunFor(Duration.FromSeconds(1));

        Assert.That(rig.Delivered.Select(packet => (packet.Number, packet.At.Milliseconds)), Is.EqualTo(new[] { (0, 1.0), (1, 2) }));
        Assert.That((rig.Link.Counters.Policed, rig.Link.Queue.Counts.Received.Packets), Is.EqualTo((8, 2)));
    }

    [Test]
    public void The_policers_rate_is_exact_over_minutes()
    {
        LinkRig rig = new(new LinkOptions { Policer = new Policer { Rate = DataRate.FromBitsPerSecond(1_000_000), BucketBytes = 8000 } });
        for (int ms = 0; ms < 120_000; ms++)
        {
            rig.Send(ms, 500); // Four times the rate.
            rig.Clock.RunUntil(Instant.FromMilliseconds(ms + 1));
        }
        Assert.That(rig.Link.Counters.DeliveredBytes, Is.EqualTo(8000 + 120 * 125_000).Within(500));
    }

    [TestCase(false)]
    [TestCase(true)]
    public void Packets_above_the_MTU_are_dropped_and_cost_the_policer_nothing(bool polices)
    {
        LinkRig rig = new(new LinkOptions { MtuBytes = 1200, Policer = polices ? ByteByByte : null });
        foreach (int bytes in new[] { 1201, 1200, 1500, 800 })
            rig.Send(bytes, bytes);
        rig.Clock.RunFor(Duration.FromSeconds(1));

        Assert.That(rig.Numbers, Is.EqualTo(new[] { 1200, 800 }));
        Assert.That((rig.Link.Counters.TooLarge, rig.Link.Counters.Policed), Is.EqualTo((2, 0)));
    }
}
