using Mongoose.Verse.Wire;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Verse.Wire;

public sealed class WireTests
{
    private const string Example = "10e0ffff"
        + "00000026" + "00000007" + "0000001e" + "010000001f" + "0200000021" + "0100000024" + "0100000026";

    [Test]
    public void The_example_packet_is_written_byte_for_byte()
    {
        byte[] packet = new byte[36];
        new PacketHeader(HeaderFlags.Payload | HeaderFlags.Ack | HeaderFlags.Ank, 0xFFFF, 38, 7, 30).Write(packet);
        CommandWriter writer = new(packet.AsSpan(PacketHeader.Size));
        writer.Verdict(CommandKind.Ack, 31);
        writer.Verdict(CommandKind.Nak, 33);
        writer.Verdict(CommandKind.Ack, 36);
        writer.Verdict(CommandKind.Ack, 38);
        Assert.That(Convert.ToHexString(packet), Is.EqualTo(Example).IgnoreCase);
    }

    [Test]
    public void The_example_packet_is_read()
    {
        byte[] packet = Convert.FromHexString(Example);
        Assert.That(PacketHeader.TryRead(packet, out PacketHeader header), Is.EqualTo(VerseError.None));
        Assert.That(header, Is.EqualTo(new PacketHeader(HeaderFlags.Payload | HeaderFlags.Ack | HeaderFlags.Ank, 0xFFFF, 38, 7, 30)));
        CommandReader reader = new(packet.AsSpan(PacketHeader.Size));
        List<string> commands = [];
        while (reader.TryRead(out Command command))
            commands.Add($"{command.Kind} {command.Id}");
        Assert.That(commands, Is.EqualTo(new[] { "Ack 31", "Nak 33", "Ack 36", "Ack 38" }));
        Assert.That(reader.Error, Is.EqualTo(VerseError.None));
    }

    [TestCase(CommandKind.ChangeLocal, Feature.CongestionControl, "01", "03040201")]
    [TestCase(CommandKind.ChangeLocal, Feature.FramesPerSecond, "41c80000", "03070741c80000")]
    public void Negotiations_have_the_bytes_of_Verse_2(CommandKind kind, Feature feature, string values, string expected)
    {
        byte[] bytes = new byte[20];
        CommandWriter writer = new(bytes);
        writer.Negotiation(kind, feature, Convert.FromHexString(values));
        Assert.That(Convert.ToHexString(bytes.AsSpan(0, writer.Length)), Is.EqualTo(expected).IgnoreCase);
    }

    [TestCase(0)]
    [TestCase(251)]
    [TestCase(252)]
    [TestCase(300)]
    public void Long_negotiations_have_a_length_of_two_bytes_which_counts_itself(int length)
    {
        byte[] bytes = new byte[400];
        CommandWriter writer = new(bytes);
        writer.Negotiation(CommandKind.ChangeRemote, Feature.Url, new byte[length]);
        Assert.That(writer.Length, Is.EqualTo(length + (length + 3 < 255 ? 3 : 5)));
        CommandReader reader = new(bytes.AsSpan(0, writer.Length));
        Assert.That(reader.TryRead(out Command command), Is.True);
        Assert.That(command.Values.Length, Is.EqualTo(length));
        Assert.That(reader.Rest.IsEmpty, Is.True);
    }

    [TestCase("05060601", VerseError.Truncated)]
    [TestCase("0505060102", VerseError.BadCommand)] // a confirmation of two values
    [TestCase("0300", VerseError.Truncated)]
    [TestCase("030106", VerseError.BadCommand)]
    [TestCase("010000", VerseError.Truncated)]
    [TestCase("0800", VerseError.BadCommand)]
    [TestCase("03ff00", VerseError.Truncated)]
    public void Malformed_commands_are_errors(string bytes, VerseError expected)
    {
        CommandReader reader = new(Convert.FromHexString(bytes));
        Assert.That(reader.TryRead(out _), Is.False);
        Assert.That(reader.Error, Is.EqualTo(expected));
    }

    [Test]
    public void A_packet_has_at_most_64_commands()
    {
        CommandReader reader = new(Enumerable.Range(0, 65).SelectMany(i => new byte[] { 1, 0, 0, 0, (byte)i }).ToArray());
        int read = 0;
        while (reader.TryRead(out _))
            read++;
        Assert.That((read, reader.Error), Is.EqualTo((64, VerseError.BadCommand)));
    }

    [TestCase("20e0ffff00000026000000070000001e", VerseError.BadVersion)]
    [TestCase("11e0ffff00000026000000070000001e", VerseError.BadVersion)]
    [TestCase("10e1ffff00000026000000070000001e", VerseError.BadFlags)]
    [TestCase("1060ffff00000026000000070000001e", VerseError.BadFlags)] // an id without PAY
    [TestCase("10a0ffff00000026000000070000001e", VerseError.BadFlags)] // an AckNak id without ACK
    [TestCase("10e0ffff000000260000000700000", VerseError.Truncated)]
    public void Bad_headers_are_errors(string header, VerseError expected) =>
        Assert.That(PacketHeader.TryRead(Convert.FromHexString(header.Length % 2 == 0 ? header : header[..^1]), out _),
            Is.EqualTo(expected));

    [ForAll(MaxTest = 200, Replay = "20261123,1")]
    public void Headers_survive_a_round_trip(ushort window, uint id, uint ackNak, uint ank)
    {
        PacketHeader header = new(HeaderFlags.Payload | HeaderFlags.Ack | HeaderFlags.Ank | HeaderFlags.Fin, window, id, ackNak, ank);
        byte[] bytes = new byte[PacketHeader.Size];
        header.Write(bytes);
        Assert.That(PacketHeader.TryRead(bytes, out PacketHeader read), Is.EqualTo(VerseError.None));
        Assert.That(read, Is.EqualTo(header));
    }

    [ForAll(MaxTest = 500, Replay = "20261123,3")]
    public void Values_survive_a_round_trip(ulong key, ulong keyBefore, uint age, byte[] bytes, bool isRemoval)
    {
        byte[] value = isRemoval ? [] : bytes;
        byte[] buffer = new byte[value.Length + 30];
        int size = ValueCoding.Write(buffer, keyBefore, new ValueEntry { Key = key, Age = age, IsRemoval = isRemoval, Bytes = value });
        Assert.That(size, Is.EqualTo(ValueCoding.Size(key, keyBefore, value.Length, age)));
        Assert.That(ValueCoding.TryRead(buffer.AsSpan(0, size), keyBefore, out ValueEntry read), Is.EqualTo(size));
        Assert.That((read.Key, read.Age, read.IsRemoval, Convert.ToHexString(read.Bytes)),
            Is.EqualTo((key, age, isRemoval, Convert.ToHexString(value))));
        Assert.That(ValueCoding.TryRead(buffer.AsSpan(0, size - 1), keyBefore, out _), Is.Zero, "truncated");
    }

    [Test]
    public void A_value_of_16_bytes_of_the_next_key_takes_18() => Assert.That(ValueCoding.Size(1001, 1000, 16, 0), Is.EqualTo(18));

    [Test]
    public void SipHash_has_its_published_value() => Assert.That(
        SipHash.Compute(0x0706050403020100, 0x0f0e0d0c0b0a0908, Enumerable.Range(0, 15).Select(i => (byte)i).ToArray()),
        Is.EqualTo(0xa129ca6149be45e5));

    [TestCase(0xFFFFFFFFu, 0u, -1)]
    [TestCase(0u, 0xFFFFFFFFu, 1)]
    [TestCase(5u, 5u, 0)]
    [TestCase(0x80000000u, 1u, 0x7FFFFFFF)]
    public void Serial_numbers_wrap(uint id, uint origin, int distance) => Assert.That(Serial.Distance(id, origin), Is.EqualTo(distance));
}
