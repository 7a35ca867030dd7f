using Mongoose.Network.Packets;

namespace Mongoose.Tests.Network.Packets;

public sealed class TcpHeaderTests
{
    private const byte End = 0, None = 1, Mss = 2, Scale = 3, SackPermitted = 4, Timestamps = 8;

    [Test]
    public void The_fields_of_a_segment_are_read()
    {
        TcpBytes segment = new() { Flags = TcpFlags.Ack | TcpFlags.Push | TcpFlags.EcnEcho, Window = 0xFEDC, PayloadBytes = 77 };
        Assert.That(Read(segment.ToSegment()), Is.EqualTo(new TcpFields
        {
            Flags = segment.Flags,
            Sequence = segment.Sequence,
            PayloadBytes = 77,
            Acknowledgment = segment.Acknowledgment,
            Window = 0xFEDC,
        }));
    }

    [Test]
    public void The_options_of_Linux_are_read()
    {
        TcpFields syn = Read(Syn(Mss, 4, 0x05, 0xB4, SackPermitted, 2, Timestamps, 10, 1, 2, 3, 4, 0, 0, 0, 0, None, Scale, 3, 10));
        Assert.That((syn.MaxSegmentBytes, syn.WindowScale, syn.Timestamps),
            Is.EqualTo(((ushort?)1460, (byte?)10, (TcpTimestamps?)new TcpTimestamps(0x01020304, 0))));
        TcpFields ack = Read(Ack(None, None, Timestamps, 10, 0xFF, 0, 0, 1, 0, 0, 0, 9));
        Assert.That(ack.Timestamps, Is.EqualTo(new TcpTimestamps(0xFF000001, 9)));
    }

    [Test]
    public void Options_without_a_SYN_carry_neither_scale_nor_segment_size()
    {
        TcpFields ack = Read(Ack(Mss, 4, 0x05, 0xB4, Scale, 3, 10, None));
        Assert.That((ack.MaxSegmentBytes, ack.WindowScale), Is.EqualTo(((ushort?)null, (byte?)null)));
    }

    [Test]
    public void A_scale_above_the_maximum_is_read_as_received() => Assert.That(Read(Syn(Scale, 3, 200, End)).WindowScale, Is.EqualTo(200));

    [Test]
    public void An_option_that_occurs_twice_has_its_last_value() =>
        Assert.That(Read(Syn(Scale, 3, 2, Scale, 3, 7, None, None)).WindowScale, Is.EqualTo(7));

    [Test]
    public void A_segment_size_of_0_is_none() => Assert.That(Read(Syn(Mss, 4, 0, 0)).MaxSegmentBytes, Is.Null);

    [Test]
    public void What_follows_the_end_of_the_options_is_padding() =>
        Assert.That(Read(Syn(None, End, Scale, 3, 9, 99, 1, 0)).WindowScale, Is.Null);

    [Test]
    public void Unknown_options_are_skipped() =>
        Assert.That(Read(Syn(30, 5, Scale, 3, 9, Scale, 3, 6, None, None, None, None)).WindowScale, Is.EqualTo(6));

    [TestCase(new byte[] { Scale, 3, 7, Mss, 0, 5, 0, End }, TestName = "A length of 0")]
    [TestCase(new byte[] { Scale, 3, 7, 30, 1, Mss, 4, 0 }, TestName = "A length of 1")]
    [TestCase(new byte[] { Scale, 3, 7, None, None, None, Mss, 3 }, TestName = "An option past the end")]
    [TestCase(new byte[] { Scale, 3, 7, Mss }, TestName = "A kind without a length")]
    public void An_option_that_is_not_whole_ends_the_options(byte[] options)
    {
        TcpFields syn = Read(Syn(options));
        Assert.That((syn.WindowScale, syn.MaxSegmentBytes), Is.EqualTo(((byte?)7, (ushort?)null)));
    }

    [TestCase(new byte[] { Scale, 4, 0, 9, Mss, 4, 5, 180 }, TestName = "A scale of two bytes")]
    [TestCase(new byte[] { Mss, 3, 5, Mss, 4, 5, 180, End }, TestName = "A segment size of one byte")]
    [TestCase(new byte[] { Timestamps, 8, 0, 0, 0, 0, 0, 0, Mss, 4, 5, 180 }, TestName = "Timestamps cut short")]
    public void An_option_of_a_wrong_length_is_skipped(byte[] options)
    {
        TcpFields syn = Read(Syn(options));
        Assert.That((syn.WindowScale, syn.MaxSegmentBytes, syn.Timestamps), Is.EqualTo(((byte?)null, (ushort?)1460, (TcpTimestamps?)null)));
    }

    [Test]
    public void A_header_must_be_whole()
    {
        byte[] segment = Syn(Scale, 3, 7, End);
        for (int length = 0; length < segment.Length; length++)
            Assert.That(TcpHeader.TryRead(segment.AsSpan(0, length), out _), Is.False, $"{length} bytes");
        Assert.That(TcpHeader.TryRead(segment, out _), Is.True);
        foreach (int words in (int[])[0, 4, 7, 15])
        {
            segment[TcpBytes.SizeAt] = (byte)(words << 4);
            Assert.That(TcpHeader.TryRead(segment, out _), Is.False, $"a size of {words} words");
        }
    }

    [Test]
    public void A_new_window_changes_the_field_and_the_checksum_alone()
    {
        byte[] segment = new TcpBytes { Window = 512, PayloadBytes = 9 }.ToSegment(), before = [.. segment];
        (segment[TcpBytes.ChecksumAt], segment[TcpBytes.ChecksumAt + 1]) = (0xAB, 0xCD);
        TcpHeader.WriteWindow(segment, 501);
        Assert.That(segment[TcpBytes.WindowAt..(TcpBytes.ChecksumAt + 2)], Is.EqualTo(new byte[] { 0x01, 0xF5, 0xAB, 0xD8 }));
        Assert.That(segment[..TcpBytes.WindowAt], Is.EqualTo(before[..TcpBytes.WindowAt]));
        Assert.That(segment[(TcpBytes.ChecksumAt + 2)..], Is.EqualTo(before[(TcpBytes.ChecksumAt + 2)..]));
    }

    private static byte[] Syn(params byte[] options) => new TcpBytes { Flags = TcpFlags.Syn, Options = options }.ToSegment();

    private static byte[] Ack(params byte[] options) => new TcpBytes { Options = options }.ToSegment();

    private static TcpFields Read(byte[] segment)
    {
        Assert.That(TcpHeader.TryRead(segment, out TcpFields fields), Is.True);
        return fields;
    }
}
