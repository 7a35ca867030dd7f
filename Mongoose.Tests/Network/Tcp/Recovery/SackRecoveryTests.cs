using Mongoose.Network.Tcp.Recovery;

namespace Mongoose.Tests.Network.Tcp.Recovery;

/// <summary>RFC 6675 step by step; (4.2) and the like are its steps in section 5.</summary>
public sealed class SackRecoveryTests
{
    [Test]
    public void Two_losses_in_a_window_are_repaired_in_one_recovery()
    {
        SenderRig rig = new(SenderRig.Options);
        Assert.That(rig.Sent(), Is.EqualTo(Enumerable.Range(0, 10))); // 0 and 4 are lost

        // (3.3) limited transmit: each block of 1 segment takes 1 off pipe, cwnd - pipe = 10 - 9 = 1.
        Assert.That(rig.Ack(0, (1, 2)), Is.EqualTo(new[] { 10 }));
        Assert.That(rig.Ack(0, (1, 3)), Is.EqualTo(new[] { 11 }));

        // (4.2) FlightSize = 12 - 2 of limited transmit = 10, so ssthresh = cwnd = 5; (4.3) 0 goes out again.
        Assert.That(rig.Ack(0, (1, 4)), Is.EqualTo(new[] { 0 }));
        Assert.That(rig.Sender.Phase, Is.EqualTo(RecoveryPhase.FastRecovery));
        Assert.That((rig.CwndSegments, rig.SsthreshSegments), Is.EqualTo((5, 5)));
        Assert.That(rig.PipeSegments, Is.EqualTo(9), "4 to 11, which are 8 without a block, and 0 retransmitted");

        Assert.That(rig.Ack(0, (5, 6), (1, 4)), Is.Empty); // pipe 8
        Assert.That(rig.Ack(0, (5, 7), (1, 4)), Is.Empty); // pipe 7
        Assert.That(rig.Ack(0, (5, 8), (1, 4)), Is.Empty); // three above 4: it is lost; 8 to 11 and 0 again: pipe 5
        Assert.That(rig.PipeSegments, Is.EqualTo(5));
        Assert.That(rig.Ack(0, (5, 9), (1, 4)), Is.EqualTo(new[] { 4 })); // pipe 4: NextSeg() rule (1)
        Assert.That(rig.Ack(0, (5, 10), (1, 4)), Is.EqualTo(new[] { 12 })); // rule (2)
        Assert.That(rig.Ack(0, (5, 11), (1, 4)), Is.EqualTo(new[] { 13 }));
        Assert.That(rig.Ack(0, (5, 12), (1, 4)), Is.EqualTo(new[] { 14 }));

        Assert.That(rig.Ack(4, (5, 12)), Is.EqualTo(new[] { 15 })); // partial: 12, 13, 14 and 4 again: pipe 4
        Assert.That(rig.Sender.Phase, Is.EqualTo(RecoveryPhase.FastRecovery));
        Assert.That(rig.Ack(12), Is.EqualTo(new[] { 16 })); // (A) all of the 12 that were in flight at the beginning
        Assert.That(rig.Sender.Phase, Is.EqualTo(RecoveryPhase.Open));
        Assert.That((rig.CwndSegments, rig.PipeSegments), Is.EqualTo((5, 5)));

        // Congestion avoidance: 5 segments' bytes for the next segment of window.
        for (int next = 13; next <= 16; next++)
            Assert.That(rig.Ack(next), Is.EqualTo(new[] { next + 4 }));
        Assert.That(rig.Ack(17), Is.EqualTo(new[] { 21, 22 }));
        Assert.That(rig.CwndSegments, Is.EqualTo(6));
    }

    [Test]
    public void The_second_duplicate_begins_recovery_when_it_reports_more_than_two_segments()
    {
        SenderRig rig = new(SenderRig.Options, 10);
        rig.Sent();
        rig.Ack(0, (1, 2));
        Assert.That(rig.Ack(0, (1, 4)), Is.EqualTo(new[] { 0 }), "(2) IsLost: 3000 bytes > 2 * 1000");
    }

    [Test]
    public void Holes_that_are_not_known_to_be_lost_are_sent_last()
    {
        SenderRig rig = new(SenderRig.Options with { InitialWindowSegments = 8 }, 8);
        rig.Sent(); // 0 and 5 are lost
        rig.Ack(0, (1, 2));
        rig.Ack(0, (1, 3));
        Assert.That(rig.Ack(0, (1, 4)), Is.EqualTo(new[] { 0 })); // cwnd 4; 4 to 7 and 0: pipe 5
        Assert.That(rig.Ack(0, (1, 5)), Is.Empty); // pipe 4
        Assert.That(rig.Ack(0, (6, 7), (1, 5)), Is.EqualTo(new[] { 5 })); // pipe 3, nothing lost, nothing new: rule (3)
        Assert.That(rig.Ack(0, (6, 8), (1, 5)), Is.Empty);
    }

    [Test]
    public void The_tail_is_rescued_once()
    {
        SenderRig rig = new(SenderRig.Options, 10);
        rig.Sent(); // 0 and 9 are lost
        rig.Ack(0, (1, 2));
        rig.Ack(0, (1, 3));
        Assert.That(rig.Ack(0, (1, 4)), Is.EqualTo(new[] { 0 }));
        for (int end = 5; end <= 9; end++)
            Assert.That(rig.Ack(0, (1, end)), Is.Empty);
        Assert.That(rig.Ack(9), Is.EqualTo(new[] { 9 }), "HighACK > RescueRxt: rule (4)");
        Assert.That(rig.Ack(9), Is.Empty);
        Assert.That(rig.Ack(10), Is.Empty);
        Assert.That(rig.Sender.Phase, Is.EqualTo(RecoveryPhase.Open));
    }

    [Test]
    public void After_a_timeout_only_holes_are_resent_in_slow_start()
    {
        SenderRig rig = new(SenderRig.Options with { InitialWindowSegments = 8, LimitedTransmit = false });
        rig.Sent(); // 0, 1, 3, 4, 6, 7 are lost
        Assert.That(rig.Ack(0, (2, 3)), Is.Empty);
        Assert.That(rig.Ack(0, (5, 6), (2, 3)), Is.Empty);

        Assert.That(rig.TimeOut(), Is.EqualTo(new[] { 0 }));
        Assert.That((rig.CwndSegments, rig.SsthreshSegments), Is.EqualTo((1, 4))); // FlightSize 8
        Assert.That(rig.Ack(1, (5, 6), (2, 3)), Is.EqualTo(new[] { 1, 3 })); // cwnd 2; 2 has arrived
        Assert.That(rig.Ack(3, (5, 6)), Is.EqualTo(new[] { 4, 6 })); // two segments acknowledged, but L = 1: cwnd 3; 3 is out
        Assert.That(rig.CwndSegments, Is.EqualTo(3));
        Assert.That(rig.Ack(4, (5, 6)), Is.EqualTo(new[] { 7, 8 })); // cwnd 4
        Assert.That(rig.Ack(6), Is.EqualTo(new[] { 9 })); // cwnd = ssthresh: 6, 7, 8 are out
        Assert.That(rig.Sender.Phase, Is.EqualTo(RecoveryPhase.AfterTimeout));
        rig.Ack(8);
        Assert.That(rig.Sender.Phase, Is.EqualTo(RecoveryPhase.Open));
    }

    [Test]
    public void A_timeout_in_recovery_halves_the_window_and_not_all_unacknowledged_data()
    {
        SenderRig rig = new(SenderRig.Options with { InitialWindowSegments = 8 });
        rig.Sent(); // 0 is lost, twice
        for (int end = 2; end <= 30; end++)
            rig.Ack(0, (1, end));
        Assert.That(rig.Sender.SendNext, Is.GreaterThan(30_000));
        Assert.That(rig.CwndSegments, Is.EqualTo(4));
        Assert.That(rig.TimeOut(), Is.EqualTo(new[] { 0 }));
        Assert.That((rig.CwndSegments, rig.SsthreshSegments), Is.EqualTo((1, 2)));
    }

    [Test]
    public void No_recovery_begins_before_all_data_in_flight_at_a_timeout_is_acknowledged()
    {
        SenderRig rig = new(SenderRig.Options with { InitialWindowSegments = 6, LimitedTransmit = false });
        rig.Sent();
        rig.TimeOut();
        rig.Ack(0, (1, 2));
        rig.Ack(0, (1, 3));
        rig.Ack(0, (1, 4));
        rig.Ack(0, (1, 5));
        Assert.That(rig.Sender.Phase, Is.EqualTo(RecoveryPhase.AfterTimeout));
        Assert.That(rig.Sender.Counters.FastRecoveries, Is.Zero);
    }

    [Test]
    public void Without_limited_transmit_duplicates_send_nothing_new()
    {
        SenderRig rig = new(SenderRig.Options with { LimitedTransmit = false });
        rig.Sent();
        Assert.That(rig.Ack(0, (1, 2)), Is.Empty);
        Assert.That(rig.Ack(0, (1, 3)), Is.Empty);
        Assert.That(rig.Ack(0, (1, 4)), Is.EqualTo(new[] { 0 }));
        Assert.That(rig.SsthreshSegments, Is.EqualTo(5));
    }

    [TestCase(true, new[] { 0 })]
    [TestCase(false, new int[0])]
    public void A_lost_retransmission_is_detected_if_enabled_when_newer_data_arrives(bool detects, int[] expected)
    {
        SenderRig rig = new(SenderRig.Options with { InitialWindowSegments = 4, LostRetransmissionDetection = detects });
        rig.Sent();
        rig.Ack(0, (1, 2)); // 4 goes out
        rig.Ack(0, (1, 3)); // 5
        Assert.That(rig.Ack(0, (1, 4)), Is.EqualTo(new[] { 0 })); // cwnd 2; 4, 5 and 0 again: pipe 3; 0 is lost again
        Assert.That(rig.Ack(0, (1, 5)), Is.Empty); // pipe 2
        Assert.That(rig.Ack(0, (1, 6)), Is.EqualTo(new[] { 6 })); // pipe 1
        int[] sent = rig.Ack(0, (1, 7)); // 6 was sent after 0 and has arrived
        Assert.That(sent, detects ? Is.EqualTo(new[] { 0, 7 }) : Is.EqualTo(new[] { 7 }));
        Assert.That(sent.Where(number => number == 0), Is.EqualTo(expected));
        Assert.That(rig.PipeSegments, Is.EqualTo(2));
    }
}
