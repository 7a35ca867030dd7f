using Mongoose.Core.Units;
using Mongoose.Voice.Rtp;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Rtp;

/// <summary>What is written is read back, and nothing is allocated.</summary>
public sealed class RtpProperties
{
    [ForAll(MaxTest = 500, Replay = "20261124,5")]
    public void An_RTP_packet_is_read_as_it_was_written(int seed)
    {
        Random random = new(seed);
        RtpHeader header = new((byte)random.Next(128), random.Next(2) == 0, (ushort)random.Next(1 << 16), (uint)random.NextInt64(1L << 32),
            (uint)random.NextInt64(1L << 32));
        uint[] sources = Enumerable.Range(0, random.Next(16)).Select(_ => (uint)random.NextInt64(1L << 32)).ToArray();
        byte[] payload = new byte[random.Next(1400)];
        random.NextBytes(payload);
        byte[] datagram = new byte[1500];
        random.NextBytes(datagram);
        int length = RtpPacket.Write(datagram, header, sources, payload);
        Assert.That(RtpPacket.TryRead(datagram.AsSpan(0, length), out RtpPacket packet), Is.True);
        Assert.That(packet.Header, Is.EqualTo(header));
        Assert.That(packet.Payload.SequenceEqual(payload), Is.True);
        uint[] read = new uint[packet.SourceCount];
        for (int i = 0; i < read.Length; i++)
            read[i] = packet.SourceAt(i);
        Assert.That(read, Is.EqualTo(sources));
    }

    [ForAll(MaxTest = 100, Replay = "20261124,7")]
    public void Feedback_is_read_as_it_was_written(int seed)
    {
        Random random = new(seed);
        byte[] datagram = new byte[random.Next(12, 1500)];
        random.NextBytes(datagram);
        CongestionFeedbackWriter writer = new(datagram, 1);
        Dictionary<(uint, ushort), int> written = [];
        for (uint ssrc = 0; ssrc < 5; ssrc++)
        {
            (ushort first, int count) = ((ushort)random.Next(1 << 16), random.Next(1, 200));
            if (!writer.TryAdd(ssrc, first, count))
                continue;
            for (int i = 0; i < count; i += random.Next(1, 4))
            {
                int ticks = random.Next(8190);
                written[(ssrc, (ushort)(first + i))] = ticks;
                writer.Mark((ushort)(first + i), Duration.FromSeconds(ticks / 1024.0));
            }
        }
        ReadOnlySpan<byte> rest = datagram.AsSpan(0, writer.End((uint)seed));
        Assert.That(RtcpPacket.TryTake(ref rest, out RtcpPacket packet), Is.True);
        Assert.That(CongestionFeedback.TryRead(packet, out CongestionFeedback feedback), Is.True);
        Assert.That((feedback.Sender, feedback.ReportTimestamp), Is.EqualTo((1u, (uint)seed)));
        Dictionary<(uint, ushort), int> read = [];
        while (feedback.TryNext(out FeedbackBlock block))
            for (int i = 0; i < block.Count; i++)
                if (block.Arrived(i, out Duration held))
                    read[(block.Ssrc, (ushort)(block.First + i))] = (int)Math.Round(held.Seconds * 1024);
        Assert.That(read, Is.EquivalentTo(written));
    }

    [Test]
    public void Nothing_is_allocated_per_packet()
    {
        byte[] datagram = new byte[1500], payload = new byte[160];
        uint[] sources = [1, 2, 3];
        ReportBlock[] blocks = new ReportBlock[2];
        RtpStream stream = new(7, 1, 8000);
        ReceptionLog log = new(7, 8000);
        int sum = 0;
        Instant now = Instant.Zero;
        Assert.That(Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 1000; i++)
            {
                now += Duration.FromMilliseconds(20);
                int length = RtpPacket.Write(datagram, stream.Next((uint)i * 160, 0, 160, now), sources, payload);
                if (RtpPacket.TryRead(datagram.AsSpan(0, length), out RtpPacket packet))
                    sum += log.Arrived(packet.Header.Number, packet.Header.Timestamp, now) && !packet.TryGetLevel(1, out _) ? 1 : 0;
                blocks[0] = log.Report(now);
                ReadOnlySpan<byte> rest = datagram.AsSpan(0, stream.Report(1, now).Write(datagram, blocks));
                if (RtcpPacket.TryTake(ref rest, out RtcpPacket report))
                    sum += SenderReport.ReadBlocks(report, blocks);
            }
        }), Is.Zero);
        Assert.That(sum, Is.EqualTo(4 * 1000 * 3));
    }
}
