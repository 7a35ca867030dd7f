using System.Numerics;
using System.Text;
using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Tests.Voice.Trunks;

public sealed class TrunkControlTests
{
    private static readonly SourceNotice Plain = new(1, 2, 3, "", "", null, 0, false, false);

    internal static readonly SourceNotice[] Notices =
    [
        Plain,
        new(4, 5, 6, "Ünal", "blue", new Vector3(1.5f, -2, 30), -12.5f, true, false),
        new(7, 8, 9, "mix", "", null, 3, false, true),
        new(10, 11, 12, "", "red", new Vector3(0, 0, 0), 0, true, true),
    ];

    private static byte[] Written(int size, SourceNotice[] notices, out int written)
    {
        byte[] datagram = new byte[size];
        return datagram[..TrunkControl.Write(datagram, 77, notices, out written)];
    }

    internal static byte[] Hello()
    {
        byte[] datagram = new byte[100];
        return datagram[..TrunkControl.Write(datagram, 77, new Hello(0x01020304, 5, 6, 0x0708090a, 20, true))];
    }

    private static RtcpPacket Take(byte[] datagram)
    {
        ReadOnlySpan<byte> rest = datagram;
        Assert.That(RtcpPacket.TryTake(ref rest, out RtcpPacket packet), Is.True);
        Assert.That(rest.Length, Is.Zero);
        return packet;
    }

    private static List<SourceNotice> Read(byte[] datagram)
    {
        List<SourceNotice> notices = [];
        Assert.That(TrunkControl.TryRead(Take(datagram), notices), Is.EqualTo(notices.Count > 0));
        return notices;
    }

    [Test]
    public void The_bytes_of_a_hello_are_as_described()
    {
        byte[] expected = [0x80, 204, 0, 6, 0, 0, 0, 77, .. "MNGS"u8, 1, 6, 20, 1, 1, 2, 3, 4, 0, 0, 0, 5, 7, 8, 9, 10];
        Assert.That(Hello(), Is.EqualTo(expected));
    }

    [Test]
    public void A_hello_comes_back()
    {
        Assert.That(TrunkControl.TryRead(Take(Hello()), out Hello hello), Is.True);
        Assert.That(hello, Is.EqualTo(new Hello(0x01020304, 5, 6, 0x0708090a, 20, true)));
        Assert.That(TrunkControl.TryRead(Take(Hello()), []), Is.False, "it is no notice");
    }

    [TestCase(8)]
    [TestCase(12)]
    public void Another_name_or_version_is_no_hello(int at)
    {
        byte[] datagram = Hello();
        datagram[at]++;
        Assert.That(TrunkControl.TryRead(Take(datagram), out Hello _), Is.False);
    }

    [Test]
    public void Notices_come_back()
    {
        List<SourceNotice> read = Read(Written(1400, Notices, out int written));
        Assert.That(written, Is.EqualTo(Notices.Length));
        Assert.That(read, Is.EqualTo(Notices));
    }

    [Test]
    public void The_bytes_of_a_notice_are_as_described()
    {
        byte[] expected =
        [
            0x81, 204, 0, 15, 0, 0, 0, 77, .. "MNGS"u8, 1, 0, 0, 0,
            0, 48, 7, 0, 2, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0x3f, 0x80, 0, 0,
            0, 0, 0, 0, 0x3f, 0x80, 0, 0, 0xbf, 0x80, 0, 0, .. "abc"u8, 0,
        ];
        expected[3] = (byte)(expected.Length / 4 - 1);
        expected[17] = (byte)(expected.Length - 16);
        Assert.That(Written(200, [new SourceNotice(1, 2, 3, "ab", "c", new Vector3(0, 1, -1), 1, true, true)], out _),
            Is.EqualTo(expected));
    }

    [Test]
    public void As_many_notices_as_fit_are_written()
    {
        Assert.That(Read(Written(16 + 24 + 23, [Plain, Plain], out int written)), Is.EqualTo(new[] { Plain }));
        Assert.That(written, Is.EqualTo(1));
        Assert.That(Written(16 + 23, [Plain], out written), Is.Empty);
        Assert.That(written, Is.Zero);
        Assert.That(Written(4, [Plain], out _), Is.Empty);
        Assert.That(Written(100, [], out _), Is.Empty);
    }

    [Test]
    public void Of_long_names_whole_characters_are_written()
    {
        SourceNotice read = Read(Written(1400, [Plain with { Name = new string('ü', 40), Team = new string('x', 64) }], out _))[0];
        Assert.That(read.Name, Is.EqualTo(new string('ü', 31)));
        Assert.That(read.Team, Is.EqualTo(new string('x', 63)));
    }

    [TestCase(1, 25, TestName = "The_length_is_wrong")]
    [TestCase(2, 0x80, TestName = "A_reserved_bit_is_set")]
    [TestCase(4, 1, TestName = "The_name_is_longer_than_the_notice")]
    [TestCase(20, 0x7f, 21, 0x80, TestName = "The_score_is_infinite")]
    public void A_malformed_notice_ends_the_list(int at, int value, int at2 = 0, int value2 = 0)
    {
        byte[] datagram = Written(200, [Plain, Plain, Plain], out _);
        datagram[16 + 24 + at] = (byte)value;
        if (at2 > 0)
            datagram[16 + 24 + at2] = (byte)value2;
        Assert.That(Read(datagram), Is.EqualTo(new[] { Plain }));
    }

    [Test]
    public void Names_that_are_no_utf8_are_malformed()
    {
        byte[] datagram = Written(200, [Plain with { Name = "é" }], out _);
        datagram[16 + 24] = 0xff;
        Assert.That(Read(datagram), Is.Empty);
        Assert.That(Encoding.UTF8.GetByteCount("é"), Is.EqualTo(2));
    }
}
