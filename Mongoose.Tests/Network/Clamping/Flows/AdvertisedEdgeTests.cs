using Mongoose.Network.Clamping.Flows;

namespace Mongoose.Tests.Network.Clamping.Flows;

public sealed class AdvertisedEdgeTests
{
    private const int Segment = 1448;

    [Test]
    public void A_window_never_recedes_from_the_edge_that_was_passed_on()
    {
        AdvertisedEdge edge = AdvertisedEdge.At(100_000, 65_536);
        Assert.That(edge.Right, Is.EqualTo(165_536));
        Assert.That(edge.Pass(101_448, 512, Limit(23_680, shift: 7)), Is.EqualTo(501), "64 088 bytes up to the edge, rounded up");
    }

    [Test]
    public void A_window_shrinks_by_what_is_acknowledged_until_it_has_the_target()
    {
        AdvertisedEdge edge = AdvertisedEdge.At(100_000, 65_536);
        uint acknowledgment = 100_000, field = 512;
        int segments = 0;
        while (field > 23_680 / 128)
        {
            acknowledgment += Segment;
            field = edge.Pass(acknowledgment, 512, Limit(23_680, shift: 7));
            segments++;
        }
        Assert.That(segments, Is.EqualTo(30), "41 856 bytes, and what rounding up adds");
        Assert.That(field, Is.EqualTo(185));
    }

    [TestCase(0, 23_710u)]
    [TestCase(7, 185u)]
    [TestCase(10, 23u)]
    [TestCase(12, 5u)]
    [TestCase(14, 1u)]
    public void A_target_is_rounded_down_to_the_scale(int shift, uint field)
    {
        AdvertisedEdge edge = AdvertisedEdge.At(0, 0);
        Assert.That(edge.Pass(0, 65_535, Limit(23_710, shift)), Is.EqualTo(field));
    }

    [TestCase(0, 2_920u)]
    [TestCase(7, 23u)]
    [TestCase(14, 1u)]
    public void The_floor_is_rounded_up_to_the_scale(int shift, uint field)
    {
        AdvertisedEdge edge = AdvertisedEdge.At(0, 0);
        Assert.That(edge.Pass(0, 65_535, Limit(0, shift)), Is.EqualTo(field));
    }

    [Test]
    public void A_window_is_only_lowered_even_below_the_floor_and_the_edge()
    {
        AdvertisedEdge edge = AdvertisedEdge.At(1000, 60_000);
        Assert.That(edge.Pass(1000, 100, Limit(23_710)), Is.EqualTo(100));
        Assert.That(edge.Pass(1000, 0, Limit(23_710)), Is.Zero, "a closed window stays closed");
        Assert.That(edge.Right, Is.EqualTo(61_000), "the receiver may take back, the clamp may not");
    }

    [Test]
    public void Without_a_limit_windows_pass_and_their_edges_count()
    {
        AdvertisedEdge edge = AdvertisedEdge.At(0, 0);
        Assert.That(edge.Pass(0, 65_535, Limit(null, shift: 4)), Is.EqualTo(65_535));
        Assert.That(edge.Right, Is.EqualTo(65_535 * 16));
        Assert.That(edge.Pass(16_000, 65_535, Limit(23_710, shift: 4)), Is.EqualTo(64_535));
    }

    [Test]
    public void Edges_are_compared_across_the_wrap_of_sequence_numbers()
    {
        AdvertisedEdge edge = AdvertisedEdge.At(0xFFFF_F000, 65_536);
        Assert.That(edge.Right, Is.EqualTo(0xF000));
        Assert.That(edge.Pass(0xFFFF_F5A8, 512, Limit(23_680, shift: 7)), Is.EqualTo(501));
        Assert.That(edge.Pass(0xE000, 512, Limit(23_680, shift: 7)), Is.EqualTo(185));
        Assert.That(edge.Right, Is.EqualTo(0xE000 + 185 * 128));
    }

    [Test]
    public void An_acknowledgment_that_was_overtaken_announces_nothing_beyond_the_edge_and_does_not_move_it_back()
    {
        AdvertisedEdge edge = AdvertisedEdge.At(0, 0);
        edge.Pass(50_000, 60_000, Limit(20_000));
        Assert.That(edge.Pass(40_000, 60_000, Limit(20_000)), Is.EqualTo(30_000));
        Assert.That(edge.Right, Is.EqualTo(70_000));
        Assert.That(edge.Pass(40_000, 10_000, Limit(20_000)), Is.EqualTo(10_000), "it keeps a window that ends before the edge");
        Assert.That(edge.Pass(50_000, 60_000, Limit(20_000)), Is.EqualTo(20_000));
    }

    [Test]
    public void What_an_overtaken_acknowledgment_announces_without_a_limit_counts()
    {
        AdvertisedEdge edge = AdvertisedEdge.At(0, 0);
        edge.Pass(50_000, 20_000, Limit(null));
        Assert.That(edge.Pass(40_000, 60_000, Limit(null)), Is.EqualTo(60_000));
        Assert.That(edge.Pass(60_000, 60_000, Limit(20_000)), Is.EqualTo(40_000), "the sender may use up to 100 000");
    }

    [Test]
    public void Fields_of_simulated_TCP_exceed_16_bits()
    {
        AdvertisedEdge edge = AdvertisedEdge.At(0, 65_535);
        Assert.That(edge.Pass(1448, 1_000_000, Limit(79_033)), Is.EqualTo(79_033));
        Assert.That(edge.Pass(1448, 1_000_000, Limit(null)), Is.EqualTo(1_000_000));
        Assert.That(edge.Pass(2896, 4_000_000_000, Limit(79_033)), Is.EqualTo(1_000_000 - 1448));
    }

    [Test]
    public void A_window_update_without_new_data_is_an_acknowledgment_like_others()
    {
        AdvertisedEdge edge = AdvertisedEdge.At(0, 0);
        Assert.That(edge.Pass(10_000, 0, Limit(20_000)), Is.Zero);
        Assert.That(edge.Pass(10_000, 60_000, Limit(20_000)), Is.EqualTo(20_000));
        Assert.That(edge.Pass(10_000, 60_000, Limit(30_000)), Is.EqualTo(30_000));
        Assert.That(edge.Pass(10_000, 60_000, Limit(20_000)), Is.EqualTo(30_000));
    }

    [Test]
    public void With_units_up_to_a_segment_what_rounding_up_adds_is_owed_too()
    {
        AdvertisedEdge edge = AdvertisedEdge.At(0, 65_536);
        Assert.That(edge.Pass(1448, 100, Limit(20_000, shift: 10)), Is.EqualTo(63));
        Assert.That(edge.Right, Is.EqualTo(1448 + 63 * 1024));
    }

    /// <summary>Were it owed, each acknowledgment would give back what it has taken from a window of larger units.</summary>
    [TestCase(12, 9u)]
    [TestCase(14, 2u)]
    public void With_units_above_a_segment_windows_shrink_nevertheless(int shift, uint target)
    {
        AdvertisedEdge edge = AdvertisedEdge.At(0, 65_536);
        uint unit = 1u << shift, seen = 65_536;
        for (uint acknowledgment = 0; acknowledgment <= 65_536; acknowledgment += Segment)
        {
            uint right = acknowledgment + edge.Pass(acknowledgment, 65_535, Limit(40_000, shift)) * unit;
            Assert.That(right, Is.GreaterThan(seen - unit), "an edge recedes by less than a unit");
            seen = Math.Max(seen, right);
        }
        Assert.That(edge.Pass(65_536, 65_535, Limit(40_000, shift)), Is.EqualTo(target));
    }

    [TestCase(0u, true)]
    [TestCase(1448u, true, TestName = "All that was sent")]
    [TestCase(1449u, false, TestName = "A byte more")]
    [TestCase(0xC000_0001u, true, TestName = "As old as the largest window")]
    [TestCase(0xC000_0000u, false, TestName = "Older")]
    [TestCase(0x7FFF_FFFFu, false)]
    [TestCase(0x8000_0000u, false)]
    public void Only_acknowledgments_that_the_sender_heeds_count(uint offset, bool isHeeded)
    {
        const uint first = 0xFFFF_FF00;
        AdvertisedEdge edge = AdvertisedEdge.At(first, 65_535);
        Assert.That(edge.IsHeeded(unchecked(first + offset), sentEnd: unchecked(first + 1448)), Is.EqualTo(isHeeded));
    }

    private static WindowLimit Limit(long? target, int shift = 0) => new(target, FloorBytes: 2 * 1460, SegmentBytes: 1460, shift);
}
