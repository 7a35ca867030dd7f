using System.Text;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Rtp;

public sealed class RtcpPacketTests
{
    private static readonly ReportBlock Block = new(0x11121314, 0x15, -2, 0x191a1b1c, 0x1d1e1f20, 0x21222324, 0x25262728);

    private const string BlockDigits = "11121314 15fffffe 191a1b1c 1d1e1f20 21222324 25262728";

    private static string Written(Func<byte[], int> write)
    {
        byte[] datagram = new byte[1500];
        Array.Fill(datagram, (byte)0xee);
        return Hex.Of(datagram.AsSpan(0, write(datagram)));
    }

    private static string Compact(string digits) => digits.Replace(" ", "");

    private static RtcpPacket First(byte[] datagram)
    {
        ReadOnlySpan<byte> rest = datagram;
        Assert.That(RtcpPacket.TryTake(ref rest, out RtcpPacket packet), Is.True);
        return packet;
    }

    [TestCase("80c80000", ExpectedResult = true)]
    [TestCase("80c00000", ExpectedResult = true)]
    [TestCase("80df0000", ExpectedResult = true)]
    [TestCase("80bf0000", ExpectedResult = false)]
    [TestCase("80e00000", ExpectedResult = false)]
    [TestCase("80000000", ExpectedResult = false)]
    [TestCase("40c80000", ExpectedResult = false)]
    [TestCase("80c800", ExpectedResult = false)]
    public bool Types_192_to_223_of_version_2_are_RTCP(string digits) => RtcpPacket.IsRtcp(Hex.Bytes(digits));

    [Test]
    public void A_compound_datagram_is_taken_packet_by_packet()
    {
        ReadOnlySpan<byte> rest = Hex.Bytes("80c90001 01020304 81cb0001 05060708 82cc0002 090a0b0c 4e414d45");
        List<string> packets = [];
        while (RtcpPacket.TryTake(ref rest, out RtcpPacket packet))
            packets.Add($"{packet.Type} {packet.Count} {Hex.Of(packet.Body)}");
        Assert.That(packets, Is.EqualTo(new[] { "201 0 01020304", "203 1 05060708", "204 2 090a0b0c4e414d45" }));
        Assert.That(rest.Length, Is.Zero);
    }

    [TestCase("80c900")]
    [TestCase("80c90001 010203")]
    [TestCase("40c90001 01020304")]
    [TestCase("a0c90001 01020300")]
    [TestCase("a0c90001 01020303")]
    [TestCase("a0c90001 01020308")]
    [TestCase("a0c90000")]
    public void A_malformed_packet_is_not_taken(string digits)
    {
        ReadOnlySpan<byte> rest = Hex.Bytes(digits);
        Assert.That(RtcpPacket.TryTake(ref rest, out _), Is.False);
    }

    [Test]
    public void Padding_is_removed_from_the_body() =>
        Assert.That(Hex.Of(First(Hex.Bytes("a0c90002 01020304 00000004")).Body), Is.EqualTo("01020304"));

    [Test]
    public void An_application_packet_passes_through()
    {
        string digits =
            Written(datagram => RtcpPacket.Write(datagram, RtcpPacket.ApplicationType, 3, Hex.Bytes("01020304 4e414d45 00000001")));
        Assert.That(digits, Is.EqualTo(Compact("83cc0003 01020304 4e414d45 00000001")));
    }

    [Test]
    public void A_packet_that_RTCP_cannot_express_is_not_written()
    {
        byte[] datagram = new byte[300_000];
        Assert.That(() => RtcpPacket.Write(datagram, 204, 0, new byte[3]), Throws.ArgumentException);
        Assert.That(() => RtcpPacket.Write(datagram, 204, 32, new byte[4]), Throws.ArgumentException);
        Assert.That(() => RtcpPacket.Write(datagram, 204, 0, new byte[RtcpPacket.MaxBytes]), Throws.ArgumentException);
        Assert.That(() => RtcpPacket.Write(datagram.AsSpan(0, 7), 204, 0, new byte[4]), Throws.ArgumentException);
        Assert.That(RtcpPacket.Write(datagram, 204, 31, new byte[RtcpPacket.MaxBytes - 4]), Is.EqualTo(RtcpPacket.MaxBytes));
    }

    [Test]
    public void A_sender_report_is_written_and_read_as_in_the_RFCs_figure()
    {
        SenderReport report = new(0x01020304, 0x05060708090a0b0c, 0x0d0e0f10, 0x11, 0x12);
        string digits = Written(datagram => report.Write(datagram, [Block]));
        Assert.That(digits, Is.EqualTo(Compact("81c8000c 01020304 05060708 090a0b0c 0d0e0f10 00000011 00000012" + BlockDigits)));
        RtcpPacket packet = First(Hex.Bytes(digits));
        Assert.That(SenderReport.TryRead(packet.Body, out SenderReport read), Is.True);
        Assert.That(read, Is.EqualTo(report));
        ReportBlock[] blocks = new ReportBlock[31];
        Assert.That(SenderReport.ReadBlocks(packet, blocks), Is.EqualTo(1));
        Assert.That(blocks[0], Is.EqualTo(Block));
    }

    [Test]
    public void A_receiver_report_is_written_and_read_as_in_the_RFCs_figure()
    {
        string digits = Written(datagram => SenderReport.WriteReceiverReport(datagram, 0x01020304, [Block, Block]));
        Assert.That(digits, Is.EqualTo(Compact("82c9000d 01020304" + BlockDigits + BlockDigits)));
        ReportBlock[] blocks = new ReportBlock[31];
        Assert.That(SenderReport.ReadBlocks(First(Hex.Bytes(digits)), blocks), Is.EqualTo(2));
        Assert.That(blocks[1], Is.EqualTo(Block));
        Assert.That(SenderReport.ReadBlocks(First(Hex.Bytes(digits)), blocks.AsSpan(0, 1)), Is.EqualTo(1));
    }

    [Test]
    public void A_report_that_claims_more_blocks_than_it_has_is_read_as_far_as_it_goes()
    {
        ReportBlock[] blocks = new ReportBlock[31];
        Assert.That(SenderReport.ReadBlocks(First(Hex.Bytes("9fc90007 01020304" + BlockDigits)), blocks), Is.EqualTo(1));
        Assert.That(SenderReport.ReadBlocks(First(Hex.Bytes("9fc80000")), blocks), Is.Zero);
        Assert.That(SenderReport.ReadBlocks(First(Hex.Bytes("81cb0001 01020304")), blocks), Is.Zero);
        Assert.That(SenderReport.TryRead(new byte[23], out _), Is.False);
    }

    [Test]
    public void More_than_31_blocks_are_not_written()
    {
        byte[] datagram = new byte[1500];
        Assert.That(SenderReport.WriteReceiverReport(datagram, 1, new ReportBlock[31]), Is.EqualTo(8 + 31 * 24));
        Assert.That(() => SenderReport.WriteReceiverReport(datagram, 1, new ReportBlock[32]), Throws.ArgumentException);
        Assert.That(() => SenderReport.WriteReceiverReport(datagram.AsSpan(0, 31), 1, new ReportBlock[1]), Throws.ArgumentException);
    }

    [TestCase(-(1 << 23), -(1 << 23))]
    [TestCase((1 << 23) - 1, (1 << 23) - 1)]
    [TestCase(int.MinValue, -(1 << 23))]
    [TestCase(int.MaxValue, (1 << 23) - 1)]
    public void The_loss_so_far_has_24_bits(int lost, int read)
    {
        byte[] body = new byte[ReportBlock.Bytes];
        (Block with { CumulativeLost = lost }).Write(body);
        Assert.That(ReportBlock.Read(body), Is.EqualTo(Block with { CumulativeLost = read }));
    }

    [TestCase("", "81ca0002 01020304 01000000")]
    [TestCase("a", "81ca0002 01020304 01016100")]
    [TestCase("ab", "81ca0003 01020304 01026162 00000000")]
    [TestCase("abc", "81ca0003 01020304 01036162 63000000")]
    public void A_name_ends_with_one_to_four_zeros(string name, string digits)
    {
        string written = Written(datagram => SourceDescription.Write(datagram, 0x01020304, Encoding.UTF8.GetBytes(name)));
        Assert.That(written, Is.EqualTo(Compact(digits)));
        ReadOnlySpan<byte> body = First(Hex.Bytes(written)).Body;
        Assert.That(SourceDescription.TryTake(ref body, out uint ssrc, out ReadOnlySpan<byte> cname), Is.True);
        Assert.That((ssrc, Encoding.UTF8.GetString(cname)), Is.EqualTo((0x01020304u, name)));
        Assert.That(SourceDescription.TryTake(ref body, out _, out _), Is.False);
    }

    [Test]
    public void A_name_has_at_most_255_bytes()
    {
        byte[] datagram = new byte[300];
        Assert.That(SourceDescription.Write(datagram, 1, new byte[255]), Is.EqualTo(268));
        Assert.That(SourceDescription.Write(datagram, 1, new byte[256]), Is.EqualTo(268));
        Assert.That(() => SourceDescription.Write(datagram.AsSpan(0, 11), 1, [1]), Throws.ArgumentException);
    }

    [Test]
    public void Chunks_without_a_name_and_other_items_are_skipped()
    {
        ReadOnlySpan<byte> body = Hex.Bytes("01010101 00000000 02020202 02017801 01790000 03030303 06017a00");
        Assert.That(SourceDescription.TryTake(ref body, out uint ssrc, out ReadOnlySpan<byte> cname), Is.True);
        Assert.That((ssrc, Encoding.UTF8.GetString(cname)), Is.EqualTo((0x02020202u, "y")));
        Assert.That(SourceDescription.TryTake(ref body, out _, out _), Is.False);
    }

    [TestCase("01010101 01ff6162")]
    [TestCase("01010101 01026162")]
    [TestCase("01010101 00000001")]
    [TestCase("010101")]
    public void A_malformed_chunk_has_no_name(string digits)
    {
        ReadOnlySpan<byte> body = Hex.Bytes(digits);
        Assert.That(SourceDescription.TryTake(ref body, out _, out _), Is.False);
    }

    [Test]
    public void A_goodbye_names_its_sources()
    {
        Assert.That(Written(datagram => SourceDescription.WriteGoodbye(datagram, 0x01020304)), Is.EqualTo("81cb000101020304"));
        uint[] sources = new uint[4];
        Assert.That(SourceDescription.ReadGoodbye(First(Hex.Bytes("82cb0003 01020304 05060708 03627965")), sources), Is.EqualTo(2));
        Assert.That(sources[..2], Is.EqualTo(new uint[] { 0x01020304, 0x05060708 }));
        Assert.That(SourceDescription.ReadGoodbye(First(Hex.Bytes("9fcb0001 01020304")), sources), Is.EqualTo(1));
        Assert.That(SourceDescription.ReadGoodbye(First(Hex.Bytes("82cb0002 01020304 05060708")), sources.AsSpan(0, 1)), Is.EqualTo(1));
        Assert.That(SourceDescription.ReadGoodbye(First(Hex.Bytes("81c90001 01020304")), sources), Is.Zero);
    }
}
