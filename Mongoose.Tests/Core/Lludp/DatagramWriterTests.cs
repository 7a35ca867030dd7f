using System.Numerics;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Tests.Core.Lludp;

public class DatagramWriterTests
{
    [Test]
    public void A_buffer_that_is_too_short_by_any_amount_fails_to_finish()
    {
        foreach (MessageId id in AnyMessage.All)
        {
            // Block lists shrink to fit, so only the part before them must fail.
            int fixedPart = Wire.Datagram((ref DatagramWriter w) => AnyMessage.WriteRandom(id, new FieldSource(1), ref w)).Length;
            if (id is MessageId.PacketAck or MessageId.RequestImage or MessageId.ObjectSelect or MessageId.LogoutReply
                or MessageId.ObjectUpdate or MessageId.ObjectUpdateCompressed or MessageId.ObjectUpdateCached
                or MessageId.ImprovedTerseObjectUpdate)
                fixedPart = 6 + id.WireBytes() + 1;
            for (int bytes = 0; bytes < fixedPart; bytes++)
            {
                var w = new DatagramWriter(new byte[bytes]);
                AnyMessage.WriteRandom(id, new FieldSource(1), ref w);
                Assert.That(w.TryFinish(out int length), Is.False, $"{id} in {bytes} bytes");
                Assert.That(w.TryFinishZeroCoded(new byte[4096], out length), Is.False);
                Assert.That(length, Is.Zero);
            }
        }
    }

    [Test]
    public void Variable_1_field_takes_at_most_255_bytes()
    {
        var w = new DatagramWriter(new byte[1024]);
        new AgentThrottleMessage { Throttles = new byte[255] }.Write(ref w);
        Assert.That(w.Overflowed, Is.False);

        w = new DatagramWriter(new byte[1024]);
        new AgentThrottleMessage { Throttles = new byte[256] }.Write(ref w);
        Assert.That(w.Overflowed);
    }

    [Test]
    public void Variable_2_field_takes_at_most_65535_bytes()
    {
        var w = new DatagramWriter(new byte[100_000]);
        new LayerData { Data = new byte[65535] }.Write(ref w);
        Assert.That(w.Overflowed, Is.False);

        w = new DatagramWriter(new byte[100_000]);
        new LayerData { Data = new byte[65536] }.Write(ref w);
        Assert.That(w.Overflowed);
    }

    [Test]
    public void Block_that_does_not_fit_is_removed_and_the_rest_is_sent()
    {
        // 6 + 1 header and number, 8 + 2 region, 1 count: 18. Two objects of 47 bytes fit into 112 bytes but not into 111.
        byte[] buffer = new byte[111];
        var w = new DatagramWriter(buffer);
        new ImprovedTerseObjectUpdate(1, 2).Write(ref w);
        var prim = new TerseObject { Data = new byte[44] };
        Assert.That(ImprovedTerseObjectUpdate.TryAppend(ref w, prim));
        Assert.That(ImprovedTerseObjectUpdate.TryAppend(ref w, prim), Is.False);
        Assert.That(w.TryFinish(out int length));
        Assert.That(length, Is.EqualTo(18 + 47));

        DatagramReader.TryParse(buffer.AsSpan(0, length), default, out DatagramReader reader);
        Assert.That(ImprovedTerseObjectUpdate.TryRead(reader.Body, out ImprovedTerseObjectUpdate read));
        Assert.That(read.Objects.Count, Is.EqualTo(1));
    }

    [Test]
    public void List_takes_at_most_255_blocks()
    {
        var w = new DatagramWriter(new byte[4096]);
        new PacketAck().Write(ref w);
        for (uint i = 0; i < 255; i++)
            Assert.That(PacketAck.TryAppend(ref w, i));
        Assert.That(PacketAck.TryAppend(ref w, 255), Is.False);
        Assert.That(w.TryFinish(out int length));
        Assert.That(length, Is.EqualTo(6 + 4 + 1 + 255 * 4));
    }

    [Test]
    public void Zero_coding_is_omitted_if_it_does_not_shorten_the_datagram()
    {
        // The number FF FF 00 FC has one zero, which becomes two bytes; two null ids of 32 bytes in total become two bytes.
        byte[] plain = Wire.ZeroCodedDatagram((ref DatagramWriter w) => new LogoutRequest(Ones, Ones).Write(ref w), PacketFlags.Reliable);
        Assert.That(plain[0], Is.EqualTo((byte)PacketFlags.Reliable));
        Assert.That(plain, Has.Length.EqualTo(6 + 4 + 32));

        byte[] coded = Wire.ZeroCodedDatagram((ref DatagramWriter w) => new LogoutRequest().Write(ref w), PacketFlags.Reliable);
        Assert.That(coded, Is.EqualTo(Wire.Hex("C0 00000000 00 FFFF 0001 FC 0020")));
    }

    [Test]
    public void Zero_coded_finish_needs_only_the_room_of_the_coded_form()
    {
        byte[] coded = new byte[13];
        var w = new DatagramWriter(new byte[64]);
        new LogoutRequest().Write(ref w);
        Assert.That(w.TryFinishZeroCoded(coded, out int length));
        Assert.That(length, Is.EqualTo(13));
        Assert.That(w.TryFinishZeroCoded(new byte[12], out _), Is.False);
    }

    [Test]
    public void Flags_that_the_finish_determines_are_not_taken_from_the_caller()
    {
        byte[] datagram = Wire.Datagram((ref DatagramWriter w) => new CompletePingCheck(1).Write(ref w), (PacketFlags)0xFF);
        Assert.That(datagram[0], Is.EqualTo(0x60));
    }

    [Test]
    public void Second_message_and_block_without_list_are_refused_as_bugs()
    {
        Assert.That(() => Wire.Datagram((ref DatagramWriter w) =>
        {
            new CompletePingCheck(1).Write(ref w);
            new CompletePingCheck(2).Write(ref w);
        }), Throws.InvalidOperationException);
        Assert.That(() => Wire.Datagram((ref DatagramWriter w) => PacketAck.TryAppend(ref w, 1)), Throws.InvalidOperationException);
    }

    [Test]
    public void Rotation_with_negative_w_is_written_as_the_same_rotation()
    {
        var written = new Quaternion(0.5f, -0.5f, 0.5f, -0.5f);
        byte[] body = Wire.Body(MessageId.AgentUpdate, (ref DatagramWriter w) => new AgentUpdate { BodyRotation = written }.Write(ref w));
        Assert.That(AgentUpdate.TryRead(body, out AgentUpdate read));
        Assert.That(read.BodyRotation, Is.EqualTo(-written));
    }

    private static Guid Ones { get; } = new("11111111-1111-1111-1111-111111111111");
}
