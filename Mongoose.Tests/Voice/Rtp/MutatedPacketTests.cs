using Mongoose.Core.Units;
using Mongoose.Voice.Feedback;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Rtp;

/// <summary>Readers survive any datagram and read nothing outside it: spans would throw.</summary>
public sealed class MutatedPacketTests
{
    private const int Count = 1_000_000, MaxBytes = 1500;

    private static readonly byte[][] Seeds =
    [
        Hex.Bytes("b2600102 03040506 0708090a 01010101 02020202 bede0002 10850031 aabb0000 cccccccc 0002"),
        Hex.Bytes("90600102 03040506 0708090a 10000002 01018502 02aabb00 cccccccc"),
        Hex.Bytes("81c8000c 01020304 05060708 090a0b0c 0d0e0f10 00000011 00000012 11121314 15fffffe 191a1b1c 1d1e1f20 21222324 25262728"
            + "81ca0003 01020304 01036162 63000000 81cb0001 01020304"),
        Hex.Bytes("81c90007 01020304 11121314 15fffffe 191a1b1c 1d1e1f20 21222324 25262728 83cc0002 01020304 4e414d45"),
        Hex.Bytes("8bcd0009 0a0b0c0d 01020304 ffff0003 82000000 80000000 05060708 00070001 80010000 00018000"),
    ];

    private readonly FeedbackReader _reader = new();
    private readonly NumberMap _numbers = new();
    private readonly ReportBlock[] _blocks = new ReportBlock[31];
    private readonly uint[] _sources = new uint[31];
    private readonly ReceptionLog _log = new(0x01020304, 8000);
    private readonly CircuitBreaker _breaker = new(Duration.FromSeconds(1), Instant.Zero);
    private int _packets, _levels, _reports, _names, _arrivals;
    private Instant _now;

    [Test]
    public void A_million_mutated_datagrams_are_survived()
    {
        Random random = new(20261124);
        byte[] buffer = new byte[MaxBytes];
        _numbers.Sent(0x01020304, 0xffff, 1);
        for (int i = 0; i < Count; i++)
        {
            _now += Duration.FromMilliseconds(1);
            ReadOnlySpan<byte> datagram = buffer.AsSpan(0, Mutate(random, buffer));
            ReadRtp(datagram);
            ReadRtcp(datagram);
        }
        // Most mutations leave something to read; without it the test would prove nothing.
        Assert.That(new[] { _packets, _levels, _reports, _names, _arrivals }, Is.All.GreaterThan(Count / 200));
    }

    private static int Mutate(Random random, byte[] buffer)
    {
        byte[] seed = Seeds[random.Next(Seeds.Length)];
        int length = random.Next(8) switch
        {
            0 => random.Next(MaxBytes + 1),
            1 => random.Next(seed.Length + 1),
            _ => seed.Length,
        };
        seed.CopyTo(buffer, 0);
        if (length > seed.Length)
            random.NextBytes(buffer.AsSpan(seed.Length, length - seed.Length));
        for (int changes = random.Next(4); changes > 0 && length > 0; changes--)
            buffer[random.Next(Math.Min(length, seed.Length))] = random.Next(3) switch
            {
                0 => 0xff,
                1 => 0,
                _ => (byte)random.Next(256),
            };
        return length;
    }

    private void ReadRtp(ReadOnlySpan<byte> datagram)
    {
        if (!RtpPacket.TryRead(datagram, out RtpPacket packet))
            return;
        _packets++;
        for (int i = 0; i < packet.SourceCount; i++)
            packet.SourceAt(i);
        for (int id = 0; id <= 16; id++)
            if (packet.TryGetLevel(id, out byte level))
                _levels += level <= 127 ? 1 : throw new InvalidOperationException("level");
        _log.Arrived(packet.Header.Number, packet.Header.Timestamp, _now);
        if (packet.Payload.Length + RtpPacket.HeaderBytes > datagram.Length)
            throw new InvalidOperationException("payload");
    }

    private void ReadRtcp(ReadOnlySpan<byte> datagram)
    {
        ReadOnlySpan<byte> rest = datagram;
        while (RtcpPacket.TryTake(ref rest, out RtcpPacket packet))
        {
            if (SenderReport.TryRead(packet.Body, out SenderReport report))
                _log.Heard(report, _now);
            int blocks = SenderReport.ReadBlocks(packet, _blocks);
            _reports += blocks;
            foreach (ReportBlock block in _blocks.AsSpan(0, blocks))
                _breaker.Received(block, new Duration(block.Jitter), _now);
            SourceDescription.ReadGoodbye(packet, _sources);
            ReadOnlySpan<byte> body = packet.Body;
            while (SourceDescription.TryTake(ref body, out _, out _))
                _names++;
            if (CongestionFeedback.TryRead(packet, out CongestionFeedback feedback))
                ReadFeedback(feedback);
        }
        _log.Report(_now);
    }

    private void ReadFeedback(CongestionFeedback feedback)
    {
        _arrivals += _reader.Read(feedback, _numbers).Arrivals.Length;
        ArrivalReport report = _reader.ReadTrunk(feedback, 0x01020304, 70_000);
        _arrivals += report.Arrivals.Length;
        foreach (PacketArrival arrival in report.Arrivals)
            if (arrival.Number > 70_000 || arrival.Held < Duration.Zero)
                throw new InvalidOperationException("arrival");
    }
}
