using Mongoose.Core.Units;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Recovery;

namespace Mongoose.Tests.Network.Tcp.Recovery;

/// <summary>RFC 6582 step by step. "Inflated" is the RFC's cwnd, "cwnd" that of congestion control.</summary>
public sealed class NewRenoRecoveryTests
{
    private static readonly TcpOptions NewReno = SenderRig.Options with { Sack = false };

    [Test]
    public void Two_losses_in_a_window_are_repaired_in_one_recovery()
    {
        SenderRig rig = new(NewReno);
        rig.Sent(); // 0 to 9; 0 and 4 are lost
        Assert.That(rig.Ack(0), Is.EqualTo(new[] { 10 })); // RFC 3042
        Assert.That(rig.Ack(0), Is.EqualTo(new[] { 11 }));
        Assert.That(rig.Ack(0), Is.EqualTo(new[] { 0 })); // FlightSize 12 - 2, ssthresh 5, inflated 5 + 3
        Assert.That((rig.CwndSegments, rig.SsthreshSegments), Is.EqualTo((5, 5)));

        for (int duplicate = 4; duplicate <= 7; duplicate++)
            Assert.That(rig.Ack(0), Is.Empty); // inflated 9 to 12: 12 are out
        Assert.That(rig.Ack(0), Is.EqualTo(new[] { 12 })); // 13
        Assert.That(rig.Ack(0), Is.EqualTo(new[] { 13 }));
        Assert.That(rig.Ack(0), Is.EqualTo(new[] { 14 })); // inflated 15; all of 5 to 11 have arrived

        // Partial: inflated 15 - 4 + 1 = 12, out are 15 - 4 = 11: the next hole, and one new.
        Assert.That(rig.Ack(4), Is.EqualTo(new[] { 4, 15 }));
        Assert.That(rig.Ack(12), Is.EqualTo(new[] { 16 })); // full: min(ssthresh, max(FlightSize 4, 1) + 1) = 5
        Assert.That((rig.Sender.Phase, rig.CwndSegments), Is.EqualTo((RecoveryPhase.Open, 5)));
    }

    [Test]
    public void A_full_acknowledgment_with_little_in_flight_leaves_no_room_for_a_burst()
    {
        SenderRig rig = new(NewReno, 10);
        rig.Sent();
        for (int duplicate = 1; duplicate <= 9; duplicate++)
            rig.Ack(0);
        Assert.That(rig.CwndSegments, Is.EqualTo(5));
        rig.Ack(10);
        Assert.That(rig.CwndSegments, Is.EqualTo(2), "max(0, 1) + 1");
    }

    [Test]
    public void Only_the_first_partial_acknowledgment_restarts_the_timer()
    {
        SenderRig rig = new(NewReno with { Timestamps = false });
        rig.Sent(); // 0, 2 and 4 are lost
        for (int duplicate = 1; duplicate <= 3; duplicate++)
            rig.Ack(0);
        rig.Wait(Duration.FromMilliseconds(100));
        rig.Ack(2);
        Instant after = rig.Sender.RetransmitAt;
        Assert.That(after, Is.EqualTo(rig.Now + rig.Sender.Rto));
        rig.Wait(Duration.FromMilliseconds(100));
        rig.Ack(4);
        Assert.That(rig.Sender.RetransmitAt, Is.EqualTo(after));
    }

    [Test]
    public void Duplicates_after_a_timeout_begin_no_recovery()
    {
        SenderRig rig = new(NewReno with { InitialWindowSegments = 4 });
        rig.Sent();
        Assert.That(rig.TimeOut(), Is.EqualTo(new[] { 0 }));
        Assert.That(rig.Ack(1), Is.EqualTo(new[] { 1, 2 })); // go back, slow start
        rig.Ack(4); // it had the rest
        for (int duplicate = 1; duplicate <= 4; duplicate++)
            rig.Ack(4);
        Assert.That(rig.Sender.Counters.FastRecoveries, Is.Zero, "the acknowledgment does not cover more than \"recover\"");
    }
}
