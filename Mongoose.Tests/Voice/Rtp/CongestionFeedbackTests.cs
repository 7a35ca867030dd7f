using Mongoose.Core.Units;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Rtp;

public sealed class CongestionFeedbackTests
{
    private const double Tick = 1000.0 / 1024;

    /// <summary>
    /// 65535 arrived 512/1024 s before the report, 0 did not, 1 arrived with the report; and one packet of another source.
    /// </summary>
    private const string Known = "8bcd0009 0a0b0c0d 01020304 ffff0003 82000000 80000000 05060708 00070001 80010000 00018000";

    private static Duration Ms(double value) => Duration.FromMilliseconds(value);

    private static bool CanRead(string digits)
    {
        ReadOnlySpan<byte> rest = Hex.Bytes(digits);
        Assert.That(RtcpPacket.TryTake(ref rest, out RtcpPacket packet), Is.True);
        return CongestionFeedback.TryRead(packet, out _);
    }

    private static List<string> Read(ReadOnlySpan<byte> datagram, out uint timestamp)
    {
        List<string> lines = [];
        Assert.That(RtcpPacket.TryTake(ref datagram, out RtcpPacket packet), Is.True);
        Assert.That(CongestionFeedback.TryRead(packet, out CongestionFeedback feedback), Is.True);
        timestamp = feedback.ReportTimestamp;
        while (feedback.TryNext(out FeedbackBlock block))
            for (int i = 0; i < block.Count; i++)
                if (block.Arrived(i, out Duration held))
                    lines.Add(FormattableString.Invariant($"{block.Ssrc:x} {(ushort)(block.First + i)} {held.Milliseconds / Tick:0}"));
        return lines;
    }

    [Test]
    public void Num_reports_is_the_number_of_reports_and_an_odd_one_is_padded()
    {
        Assert.That(Read(Hex.Bytes(Known), out uint timestamp), Is.EqualTo(new[] { "1020304 65535 512", "1020304 1 0", "5060708 7 1" }));
        Assert.That(timestamp, Is.EqualTo(0x00018000));
    }

    [Test]
    public void The_known_packet_is_written()
    {
        byte[] datagram = new byte[40];
        Array.Fill(datagram, (byte)0xee);
        CongestionFeedbackWriter writer = new(datagram, 0x0a0b0c0d);
        Assert.That(writer.TryAdd(0x01020304, 65535, 3), Is.True);
        writer.Mark(65535, Ms(500));
        writer.Mark(1, Ms(0));
        Assert.That(writer.TryAdd(0x05060708, 7, 1), Is.True);
        writer.Mark(7, Ms(Tick));
        writer.Mark(6, Ms(0));
        writer.Mark(8, Ms(0));
        Assert.That(writer.End(0x00018000), Is.EqualTo(40));
        Assert.That(Hex.Of(datagram), Is.EqualTo(Known.Replace(" ", "")));
    }

    [Test]
    public void A_report_may_have_no_blocks()
    {
        byte[] datagram = new byte[12];
        CongestionFeedbackWriter writer = new(datagram, 1);
        Assert.That(writer.TryAdd(1, 1, 1), Is.False);
        Assert.That(writer.End(2), Is.EqualTo(12));
        Assert.That(Read(datagram, out uint timestamp), Is.Empty);
        Assert.That(timestamp, Is.EqualTo(2));
        Assert.That(() => new CongestionFeedbackWriter(new byte[11], 1).Room, Throws.ArgumentException);
    }

    [TestCase(23, 1, false)]
    [TestCase(24, 1, true)]
    [TestCase(24, 2, true)]
    [TestCase(24, 3, false)]
    [TestCase(27, 3, false)]
    [TestCase(28, 3, true)]
    [TestCase(28, 0, false)]
    [TestCase(28, -1, false)]
    [TestCase(100_000, 16_384, true)]
    [TestCase(100_000, 16_385, false)]
    public void A_block_is_added_if_there_is_room(int bytes, int count, bool isAdded)
    {
        CongestionFeedbackWriter writer = new(new byte[bytes], 1);
        Assert.That(writer.TryAdd(1, 1, count), Is.EqualTo(isAdded));
        Assert.That(writer.End(0), Is.LessThanOrEqualTo(bytes));
    }

    [TestCase(0.0, 0.0)]
    [TestCase(0.48, 0.0)]
    [TestCase(0.49, 1.0)]
    [TestCase(7997.07, 8189.0)]
    [TestCase(7999.0, 8190.0)]
    [TestCase(1e9, 8190.0)]
    [TestCase(-0.001, 0.0)]
    public void A_time_is_rounded_limited_or_unknown(double milliseconds, double ticks)
    {
        byte[] datagram = new byte[24];
        CongestionFeedbackWriter writer = new(datagram, 1);
        writer.TryAdd(1, 5, 1);
        writer.Mark(5, Ms(milliseconds));
        writer.End(0);
        Assert.That(Read(datagram, out _), Is.EqualTo(new[] { FormattableString.Invariant($"1 5 {ticks:0}") }));
    }

    [Test]
    public void A_longer_time_and_an_unknown_one_have_the_RFCs_codes()
    {
        byte[] datagram = new byte[24];
        CongestionFeedbackWriter writer = new(datagram, 1);
        writer.TryAdd(1, 5, 2);
        writer.Mark(5, Duration.MaxValue);
        writer.Mark(6, new Duration(-1));
        writer.End(0);
        Assert.That(Hex.Of(datagram.AsSpan(16, 4)), Is.EqualTo("9ffe9fff"));
    }

    [Test]
    public void Congestion_marks_do_not_hide_arrivals() =>
        Assert.That(Read(Hex.Bytes("8bcd0005 00000001 00000001 00050002 e0016002 00000000"), out _), Is.EqualTo(new[] { "1 5 1" }));

    [TestCase("8bcd0001 00000001", TestName = "Feedback_without_a_timestamp_is_not_read")]
    [TestCase("8acd0002 00000001 00000000", TestName = "Another_format_is_not_read")]
    [TestCase("8bce0002 00000001 00000000", TestName = "Another_type_is_not_read")]
    [TestCase("8bcd0003 00000001 00000001 00000000", TestName = "Half_a_block_header_is_not_read")]
    [TestCase("8bcd0005 00000001 00000001 00050003 80008000 00000000", TestName = "A_count_beyond_the_block_is_not_read")]
    [TestCase("8bcd0005 00000001 00000001 0005ffff 80008000 00000000", TestName = "A_huge_count_is_not_read")]
    [TestCase("8bcd0005 00000001 00000001 00050000 80008000 00000000", TestName = "Words_after_the_last_block_are_not_read")]
    public void Unreadable(string digits) => Assert.That(CanRead(digits), Is.False);

    [Test]
    public void A_block_of_16_384_is_read_and_one_more_is_not()
    {
        byte[] packet = [0x8b, 0xcd, 0x20, 0x04, 0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0x40, 0x00, .. new byte[2 * 16_384 + 4]];
        Assert.That(CanRead(Hex.Of(packet)), Is.True);
        packet[3] = 0x05;
        packet[15] = 0x01;
        Assert.That(CanRead(Hex.Of([.. packet, 0, 0, 0, 0])), Is.False);
    }
}
