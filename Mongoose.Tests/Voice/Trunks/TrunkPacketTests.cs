using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Tests.Voice.Trunks;

public sealed class TrunkPacketTests
{
    private static readonly TrunkStream[] Streams =
    [
        new(0x01020304, AudioFormat.Pcmu, 20, false, TrunkFade.None),
        new(2, AudioFormat.Pcma, 127, false, TrunkFade.In),
        new(3, new AudioFormat(AudioCodec.L16, 24_000, 1), 0, true, TrunkFade.Out),
        new(uint.MaxValue, AudioFormat.Opus, 64, true, TrunkFade.None),
        new(5, AudioFormat.Opus, 64, false, TrunkFade.LateOut, new TrunkLead(TrunkLead.MaxTrunks, TrunkLead.MaxTrunks)),
    ];

    internal static byte[] Packet()
    {
        byte[] datagram = new byte[1500];
        TrunkWriter writer = new(datagram, 65_535, 4_000_000_000, 99);
        for (int i = 0; i < Streams.Length; i++)
            Assert.That(writer.TryAdd(Streams[i], new byte[] { (byte)i, 1, 2, 3, 4, 5 }), Is.True);
        return datagram[..writer.Length];
    }

    [Test]
    public void Half_a_sample_is_refused()
    {
        TrunkStream stream = new(5, new AudioFormat(AudioCodec.L16, 48_000, 1), 64, false, TrunkFade.None, default);
        Assert.That(() => new TrunkWriter(new byte[100], 1, 2, 3).TryAdd(stream, [1, 2, 3]), Throws.ArgumentException);
    }

    [Test]
    public void All_streams_come_back()
    {
        Assert.That(TrunkReader.TryRead(Packet(), out TrunkReader reader), Is.True);
        Assert.That(reader.Header, Is.EqualTo(new RtpHeader(TrunkReader.PayloadType, false, 65_535, 4_000_000_000, 99)));
        for (int i = 0; i < Streams.Length; i++)
        {
            Assert.That(reader.TryNext(out TrunkStream stream, out ReadOnlySpan<byte> audio), Is.True);
            Assert.That(stream, Is.EqualTo(Streams[i]));
            Assert.That(audio.ToArray(), Is.EqualTo(new byte[] { (byte)i, 1, 2, 3, 4, 5 }));
        }
        Assert.That(reader.TryNext(out _, out _), Is.False);
    }

    [Test]
    public void The_bytes_of_a_stream_are_as_described()
    {
        byte[] datagram = new byte[64];
        TrunkWriter writer = new(datagram, 1, 2, 3);
        writer.TryAdd(new TrunkStream(0x01020304, new AudioFormat(AudioCodec.L16, 48_000, 1), 33, true, TrunkFade.Out,
            new TrunkLead(3, 2)), new byte[] { 7, 8 });
        Assert.That(datagram[12..writer.Length], Is.EqualTo(new byte[] { 1, 2, 3, 4, 0b0101_1110, 33, 0b0100_0000, 2, 7, 8 }));
    }

    [Test]
    public void A_stream_that_does_not_fit_is_refused_and_the_packet_stays_valid()
    {
        byte[] datagram = new byte[12 + 8 + 160 + 8 + 159];
        TrunkWriter writer = new(datagram, 1, 2, 3);
        Assert.That(writer.TryAdd(Streams[0], new byte[160]), Is.True);
        Assert.That(writer.TryAdd(Streams[1], new byte[160]), Is.False);
        Assert.That(writer.Length, Is.EqualTo(12 + 8 + 160));
        Assert.That(TrunkReader.TryRead(datagram.AsSpan(0, writer.Length), out _), Is.True);
    }

    [Test]
    public void A_packet_without_streams_is_valid()
    {
        byte[] datagram = new byte[12];
        Assert.That(new TrunkWriter(datagram, 1, 2, 3).Length, Is.EqualTo(12));
        Assert.That(TrunkReader.TryRead(datagram, out TrunkReader reader), Is.True);
        Assert.That(reader.TryNext(out _, out _), Is.False);
    }

    [Test]
    public void A_stream_that_a_trunk_cannot_carry_is_an_error()
    {
        TrunkStream[] streams =
        [
            Streams[0] with { Level = 128 },
            Streams[0] with { Lead = new TrunkLead(TrunkLead.MaxTrunks + 1, 0) },
            Streams[0] with { Lead = new TrunkLead(1, 2) },
            Streams[0] with { Format = AudioFormat.Pcmu with { SampleRate = 16_000 } },
            Streams[0] with { Format = new AudioFormat(AudioCodec.L16, 44_100, 1) },
            Streams[0] with { Format = AudioFormat.Opus with { Channels = 2 } },
        ];
        foreach (TrunkStream stream in streams)
        {
            Assert.That(
                () =>
                {
                    TrunkWriter writer = new(new byte[100], 1, 2, 3);
                    writer.TryAdd(stream, [1, 2]);
                },
                Throws.ArgumentException);
        }
    }

    [TestCase(4, 0xa0, TestName = "The_fade_is_unknown")]
    [TestCase(6, 0xe0, TestName = "The_lead_is_of_too_many_trunks")]
    [TestCase(4, 0x04, TestName = "Mu_law_has_16_kHz")]
    [TestCase(5, 0x80, TestName = "The_level_is_too_large")]
    [TestCase(7, 7, TestName = "The_audio_is_longer_than_the_packet")]
    [TestCase(7, 5, TestName = "Bytes_are_left")]
    public void A_malformed_stream_makes_the_packet_invalid(int at, byte value)
    {
        byte[] datagram = new byte[12 + 8 + 6];
        TrunkWriter writer = new(datagram, 1, 2, 3);
        writer.TryAdd(Streams[0], new byte[6]);
        datagram[12 + at] = value;
        Assert.That(TrunkReader.TryRead(datagram, out _), Is.False);
    }

    [Test]
    public void Other_payload_types_are_no_trunk_packets()
    {
        byte[] datagram = Packet();
        datagram[1] = 0;
        Assert.That(TrunkReader.TryRead(datagram, out _), Is.False);
    }
}
