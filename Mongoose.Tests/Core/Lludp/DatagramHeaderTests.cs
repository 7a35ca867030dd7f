using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Lludp;

public class DatagramHeaderTests
{
    [Test]
    public void Resend_sets_its_flag_and_nothing_else()
    {
        byte[] datagram = Wire.Hex("C0 00000007 00 04 11 00 03");
        DatagramHeader.MarkResent(datagram);
        Assert.That(datagram, Is.EqualTo(Wire.Hex("E0 00000007 00 04 11 00 03")));
    }

    [Test]
    public void Sequence_number_is_set_after_writing()
    {
        byte[] datagram = Wire.Datagram((ref DatagramWriter w) => new CompletePingCheck(9).Write(ref w));
        DatagramHeader.SetSequence(datagram, 0x01020304);
        Assert.That(datagram, Is.EqualTo(Wire.Hex("00 01020304 00 02 09")));
        Assert.That(DatagramHeader.GetSequence(datagram), Is.EqualTo(0x01020304));
    }

    [Test]
    public void Acks_are_appended_after_existing_acks()
    {
        byte[] buffer = new byte[64];
        Wire.Hex("40 00000001 00 02 09").CopyTo(buffer, 0);
        int length = 8;
        Assert.That(DatagramHeader.AppendAcks(buffer, ref length, [0x0A]), Is.EqualTo(1));
        Assert.That(DatagramHeader.AppendAcks(buffer, ref length, [0x0B, 0x0C]), Is.EqualTo(2));
        Assert.That(buffer[..length], Is.EqualTo(Wire.Hex("50 00000001 00 02 09 0000000A 0000000B 0000000C 03")));
    }

    [Test]
    public void No_acks_leave_the_datagram_as_it_is()
    {
        byte[] buffer = Wire.Hex("40 00000001 00 02 09 00 00 00 00 00");
        int length = 8;
        Assert.That(DatagramHeader.AppendAcks(buffer, ref length, []), Is.Zero);
        Assert.That(DatagramHeader.AppendAcks(buffer.AsSpan(0, 12), ref length, [1]), Is.Zero, "an ack needs five bytes");
        Assert.That(length, Is.EqualTo(8));
        Assert.That(buffer[0], Is.EqualTo(0x40));
    }

    [Test]
    public void A_datagram_takes_at_most_255_acks()
    {
        byte[] buffer = new byte[4096];
        int length = 8;
        Assert.That(DatagramHeader.AppendAcks(buffer, ref length, new uint[300]), Is.EqualTo(255));
        Assert.That(DatagramHeader.AppendAcks(buffer, ref length, new uint[1]), Is.Zero);
        Assert.That(length, Is.EqualTo(8 + 255 * 4 + 1));
    }

    [ForAll]
    public void Appended_acks_read_back_and_leave_the_body_alone(uint[] acks, int seed)
    {
        var from = new FieldSource(seed);
        MessageId id = AnyMessage.All[from.Count(AnyMessage.All.Length - 1)];
        void Write(ref DatagramWriter w) => AnyMessage.WriteRandom(id, new FieldSource(seed), ref w);
        byte[] body = Wire.Body(id, Write);

        byte[] buffer = new byte[8192];
        byte[] datagram = from.Boolean() ? Wire.ZeroCodedDatagram(Write) : Wire.Datagram(Write);
        datagram.CopyTo(buffer, 0);
        int length = datagram.Length;
        int taken = DatagramHeader.AppendAcks(buffer, ref length, acks);

        LludpError error = DatagramReader.TryParse(buffer.AsSpan(0, length), new byte[8192], out DatagramReader reader);
        Assert.That(error, Is.EqualTo(LludpError.None));
        Assert.That(taken, Is.EqualTo(Math.Min(acks.Length, 255)));
        Assert.That(reader.Body.ToArray(), Is.EqualTo(body));
        Assert.That(reader.Acks.Count, Is.EqualTo(taken));
        for (int i = 0; i < taken; i++)
            Assert.That(reader.Acks[i], Is.EqualTo(acks[i]));
    }
}
