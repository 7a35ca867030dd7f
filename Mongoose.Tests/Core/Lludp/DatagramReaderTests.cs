using Mongoose.Core.Lludp;

namespace Mongoose.Tests.Core.Lludp;

public class DatagramReaderTests
{
    [TestCase("", LludpError.Truncated)]
    [TestCase("00 00000001", LludpError.Truncated)]
    [TestCase("00 00000001 00", LludpError.Truncated)]
    [TestCase("00 00000001 00 FF", LludpError.Truncated)]
    [TestCase("00 00000001 00 FF FF", LludpError.Truncated)]
    [TestCase("00 00000001 00 FF FF 00", LludpError.Truncated)]
    [TestCase("00 00000001 02 AA", LludpError.Truncated, Description = "an extra byte is missing")]
    [TestCase("00 00000001 02 AA BB", LludpError.Truncated, Description = "extra bytes without a message")]
    [TestCase("10 00000001 00", LludpError.BadAckCount)]
    [TestCase("10 00000001 00 02 07 00000009 02", LludpError.BadAckCount)]
    [TestCase("10 00000001 00 02 07 FF", LludpError.BadAckCount)]
    [TestCase("10 00000001 00 00000009 01", LludpError.Truncated, Description = "acks without a message")]
    [TestCase("80 00000001 00 01 00", LludpError.ZeroCodeMalformed)]
    [TestCase("80 00000001 00 01 00 00", LludpError.ZeroCodeMalformed)]
    [TestCase("80 00000001 00 01 00 FF", LludpError.ZeroCodeOverflow)]
    [TestCase("80 00000001 00 FF FF 00 01", LludpError.Truncated, Description = "a Low number of three bytes")]
    public void Malformed_datagram_yields_its_error_and_an_empty_reader(string datagram, LludpError expected)
    {
        LludpError error = DatagramReader.TryParse(Wire.Hex(datagram), new byte[64], out DatagramReader reader);
        Assert.That(error, Is.EqualTo(expected));
        Assert.That(reader.Body.IsEmpty && reader.Acks.Count == 0 && reader.Message == 0);
    }

    [TestCase("00 00000001 00 02 07", 2u)]
    [TestCase("00 00000001 00 FE 07", 0xFEu)]
    [TestCase("00 00000001 00 FF 06 07", 0xFF06u)]
    [TestCase("00 00000001 00 FF FF 00 03 07", 0xFFFF0003u)]
    [TestCase("00 00000001 00 FF FF FF FB 07", 0xFFFFFFFBu)]
    [TestCase("80 00000001 00 FF FF 00 01 51 07", 0xFFFF0051u)]
    [TestCase("00 00000001 02 AA BB 02 07", 2u, Description = "two extra bytes before the number")]
    [TestCase("80 00000001 02 00 00 02 07", 2u, Description = "extra bytes are not zero-coded")]
    public void Message_number_takes_one_two_or_four_bytes(string datagram, uint expected)
    {
        Assert.That(DatagramReader.TryParse(Wire.Hex(datagram), new byte[64], out DatagramReader reader), Is.EqualTo(LludpError.None));
        Assert.That((uint)reader.Message, Is.EqualTo(expected));
        Assert.That(reader.Body.ToArray(), Is.EqualTo(new byte[] { 7 }));
    }

    [Test]
    public void Header_is_flags_and_a_big_endian_sequence_number()
    {
        byte[] datagram = Wire.Hex("6F 01020304 00 02 07");
        Assert.That(DatagramReader.TryParse(datagram, default, out DatagramReader reader), Is.EqualTo(LludpError.None));
        Assert.That(reader.Flags, Is.EqualTo(PacketFlags.Reliable | PacketFlags.Resent), "unused bits are not flags");
        Assert.That(reader.Sequence, Is.EqualTo(0x01020304));
        Assert.That(reader.IsReliable && reader.IsResent);
    }

    [Test]
    public void Appended_acks_are_big_endian_and_not_zero_coded()
    {
        byte[] datagram = Wire.Hex("90 00000001 00 01 07 00 04 0000000A 00000B00 02");
        Assert.That(DatagramReader.TryParse(datagram, new byte[64], out DatagramReader reader), Is.EqualTo(LludpError.None));
        Assert.That(reader.Body.ToArray(), Is.EqualTo(Wire.Hex("07 00000000")));
        Assert.That(reader.Acks.Count, Is.EqualTo(2));
        Assert.That(reader.Acks[0], Is.EqualTo(0x0A));
        Assert.That(reader.Acks[1], Is.EqualTo(0x0B00));
    }

    [Test]
    public void A_count_of_zero_appended_acks_is_allowed()
    {
        byte[] datagram = Wire.Hex("10 00000001 00 02 07 00");
        Assert.That(DatagramReader.TryParse(datagram, default, out DatagramReader reader), Is.EqualTo(LludpError.None));
        Assert.That(reader.Acks.Count, Is.Zero);
        Assert.That(reader.Body.Length, Is.EqualTo(1));
    }
}
