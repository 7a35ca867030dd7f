using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Rtp;

public sealed class RtpPacketTests
{
    private const string Fixed = "80e00102 03040506 0708090a";

    private static readonly RtpHeader Header = new(0x60, true, 0x0102, 0x03040506, 0x0708090a);

    private static bool CanRead(string digits) => RtpPacket.TryRead(Hex.Bytes(digits), out _);

    private static int? LevelOf(string extension, int id)
    {
        Assert.That(RtpPacket.TryRead(Hex.Bytes("90600102 03040506 0708090a" + extension + "ff"), out RtpPacket packet), Is.True);
        Assert.That(packet.Payload.ToArray(), Is.EqualTo(new byte[] { 0xff }));
        return packet.TryGetLevel(id, out byte level) ? level : null;
    }

    [Test]
    public void The_fixed_header_is_written_as_in_the_RFCs_figure()
    {
        byte[] datagram = new byte[20];
        int length = RtpPacket.Write(datagram, Header, [], [0xaa, 0xbb]);
        Assert.That(Hex.Of(datagram.AsSpan(0, length)), Is.EqualTo(Fixed.Replace(" ", "") + "aabb"));
    }

    [Test]
    public void The_fixed_header_is_read_as_in_the_RFCs_figure()
    {
        Assert.That(RtpPacket.TryRead(Hex.Bytes(Fixed + "aabb"), out RtpPacket packet), Is.True);
        Assert.That(packet.Header, Is.EqualTo(Header));
        Assert.That(packet.SourceCount, Is.Zero);
        Assert.That(packet.Payload.ToArray(), Is.EqualTo(new byte[] { 0xaa, 0xbb }));
    }

    [Test]
    public void Contributing_sources_follow_the_header_and_those_beyond_15_are_left_out()
    {
        byte[] datagram = new byte[100];
        uint[] sources = Enumerable.Range(1, 20).Select(i => (uint)i << 24).ToArray();
        int length = RtpPacket.Write(datagram, Header, sources, [7]);
        Assert.That(length, Is.EqualTo(12 + 15 * 4 + 1));
        Assert.That(RtpPacket.TryRead(datagram.AsSpan(0, length), out RtpPacket packet), Is.True);
        Assert.That(packet.SourceCount, Is.EqualTo(15));
        Assert.That(packet.SourceAt(0), Is.EqualTo(0x01000000));
        Assert.That(packet.SourceAt(14), Is.EqualTo(0x0f000000));
        Assert.That(packet.Payload.ToArray(), Is.EqualTo(new byte[] { 7 }));
    }

    [Test]
    public void A_payload_that_lies_in_the_datagram_is_moved()
    {
        byte[] datagram = [1, 2, 3, 4, .. new byte[20]];
        int length = RtpPacket.Write(datagram, Header, [5], datagram.AsSpan(0, 4));
        Assert.That(Hex.Of(datagram.AsSpan(16, length - 16)), Is.EqualTo("01020304"));
    }

    [Test]
    public void A_datagram_that_is_too_short_is_not_written()
    {
        byte[] datagram = new byte[13];
        Assert.That(() => RtpPacket.Write(datagram, Header, [], [1, 2]),
            Throws.ArgumentException.With.Message.StartsWith("An RTP packet of 14 bytes does not fit into 13 bytes."));
    }

    [TestCase("a0600102 03040506 0708090a aabb 0002", "aabb", TestName = "Padding_is_removed")]
    [TestCase("a0600102 03040506 0708090a 00000004", "", TestName = "A_payload_may_be_padding_only")]
    [TestCase("90600102 03040506 0708090a 12340000 cc", "cc", TestName = "An_extension_may_be_empty")]
    [TestCase("b1600102 03040506 0708090a 01010101 bede0001 10000000 cc01", "cc",
        TestName = "Source_extension_and_padding_may_all_be_there")]
    public void Readable(string digits, string payload)
    {
        Assert.That(RtpPacket.TryRead(Hex.Bytes(digits), out RtpPacket packet), Is.True);
        Assert.That(Hex.Of(packet.Payload), Is.EqualTo(payload));
    }

    [TestCase("80600102 03040506 070809", TestName = "A_header_of_11_bytes_is_not_read")]
    [TestCase("40600102 03040506 0708090a", TestName = "Version_1_is_not_read")]
    [TestCase("c0600102 03040506 0708090a", TestName = "Version_3_is_not_read")]
    [TestCase("82600102 03040506 0708090a 01010101 020202", TestName = "Sources_that_are_cut_off_are_not_read")]
    [TestCase("90600102 03040506 0708090a bede00", TestName = "An_extension_header_that_is_cut_off_is_not_read")]
    [TestCase("90600102 03040506 0708090a bede0002 10000000", TestName = "An_extension_that_is_cut_off_is_not_read")]
    [TestCase("90600102 03040506 0708090a bedeffff 10000000", TestName = "A_huge_extension_is_not_read")]
    [TestCase("a0600102 03040506 0708090a", TestName = "Padding_without_bytes_is_not_read")]
    [TestCase("a0600102 03040506 0708090a aa00", TestName = "Padding_of_0_bytes_is_not_read")]
    [TestCase("a0600102 03040506 0708090a aa03", TestName = "Padding_into_the_header_is_not_read")]
    public void Unreadable(string digits) => Assert.That(CanRead(digits), Is.False);

    [TestCase("bede0001 10850000", 1, ExpectedResult = 5, TestName = "A_level_in_the_form_with_one_byte")]
    [TestCase("bede0001 107f0000", 1, ExpectedResult = 127, TestName = "Silence_in_the_form_with_one_byte")]
    [TestCase("bede0002 31aabb00 00108500", 1, ExpectedResult = 5, TestName = "A_level_after_another_element_and_padding")]
    [TestCase("bede0001 20850000", 1, ExpectedResult = null, TestName = "Another_id_in_the_form_with_one_byte")]
    [TestCase("bede0001 f0001085", 1, ExpectedResult = null, TestName = "Elements_after_id_15_do_not_count")]
    [TestCase("bede0001 01001085", 1, ExpectedResult = null, TestName = "Elements_after_id_0_with_a_length_do_not_count")]
    [TestCase("bede0001 1f850000", 1, ExpectedResult = null, TestName = "An_element_longer_than_the_extension")]
    [TestCase("10000001 01018500", 1, ExpectedResult = 5, TestName = "A_level_in_the_form_with_two_bytes")]
    [TestCase("10030002 1400c802 85000000", 200, ExpectedResult = 5, TestName = "A_large_id_after_an_empty_element")]
    [TestCase("10000001 01000000", 1, ExpectedResult = null, TestName = "An_empty_element_has_no_level")]
    [TestCase("10000001 01ff8500", 1, ExpectedResult = null, TestName = "An_element_of_two_bytes_longer_than_the_extension")]
    [TestCase("12340001 10850000", 1, ExpectedResult = null, TestName = "An_extension_in_no_known_form")]
    [TestCase("bede0001 10850000", 0, ExpectedResult = null, TestName = "Id_0_is_padding")]
    public int? Level(string extension, int id) => LevelOf(extension, id);

    [Test]
    public void Without_an_extension_there_is_no_level()
    {
        Assert.That(RtpPacket.TryRead(Hex.Bytes(Fixed), out RtpPacket packet), Is.True);
        Assert.That(packet.TryGetLevel(1, out _), Is.False);
    }
}
