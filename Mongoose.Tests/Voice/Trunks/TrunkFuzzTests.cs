using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Tests.Voice.Trunks;

/// <summary>A million mutated datagrams of 0 to 1500 bytes: nothing throws, and what is read is within its limits.</summary>
public sealed class TrunkFuzzTests
{
    private const int Datagrams = 500_000;

    private static ReadOnlySpan<byte> Mutate(Random random, byte[] seed, byte[] buffer)
    {
        int length = random.Next(4) == 0 ? random.Next(1501) : seed.Length;
        Span<byte> datagram = buffer.AsSpan(0, length);
        datagram.Clear();
        seed.AsSpan(0, Math.Min(length, seed.Length)).CopyTo(datagram);
        for (int change = random.Next(6); change > 0 && length > 0; change--)
            datagram[random.Next(random.Next(2) == 0 ? length : Math.Min(length, 64))] = random.Next(3) == 0 ? (byte)random.Next(8)
                : (byte)random.Next(256);
        return datagram;
    }

    [Test]
    public void Mutated_trunk_packets_are_read_or_refused()
    {
        Random random = new(1);
        byte[] seed = TrunkPacketTests.Packet(), buffer = new byte[1500];
        int valid = 0;
        for (int i = 0; i < Datagrams; i++)
        {
            ReadOnlySpan<byte> datagram = Mutate(random, seed, buffer);
            if (!TrunkReader.TryRead(datagram, out TrunkReader reader))
                continue;
            valid++;
            int bytes = RtpPacket.HeaderBytes;
            while (reader.TryNext(out TrunkStream stream, out ReadOnlySpan<byte> audio))
            {
                bytes += TrunkReader.StreamHeaderBytes + audio.Length;
                if (!stream.IsValid)
                    Assert.Fail($"{stream}");
            }
            if (bytes > datagram.Length)
                Assert.Fail($"{bytes} of {datagram.Length}");
        }
        Assert.That(valid, Is.InRange(Datagrams / 20, Datagrams * 19 / 20));
    }

    [Test]
    public void Mutated_control_packets_are_read_or_refused()
    {
        Random random = new(2);
        byte[] buffer = new byte[1500], notices = new byte[1400];
        byte[][] seeds = [TrunkControlTests.Hello(), notices[..TrunkControl.Write(notices, 1, TrunkControlTests.Notices, out _)]];
        List<SourceNotice> read = [];
        int hellos = 0, withNotices = 0;
        for (int i = 0; i < Datagrams; i++)
        {
            ReadOnlySpan<byte> rest = Mutate(random, seeds[i % 2], buffer);
            while (RtcpPacket.TryTake(ref rest, out RtcpPacket packet))
            {
                hellos += TrunkControl.TryRead(packet, out Hello _) ? 1 : 0;
                read.Clear();
                withNotices += TrunkControl.TryRead(packet, read) ? 1 : 0;
                if (read.Exists(notice => notice.Name.Length > 63 || notice.Team.Length > 63 || !float.IsFinite(notice.Score)))
                    Assert.Fail($"{read[^1]}");
            }
        }
        Assert.That(hellos, Is.InRange(Datagrams / 20, Datagrams / 2));
        Assert.That(withNotices, Is.InRange(Datagrams / 20, Datagrams / 2));
    }
}
