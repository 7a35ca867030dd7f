using Mongoose.Core.Lludp;
using Mongoose.Core.Updates;

namespace Mongoose.Tests.Core.Updates;

/// <summary>What a resend carries, packet by packet.</summary>
public sealed class CircuitUpdatesTests
{
    private const string Handle = "00E8030000E80300", FullSpeed = "FFFF";

    [TestCase(BlockKind.Motion, BlockKind.Motion, true)]
    [TestCase(BlockKind.Motion, BlockKind.TexturedMotion, true)]
    [TestCase(BlockKind.Motion, BlockKind.Full, true)]
    [TestCase(BlockKind.Motion, BlockKind.Cached, false)]
    [TestCase(BlockKind.Motion, BlockKind.Kill, true)]
    [TestCase(BlockKind.TexturedMotion, BlockKind.Motion, false)]
    [TestCase(BlockKind.TexturedMotion, BlockKind.TexturedMotion, true)]
    [TestCase(BlockKind.TexturedMotion, BlockKind.Full, true)]
    [TestCase(BlockKind.TexturedMotion, BlockKind.Cached, false)]
    [TestCase(BlockKind.TexturedMotion, BlockKind.Kill, true)]
    [TestCase(BlockKind.Full, BlockKind.Motion, false)]
    [TestCase(BlockKind.Full, BlockKind.TexturedMotion, false)]
    [TestCase(BlockKind.Full, BlockKind.Full, true)]
    [TestCase(BlockKind.Full, BlockKind.Cached, false)]
    [TestCase(BlockKind.Full, BlockKind.Kill, true)]
    [TestCase(BlockKind.Cached, BlockKind.Motion, false)]
    [TestCase(BlockKind.Cached, BlockKind.TexturedMotion, false)]
    [TestCase(BlockKind.Cached, BlockKind.Full, true)]
    [TestCase(BlockKind.Cached, BlockKind.Cached, false)]
    [TestCase(BlockKind.Cached, BlockKind.Kill, true)]
    [TestCase(BlockKind.Kill, BlockKind.Motion, false)]
    [TestCase(BlockKind.Kill, BlockKind.TexturedMotion, false)]
    [TestCase(BlockKind.Kill, BlockKind.Full, false)]
    [TestCase(BlockKind.Kill, BlockKind.Cached, false)]
    [TestCase(BlockKind.Kill, BlockKind.Kill, false)]
    public void A_block_is_replaced_by(BlockKind lost, BlockKind later, bool isReplaced)
    {
        CircuitRig rig = new();
        uint number = rig.Send(Of(lost));
        rig.Send(Of(later));
        Assert.That(UpdateContent.Of(rig.Resend(number)).Blocks, Has.Length.EqualTo(isReplaced ? 0 : 1));
    }

    [Test]
    public void A_later_block_that_still_waits_replaces_too()
    {
        CircuitRig rig = new();
        uint number = rig.Send(AnyUpdate.Motion(5));
        rig.Queue(AnyUpdate.Motion(5));
        Assert.That(UpdateContent.Of(rig.Resend(number)).Blocks, Is.Empty);
    }

    [Test]
    public void An_earlier_packet_an_unreliable_one_and_one_of_another_object_replace_nothing()
    {
        CircuitRig rig = new();
        rig.Send(AnyUpdate.Motion(5));
        uint number = rig.Send(AnyUpdate.Motion(5, 5));
        rig.Send(AnyUpdate.Motion(6));
        rig.Send(AnyUpdate.Datagram(MessageId.ImprovedTerseObjectUpdate, [new TestBlock(5, BlockKind.Motion)], flags: PacketFlags.None));
        Assert.That(UpdateContent.Of(rig.Resend(number)).Blocks, Has.Length.EqualTo(2), "a packet does not replace itself either");
    }

    [Test]
    public void An_unreliable_kill_replaces_too()
    {
        CircuitRig rig = new();
        uint number = rig.Send(AnyUpdate.Motion(5));
        rig.Send(AnyUpdate.Datagram(MessageId.KillObject, [new TestBlock(5, BlockKind.Kill)], flags: PacketFlags.None));
        Assert.That(UpdateContent.Of(rig.Resend(number)).Blocks, Is.Empty);
    }

    [TestCase(false), TestCase(true)]
    public void An_emptied_terse_update_takes_18_bytes(bool zeroCoded)
    {
        CircuitRig rig = new();
        uint number = rig.Send(AnyUpdate.Datagram(
            MessageId.ImprovedTerseObjectUpdate, [new TestBlock(5, BlockKind.Motion), new TestBlock(6, BlockKind.Motion)], zeroCoded));
        rig.Send(AnyUpdate.Kill(5, 6));
        // Zero-coded, it would take 21 bytes.
        Assert.That(rig.Resend(number), Is.EqualTo(Wire.Hex($"60 00000001 00 0F {Handle} {FullSpeed} 00")));
    }

    [TestCase(MessageId.ObjectUpdate, "0C")]
    [TestCase(MessageId.ObjectUpdateCompressed, "0D")]
    [TestCase(MessageId.ObjectUpdateCached, "0E")]
    public void Every_update_can_become_empty(MessageId message, string id)
    {
        CircuitRig rig = new();
        uint number = rig.Send(AnyUpdate.Datagram(message, [AnyUpdate.RandomBlock(new Random(1), message, objects: 1)], zeroCoded: true));
        rig.Send(AnyUpdate.Kill(0));
        Assert.That(rig.Resend(number), Is.EqualTo(Wire.Hex($"60 00000001 00 {id} {Handle} {FullSpeed} 00")));
    }

    [Test]
    public void The_remaining_blocks_keep_their_bytes_and_their_order()
    {
        CircuitRig rig = new();
        uint number = rig.Send(AnyUpdate.Datagram(MessageId.ObjectUpdateCached,
            [new TestBlock(1, BlockKind.Cached, 1), new TestBlock(2, BlockKind.Cached, 2), new TestBlock(3, BlockKind.Cached, 3)]));
        byte[] before = AnyUpdate.Datagram(
            MessageId.ObjectUpdateCached, [new TestBlock(1, BlockKind.Cached, 1), new TestBlock(3, BlockKind.Cached, 3)],
            sequence: 1, flags: PacketFlags.Reliable | PacketFlags.Resent);
        rig.Send(AnyUpdate.Full(2));
        Assert.That(rig.Resend(number), Is.EqualTo(before));
    }

    [Test]
    public void A_zero_coded_packet_stays_zero_coded_if_that_is_shorter()
    {
        TestBlock kept = new(0x00010000, BlockKind.Motion, 4);
        CircuitRig rig = new();
        uint number =
            rig.Send(AnyUpdate.Datagram(MessageId.ImprovedTerseObjectUpdate, [kept, new TestBlock(2, BlockKind.Motion)], zeroCoded: true));
        rig.Send(AnyUpdate.Motion(2));
        byte[] expected = AnyUpdate.Datagram(
            MessageId.ImprovedTerseObjectUpdate, [kept], zeroCoded: true, sequence: 1, PacketFlags.Reliable | PacketFlags.Resent);
        Assert.That(expected[0] & (byte)PacketFlags.ZeroCoded, Is.Not.Zero);
        Assert.That(rig.Resend(number), Is.EqualTo(expected));
    }

    [Test]
    public void Appended_acks_stay([Values] bool zeroCoded)
    {
        CircuitRig rig = new();
        byte[] terse = AnyUpdate.Datagram(MessageId.ImprovedTerseObjectUpdate, [new TestBlock(5, BlockKind.Motion)], zeroCoded);
        uint number = rig.Send(AnyUpdate.WithAcks(terse, 77, 0x01020304));
        rig.Send(AnyUpdate.Motion(5));
        Assert.That(rig.Resend(number), Is.EqualTo(Wire.Hex($"70 00000001 00 0F {Handle} {FullSpeed} 00 0000004D 01020304 02")));
    }

    [Test]
    public void Without_a_replaced_block_no_byte_changes()
    {
        byte[] datagram = AnyUpdate.WithAcks(
            AnyUpdate.Datagram(MessageId.ObjectUpdate, [new TestBlock(5, BlockKind.Full)], zeroCoded: true), 3);
        CircuitRig rig = new();
        uint number = rig.Send(datagram);
        DatagramHeader.SetSequence(datagram, number);
        DatagramHeader.MarkResent(datagram);
        rig.Send(AnyUpdate.Motion(5));
        Assert.That(rig.Resend(number), Is.EqualTo(datagram));
    }

    [Test]
    public void A_packet_that_is_resent_twice_loses_more_blocks()
    {
        CircuitRig rig = new();
        uint number = rig.Send(AnyUpdate.Motion(1, 2, 3));
        rig.Send(AnyUpdate.Motion(2));
        Assert.That(UpdateContent.Of(rig.Resend(number)).Blocks, Has.Length.EqualTo(2));
        rig.Send(AnyUpdate.Motion(1, 3));
        Assert.That(rig.IsObsolete(number), Is.True);
        Assert.That(UpdateContent.Of(rig.Resend(number)).Blocks, Is.Empty);
        Assert.That(rig.IsObsolete(number), Is.True);
    }

    [Test]
    public void A_packet_is_obsolete_when_every_block_is_replaced()
    {
        CircuitRig rig = new();
        uint number = rig.Send(AnyUpdate.Motion(1, 2));
        Assert.That(rig.IsObsolete(number), Is.False);
        rig.Send(AnyUpdate.Motion(1));
        Assert.That(rig.IsObsolete(number), Is.False);
        rig.Send(AnyUpdate.Motion(2));
        Assert.That(rig.IsObsolete(number), Is.True);
    }

    [Test]
    public void After_a_failed_send_nothing_counts_as_replaced()
    {
        CircuitRig rig = new();
        uint number = rig.Send(AnyUpdate.Motion(1));
        rig.Queue(AnyUpdate.Motion(1));
        rig.FailToSend();
        Assert.That(UpdateContent.Of(rig.Resend(number)).Blocks, Has.Length.EqualTo(1));
        uint next = rig.Send(AnyUpdate.Motion(1));
        rig.Send(AnyUpdate.Motion(1));
        Assert.That(UpdateContent.Of(rig.Resend(next)).Blocks, Is.Empty, "the rule goes on");
    }

    [Test]
    public void A_resend_is_described_with_what_it_would_have_carried()
    {
        CircuitRig rig = new();
        uint number = rig.Send(AnyUpdate.Motion(1, 2, 3)), full = rig.Send(AnyUpdate.Full(9));
        int bytes = AnyUpdate.Motion(1, 2, 3).Length, fullBytes = AnyUpdate.Full(9).Length;
        rig.Send(AnyUpdate.Motion(1, 3));
        int left = rig.Resend(number).Length;
        Assert.That(rig.Describe(number), Is.EqualTo(new ResendCounts(1, 2, 0, left, bytes)));
        rig.Send(AnyUpdate.Motion(2));
        rig.Resend(number);
        Assert.That(rig.Describe(number), Is.EqualTo(new ResendCounts(1, 3, 1, 18, bytes)));
        rig.Resend(full);
        Assert.That(rig.Describe(full), Is.EqualTo(new ResendCounts(1, 0, 0, fullBytes, fullBytes)));
    }

    [Test]
    public void Switched_off_packets_are_resent_unchanged_and_counted()
    {
        CircuitRig rig = new(ResendRule.Off);
        byte[] datagram = AnyUpdate.Motion(1, 2);
        uint number = rig.Send(datagram);
        rig.Send(AnyUpdate.Kill(1, 2));
        Assert.That(rig.Resend(number)[6..], Is.EqualTo(datagram[6..]));
        Assert.That(rig.IsObsolete(number), Is.False);
        Assert.That(rig.Describe(number), Is.EqualTo(new ResendCounts(1, 0, 0, datagram.Length, datagram.Length)));
        Assert.That(rig.Record, Is.EqualTo((0, 0)), "nothing is recorded");
    }

    [Test]
    public void Other_messages_are_neither_recorded_nor_counted()
    {
        CircuitRig rig = new();
        uint number = rig.Send(Wire.Datagram((ref DatagramWriter w) => w.WriteMessageId(MessageId.ImagePacket), PacketFlags.Reliable));
        Assert.That((rig.Record, rig.Describe(number)), Is.EqualTo(((0, 0), default(ResendCounts))));
    }

    private static byte[] Of(BlockKind kind) => AnyUpdate.Datagram(kind switch
    {
        BlockKind.Motion or BlockKind.TexturedMotion => MessageId.ImprovedTerseObjectUpdate,
        BlockKind.Full => MessageId.ObjectUpdate,
        BlockKind.Cached => MessageId.ObjectUpdateCached,
        _ => MessageId.KillObject,
    }, [new TestBlock(5, kind)]);
}
