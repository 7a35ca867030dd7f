using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Loss;

public sealed class SequenceTrackerTests
{
    [Test]
    public void A_gap_is_confirmed_by_the_third_later_packet_and_not_earlier()
    {
        var packets = new Packets();
        packets.Receive(1, 2, 4, 5);
        Assert.That(packets.Tracker.Lost, Is.Zero, "two later packets may be reordering");
        PacketVerdict third = packets.Receive(6);
        Assert.That(third.Kind, Is.EqualTo(PacketKind.InSequence));
        Assert.That((third.Loss.First, third.Loss.Last, third.Loss.Count), Is.EqualTo((3L, 3L, 1)));
    }

    [Test]
    public void Each_gap_is_confirmed_separately_and_once()
    {
        var packets = new Packets();
        packets.Receive(1, 3);
        Assert.That(packets.Receive(5).Loss.Count, Is.Zero);
        Assert.That(packets.Receive(6).Loss.First, Is.EqualTo(2), "3, 5 and 6 came after 2");
        Assert.That(packets.Receive(7).Loss.First, Is.EqualTo(4), "5, 6 and 7 came after 4");
        Assert.That(packets.Receive(8).Loss.Count, Is.Zero);
        Assert.That(packets.Tracker.Lost, Is.EqualTo(2));
    }

    [Test]
    public void A_gap_of_many_packets_is_one_report()
    {
        var packets = new Packets();
        packets.Receive(10, 60, 61);
        LossGap gap = packets.Receive(62).Loss;
        Assert.That((gap.First, gap.Last, gap.Count), Is.EqualTo((11L, 59L, 49)));
    }

    [Test]
    public void Reordering_by_two_packets_is_not_a_loss()
    {
        var packets = new Packets();
        packets.Receive(1, 3, 4);
        Assert.That(packets.Receive(2).Kind, Is.EqualTo(PacketKind.Late));
        packets.Receive(5, 6, 7, 8);
        Assert.That(packets.Tracker.Lost, Is.Zero);
        Assert.That(packets.Tracker.Received, Is.EqualTo(8));
    }

    [Test]
    public void A_packet_reported_lost_that_arrives_after_all_counts_as_reordered()
    {
        var packets = new Packets();
        packets.Receive(10, 13, 14, 15);
        Assert.That(packets.Tracker.Counts, Is.EqualTo(new SequenceCounts(Received: 4, Lost: 2, Reordered: 0)));
        Assert.That(packets.Receive(12).Kind, Is.EqualTo(PacketKind.Late));
        packets.Receive(12);
        packets.Resend(11);
        packets.Receive(9);
        Assert.That(packets.Tracker.Counts, Is.EqualTo(new SequenceCounts(Received: 6, Lost: 2, Reordered: 1)),
            "a duplicate, a resent packet and a packet from before the start do not count");
    }

    [Test]
    public void A_late_packet_counts_among_the_three_that_confirm_an_earlier_gap()
    {
        var packets = new Packets();
        packets.Receive(10, 12, 14);
        LossGap gap = packets.Receive(13).Loss;
        Assert.That((gap.First, gap.Count), Is.EqualTo((11L, 1)), "12, 13 and 14 came after 11");
    }

    [Test]
    public void A_duplicate_is_recognised_and_changes_nothing()
    {
        var packets = new Packets();
        packets.Receive(1, 2, 4);
        Assert.That(packets.Receive(4).Kind, Is.EqualTo(PacketKind.Duplicate));
        Assert.That(packets.Receive(1).Kind, Is.EqualTo(PacketKind.Duplicate));
        Assert.That(packets.Receive(5).Loss.Count, Is.Zero, "a duplicate does not count as a third later packet");
        Assert.That(packets.Tracker.Received, Is.EqualTo(4));
    }

    [Test]
    public void A_resent_packet_fills_its_gap_is_never_new_data_and_is_lost_once()
    {
        var packets = new Packets();
        packets.Receive(1, 2, 4);
        PacketVerdict resent = packets.Resend(3);
        Assert.That(resent.IsNewData, Is.False);
        Assert.That(resent.Loss.Count, Is.EqualTo(1), "the region's timer has found the first transmission missing");
        packets.Receive(5, 6, 7, 8);
        Assert.That(packets.Tracker.Lost, Is.EqualTo(1), "the gap was filled");
        Assert.That(packets.Resend(3).Kind, Is.EqualTo(PacketKind.Duplicate));
    }

    [Test]
    public void A_resent_packet_after_the_confirmed_loss_reports_nothing_new()
    {
        var packets = new Packets();
        packets.Receive(1, 3, 4, 5);
        PacketVerdict resent = packets.Resend(2);
        Assert.That((resent.Kind, resent.Loss.Count), Is.EqualTo((PacketKind.Resent, 0)));
        Assert.That(packets.Tracker.Lost, Is.EqualTo(1));
    }

    [Test]
    public void The_gap_of_a_resent_packet_above_the_highest_is_found_later()
    {
        var packets = new Packets();
        packets.Receive(1, 2);
        Assert.That(packets.Resend(4).Loss.Count, Is.Zero);
        Assert.That(packets.Tracker.Highest, Is.EqualTo(2));
        packets.Receive(5, 6, 7);
        Assert.That(packets.Tracker.Lost, Is.EqualTo(2), "3 and 4");
    }

    [Test]
    public void A_circuit_may_begin_with_any_number_but_not_with_a_resent_packet()
    {
        var packets = new Packets();
        packets.Resend(7);
        Assert.That(packets.Tracker.Highest, Is.EqualTo(-1));
        Assert.That(packets.Receive(4_000_000_000).Kind, Is.EqualTo(PacketKind.InSequence));
        Assert.That(packets.Tracker.Lost, Is.Zero);
    }

    [TestCase(0xFFFF_FFFEu, 0xFFFF_FFFFu, 0u, 1u, TestName = "Numbers_wrap_at_32_bits")]
    [TestCase(0x00FF_FFFEu, 0x00FF_FFFFu, 0u, 1u, TestName = "Numbers_wrap_at_24_bits")]
    [TestCase(0x00FF_FFFEu, 0x00FF_FFFFu, 0x0100_0000u, 0x0100_0001u, TestName = "Numbers_may_pass_24_bits_without_wrapping")]
    public void Numbers_continue(uint a, uint b, uint c, uint d)
    {
        var packets = new Packets();
        packets.Receive(a, b, c);
        Assert.That(packets.Receive(d).Kind, Is.EqualTo(PacketKind.InSequence));
        Assert.That(packets.Tracker.Highest, Is.EqualTo((long)a + 3));
    }

    [TestCase(0xFFFF_FFFFu, 0xFFFF_FFFFu)]
    [TestCase(0x00FF_FFFFu, 0x00FF_FFFFu)]
    public void A_loss_is_detected_across_a_wrap(uint last, uint mask)
    {
        var packets = new Packets();
        packets.Receive(last - 1, 1 & mask, 2 & mask);
        Assert.That(packets.Receive(3 & mask).Loss.Count, Is.EqualTo(2), "the last number and 0");
    }

    [Test]
    public void A_number_too_far_away_is_implausible_and_changes_nothing()
    {
        var packets = new Packets();
        packets.Receive(100, 101);
        Assert.That(packets.Receive(101 + SequenceTracker.MaxJump + 1).Kind, Is.EqualTo(PacketKind.Implausible));
        Assert.That(packets.Receive(102).Kind, Is.EqualTo(PacketKind.InSequence));
        packets.Receive(103, 104, 105);
        Assert.That(packets.Tracker.Lost, Is.Zero);
    }

    [Test]
    public void The_largest_plausible_jump_is_a_gap()
    {
        var packets = new Packets();
        uint far = 101 + SequenceTracker.MaxJump;
        packets.Receive(101);
        Assert.That(packets.Receive(far).Kind, Is.EqualTo(PacketKind.AfterGap));
        packets.Receive(far + 1, far + 2);
        Assert.That(packets.Tracker.Lost, Is.EqualTo(SequenceTracker.MaxJump - 1));
    }

    [Test]
    public void The_largest_plausible_step_back_is_late()
    {
        var packets = new Packets();
        packets.Receive(10_000);
        Assert.That(packets.Receive(10_000 - SequenceTracker.MaxJump).Kind, Is.EqualTo(PacketKind.Late));
        Assert.That(packets.Receive(10_000 - SequenceTracker.MaxJump - 1).Kind, Is.EqualTo(PacketKind.Implausible));
    }

    [TestCase(0x0100_0005u, 0x0000_0006u)]
    [TestCase(0x0000_0005u, 0x0100_0006u)]
    public void Numbers_above_24_bits_do_not_wrap_at_24_bits(uint highest, uint next)
    {
        var packets = new Packets();
        packets.Receive(highest);
        Assert.That(packets.Receive(next).Kind, Is.EqualTo(PacketKind.Implausible));
    }

    [TestCase(2_000_000u)]
    [TestCase(5u)]
    public void Two_consecutive_packets_far_away_start_a_new_numbering_without_loss(uint elsewhere)
    {
        var packets = new Packets();
        packets.Receive(100_000, 100_001);
        packets.Receive(elsewhere);
        Assert.That(packets.Receive(elsewhere + 1).Kind, Is.EqualTo(PacketKind.InSequence));
        packets.Receive(elsewhere + 2, elsewhere + 3);
        Assert.That(packets.Receive(elsewhere + 4).Kind, Is.EqualTo(PacketKind.InSequence));
        Assert.That(packets.Tracker.Lost, Is.Zero);
        Assert.That(packets.Tracker.Highest, Is.EqualTo(100_005), "counted on");
    }

    [Test]
    public void A_new_numbering_knows_no_arrival_of_the_old_one()
    {
        var packets = new Packets();
        packets.Receive(99_998, 99_999, 100_000);
        packets.Receive(5, 6);
        Assert.That(packets.Receive(4).Kind, Is.EqualTo(PacketKind.Late), "its place was 100_000's");
    }

    [Test]
    public void Resent_packets_far_away_start_no_new_numbering()
    {
        var packets = new Packets();
        packets.Receive(100, 101);
        Assert.That((packets.Resend(2_000_000).Kind, packets.Resend(2_000_001).Kind), Is.EqualTo((PacketKind.Resent, PacketKind.Resent)));
        Assert.That(packets.Tracker.Highest, Is.EqualTo(101));
    }

    [Test]
    public void After_a_reset_counting_starts_over()
    {
        var packets = new Packets();
        packets.Receive(1, 2, 9);
        packets.Tracker.Reset();
        packets.Receive(1, 2, 3, 4);
        Assert.That((packets.Tracker.Received, packets.Tracker.Lost), Is.EqualTo((4L, 0L)));
    }

    [Test]
    public void A_number_that_arrives_again_in_any_form_is_repeated()
    {
        var packets = new Packets();
        Assert.That(packets.Resend(1).IsRepeated, Is.False, "before the first of the circuit");
        Assert.That(packets.Receive(1, 2, 4).IsRepeated, Is.False);
        Assert.That(packets.Receive(4).IsRepeated);
        Assert.That(packets.Resend(2).IsRepeated);
        Assert.That((packets.Resend(3).IsRepeated, packets.Resend(3).IsRepeated), Is.EqualTo((false, true)), "a gap is filled once");
        Assert.That((packets.Resend(9).IsRepeated, packets.Resend(9).IsRepeated), Is.EqualTo((false, true)), "also above the highest");
        Assert.That((packets.Receive(9).IsRepeated, packets.Receive(9).Kind), Is.EqualTo((true, PacketKind.Duplicate)));
    }

    [TestCase(0u)]
    [TestCase(1u << 24)]
    [TestCase(uint.MaxValue - 3000)]
    public void The_last_8192_numbers_are_remembered_and_no_other_number_is(uint start)
    {
        var packets = new Packets();
        for (uint i = 0; i < 20_000; i++)
            Assert.That(packets.Receive(unchecked(start + i)).IsRepeated, Is.False);
        Assert.That(packets.Resend(unchecked(start + 20_000 - 8192)).IsRepeated);
        Assert.That(packets.Resend(unchecked(start + 20_000 - 8193)).IsRepeated, Is.False, "too old to know");
    }

    [Test]
    public void A_new_tracker_of_the_same_circuit_knows_earlier_arrivals_and_counts_from_zero()
    {
        Packets earlier = new(), later = new();
        earlier.Receive(1, 2, 3);
        later.Tracker.RememberAll(earlier.Tracker);
        Assert.That((later.Resend(3).IsRepeated, later.Receive(4).IsRepeated, later.Tracker.Received), Is.EqualTo((true, false, 1L)));
        later.Tracker.Reset();
        Assert.That(later.Receive(4).IsRepeated, Is.False);
    }

    [Test]
    public void Sent_and_missing_counts_follow_from_the_numbers_immediately()
    {
        var packets = new Packets();
        Assert.That((packets.Tracker.Sent, packets.Tracker.Missing), Is.EqualTo((0L, 0L)));
        packets.Receive(11, 12, 15);
        Assert.That((packets.Tracker.Sent, packets.Tracker.Missing), Is.EqualTo((5L, 2L)));
        packets.Resend(13);
        packets.Receive(15, 14, 10);
        Assert.That((packets.Tracker.Sent, packets.Tracker.Missing), Is.EqualTo((6L, 1L)), "13 itself never arrived");
        packets.Receive(1_000_000, 1_000_001);
        Assert.That((packets.Tracker.Sent, packets.Tracker.Missing), Is.EqualTo((7L, 1L)),
            "after the numbering restarts, nothing is known to be missing");
    }

    [Test]
    public void A_lost_packet_s_nominal_time_lies_between_its_neighbours_by_number()
    {
        var packets = new Packets();
        packets.ReceiveAt(1.0, 10);
        packets.ReceiveAt(2.0, 14);
        packets.ReceiveAt(2.1, 15);
        LossGap gap = packets.ReceiveAt(2.2, 16).Loss;
        Assert.That(gap.NominalTime(11), Is.EqualTo(Instant.FromSeconds(1.25)), "a quarter of the way from 10 to 14");
        Assert.That(gap.NominalTime(13), Is.EqualTo(Instant.FromSeconds(1.75)));
    }

    [Test]
    public void Arrivals_are_counted_exactly_under_any_loss_and_reordering_by_up_to_two_packets([Random(8)] int seed)
    {
        var random = new Random(seed);
        var packets = new Packets();
        uint start = random.Next(2) == 0 ? 0xFFFF_FF00 : (uint)random.Next();
        List<uint> sent = Enumerable.Range(0, 5000).Select(i => unchecked(start + (uint)i)).ToList();
        List<uint> arriving = sent.Where((_, i) => i is 0 or > 4990 || random.NextDouble() > 0.1).ToList();
        for (int i = 1; i < arriving.Count - 10; i += 2)
        {
            if (random.Next(4) == 0)
                (arriving[i], arriving[i + 1]) = (arriving[i + 1], arriving[i]);
        }
        packets.Receive([.. arriving]);
        Assert.That(packets.Tracker.Counts, Is.EqualTo(new SequenceCounts(arriving.Count, sent.Count - arriving.Count, Reordered: 0)));
    }
}
