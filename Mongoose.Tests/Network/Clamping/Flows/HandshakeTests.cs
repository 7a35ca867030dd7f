using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Flows;
using Mongoose.Network.Packets;

namespace Mongoose.Tests.Network.Clamping.Flows;

public sealed class HandshakeTests
{
    private const uint SenderNumber = 5000, ReceiverNumber = 0xFFFF_FFFF;

    [Test]
    public void It_is_complete_when_the_SYNs_of_both_ends_have_passed()
    {
        Handshake handshake = default;
        handshake.OnSyn(fromSender: false, Syn(ReceiverNumber) with { Window = 64_240 }, At(0));
        Assert.That(handshake.IsComplete, Is.False);
        handshake.OnSyn(fromSender: true, Syn(SenderNumber), At(20));
        Assert.That(handshake.IsComplete, Is.True);
        Assert.That(handshake.FirstByte, Is.EqualTo(5001));
        Assert.That(handshake.FirstWindow, Is.EqualTo(64_240));
    }

    [TestCase(7, 10, 10)]
    [TestCase(0, 7, 7)]
    [TestCase(2, 14, 14)]
    [TestCase(2, 15, 14)]
    [TestCase(2, 255, 14)]
    [TestCase(7, 0, 0)]
    [TestCase(7, null, 0)]
    [TestCase(null, 7, 0)]
    [TestCase(null, null, 0)]
    public void Windows_have_the_receivers_scale_if_both_ends_offer_one(int? sender, int? receiver, int shift)
    {
        Handshake handshake = default;
        handshake.OnSyn(fromSender: true, Syn(SenderNumber) with { WindowScale = (byte?)sender }, At(0));
        handshake.OnSyn(fromSender: false, Syn(ReceiverNumber) with { WindowScale = (byte?)receiver }, At(20));
        Assert.That(handshake.Shift, Is.EqualTo(shift));
    }

    [Test]
    public void A_SYN_with_data_may_be_repeated_without_it_after_both_were_acknowledged()
    {
        Handshake handshake = default;
        TcpFields syn = Syn(SenderNumber) with { PayloadBytes = 1000 };
        handshake.OnSyn(fromSender: true, syn, At(0));
        handshake.OnSyn(fromSender: false, SynAck(ReceiverNumber, SenderNumber) with { Acknowledgment = SenderNumber + 1001 }, At(20));
        Assert.That(handshake.IsReplacedBy(fromSender: true, syn with { PayloadBytes = 0 }), Is.False);
        Assert.That(handshake.IsReplacedBy(fromSender: true, Syn(SenderNumber + 5)), Is.True);
    }

    [TestCase(1460, 1400, 1400)]
    [TestCase(1200, 1460, 1200)]
    [TestCase(null, 1460, 536)]
    [TestCase(400, null, 400)]
    [TestCase(null, null, 536)]
    public void The_segment_size_is_the_smaller_of_both_ends(int? sender, int? receiver, int size)
    {
        Handshake handshake = default;
        handshake.OnSyn(fromSender: true, Syn(SenderNumber) with { MaxSegmentBytes = (ushort?)sender }, At(0));
        handshake.OnSyn(fromSender: false, Syn(ReceiverNumber) with { MaxSegmentBytes = (ushort?)receiver }, At(20));
        Assert.That(handshake.SegmentBytes, Is.EqualTo(size));
        Assert.That(handshake.PayloadBytes, Is.EqualTo(size));
    }

    [Test]
    public void Timestamps_take_twelve_bytes_of_each_segment_if_both_ends_use_them()
    {
        Handshake handshake = default;
        TcpFields syn = Syn(SenderNumber) with { MaxSegmentBytes = 1460, Timestamps = new TcpTimestamps(1, 0) };
        handshake.OnSyn(fromSender: true, syn, At(0));
        Assert.That(handshake.PayloadBytes, Is.EqualTo(536));
        handshake.OnSyn(fromSender: false, syn, At(20));
        Assert.That((handshake.SegmentBytes, handshake.PayloadBytes), Is.EqualTo((1460, 1448)));
    }

    [Test]
    public void The_answers_to_both_SYNs_give_the_halves_of_the_round_trip()
    {
        Handshake handshake = default;
        handshake.OnSyn(fromSender: false, Syn(ReceiverNumber), At(100));
        Assert.That(handshake.TryComplete(fromSender: true, SynAck(SenderNumber, ReceiverNumber), At(150), out Duration sender), Is.True);
        Assert.That(sender.Milliseconds, Is.EqualTo(50));
        handshake.OnSyn(fromSender: true, SynAck(SenderNumber, ReceiverNumber), At(150));
        Assert.That(handshake.TryComplete(fromSender: false, Ack(SenderNumber + 1), At(153), out Duration receiver), Is.True);
        Assert.That(receiver.Milliseconds, Is.EqualTo(3));
        Assert.That(handshake.TryComplete(fromSender: false, Ack(SenderNumber + 1), At(160), out _), Is.False, "only the first answer");
    }

    [Test]
    public void An_old_acknowledgment_is_no_answer()
    {
        Handshake handshake = default;
        handshake.OnSyn(fromSender: true, Syn(SenderNumber), At(0));
        Assert.That(handshake.TryComplete(fromSender: false, Ack(SenderNumber), At(3), out _), Is.False);
        Assert.That(handshake.TryComplete(fromSender: false, Syn(ReceiverNumber), At(3), out _), Is.False, "nor a SYN without ACK");
    }

    [Test]
    public void A_repeated_SYN_makes_its_half_ambiguous_and_not_the_other()
    {
        Handshake handshake = default;
        handshake.OnSyn(fromSender: false, Syn(ReceiverNumber), At(0));
        handshake.OnSyn(fromSender: false, Syn(ReceiverNumber), At(1000));
        Assert.That(handshake.TryComplete(fromSender: true, SynAck(SenderNumber, ReceiverNumber), At(1050), out _), Is.False);
        handshake.OnSyn(fromSender: true, SynAck(SenderNumber, ReceiverNumber), At(1050));
        Assert.That(handshake.TryComplete(fromSender: false, Ack(SenderNumber + 1), At(1053), out _), Is.True);
    }

    [Test]
    public void SYNs_that_cross_are_answered_by_both_ends()
    {
        Handshake handshake = default;
        handshake.OnSyn(fromSender: false, Syn(ReceiverNumber), At(0));
        handshake.OnSyn(fromSender: true, Syn(SenderNumber), At(2));
        Assert.That(handshake.IsComplete, Is.True);
        Assert.That(handshake.TryComplete(fromSender: false, SynAck(ReceiverNumber, SenderNumber), At(5), out Duration receiver), Is.True);
        Assert.That(receiver.Milliseconds, Is.EqualTo(3));
        handshake.OnSyn(fromSender: false, SynAck(ReceiverNumber, SenderNumber), At(5));
        Assert.That(handshake.TryComplete(fromSender: true, SynAck(SenderNumber, ReceiverNumber), At(50), out _), Is.False,
            "it answers the receiver's SYN or its SYN-ACK");
    }

    [Test]
    public void A_SYN_with_another_number_of_the_same_end_opens_another_connection()
    {
        Handshake handshake = default;
        Assert.That(handshake.IsReplacedBy(fromSender: false, Syn(1)), Is.False);
        handshake.OnSyn(fromSender: false, Syn(1), At(0));
        Assert.That(handshake.IsReplacedBy(fromSender: false, Syn(1)), Is.False);
        Assert.That(handshake.IsReplacedBy(fromSender: true, Syn(2)), Is.False);
        Assert.That(handshake.IsReplacedBy(fromSender: false, Syn(2)), Is.True);
    }

    [Test]
    public void A_SYN_ACK_that_answers_an_unseen_SYN_belongs_to_another_connection()
    {
        Handshake handshake = default;
        handshake.OnSyn(fromSender: false, Syn(0xFFFF_FFFF), At(0));
        Assert.That(handshake.IsReplacedBy(fromSender: true, SynAck(9, 0xFFFF_FFFF)), Is.False);
        Assert.That(handshake.IsReplacedBy(fromSender: true, SynAck(9, 77)), Is.True);
        handshake = default;
        handshake.OnSyn(fromSender: true, SynAck(9, 77), At(0));
        Assert.That(handshake.IsReplacedBy(fromSender: false, Syn(77)), Is.False, "the SYN itself, late");
        Assert.That(handshake.IsReplacedBy(fromSender: false, Syn(79)), Is.True);
    }

    [Test]
    public void Another_answer_to_the_same_SYN_replaces_the_one_before_it()
    {
        Handshake handshake = default;
        handshake.OnSyn(fromSender: false, Syn(ReceiverNumber), At(0));
        Assert.That(handshake.OnSyn(fromSender: true, SynAck(10, ReceiverNumber), At(1)), Is.True);
        Assert.That(handshake.IsReplacedBy(fromSender: true, SynAck(500, ReceiverNumber)), Is.False);
        Assert.That(handshake.OnSyn(fromSender: true, SynAck(500, ReceiverNumber), At(1)), Is.True);
        Assert.That(handshake.FirstByte, Is.EqualTo(501));
        Assert.That(handshake.IsReplacedBy(fromSender: true, SynAck(500, 3)), Is.True, "it answers another SYN");
    }

    [Test]
    public void After_an_answer_was_acknowledged_another_changes_nothing()
    {
        Handshake handshake = default;
        handshake.OnSyn(fromSender: false, Syn(ReceiverNumber), At(0));
        handshake.OnSyn(fromSender: true, SynAck(10, ReceiverNumber), At(1));
        handshake.TryComplete(fromSender: false, Ack(11), At(2), out _);
        Assert.That(handshake.OnSyn(fromSender: true, SynAck(500, ReceiverNumber) with { WindowScale = 3 }, At(3)), Is.False);
        Assert.That((handshake.FirstByte, handshake.IsComplete), Is.EqualTo((11u, true)));
    }

    [TestCase(true, 7, 8)]
    [TestCase(true, 7, null)]
    [TestCase(false, null, 0)]
    public void A_repeated_SYN_with_another_scale_leaves_the_scale_unknown(bool fromSender, int? before, int? after)
    {
        Handshake handshake = default;
        handshake.OnSyn(!fromSender, Syn(1), At(0));
        handshake.OnSyn(fromSender, Syn(5) with { WindowScale = (byte?)before }, At(1));
        Assert.That(handshake.IsComplete, Is.True);
        handshake.OnSyn(fromSender, Syn(5) with { WindowScale = (byte?)after }, At(2));
        Assert.That(handshake.IsComplete, Is.False);
    }

    [Test]
    public void Of_repeated_SYNs_the_largest_window_counts()
    {
        Handshake handshake = default;
        foreach (uint window in (uint[])[1000, 64_240, 5000])
            handshake.OnSyn(fromSender: false, Syn(ReceiverNumber) with { Window = window }, At(0));
        Assert.That(handshake.FirstWindow, Is.EqualTo(64_240));
    }

    [Test]
    public void A_SYN_with_data_is_acknowledged_with_or_without_it()
    {
        Handshake handshake = default;
        handshake.OnSyn(fromSender: true, Syn(SenderNumber) with { PayloadBytes = 300 }, At(0));
        Assert.That(handshake.FirstEnd, Is.EqualTo(SenderNumber + 301));
        for (uint bytes = 0; bytes < 310; bytes++)
            Assert.That(handshake.IsReplacedBy(fromSender: false, SynAck(9, SenderNumber + bytes)), Is.EqualTo(bytes > 300));
    }

    private static Instant At(double milliseconds) => Instant.FromMilliseconds(milliseconds);

    private static TcpFields Syn(uint number) => new() { Flags = TcpFlags.Syn, Sequence = number };

    private static TcpFields SynAck(uint number, uint opposite) =>
        new() { Flags = TcpFlags.Syn | TcpFlags.Ack, Sequence = number, Acknowledgment = unchecked(opposite + 1) };

    private static TcpFields Ack(uint number) => new() { Flags = TcpFlags.Ack, Acknowledgment = number };
}
