using BenchmarkDotNet.Attributes;
using Mongoose.Core.Units;
using Mongoose.Voice.Feedback;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Rtp;

namespace Mongoose.Benchmarks;

/// <summary>
/// A packet of PCMU with three contributing sources, and a report on 200 ms of arrivals: 10 of a trunk, or 80 of eight streams.
/// </summary>
public class RtpBenchmarks
{
    private const uint Ssrc = 7;

    private readonly byte[] _datagram = new byte[1500], _feedback = new byte[1500], _payload = new byte[160];
    private readonly uint[] _sources = [1, 2, 3];
    private readonly RtpStream _stream = new(Ssrc, 1, 8000);
    private readonly ReceptionLog _log = new(Ssrc, 8000);
    private readonly FeedbackReader _reader = new();
    private PacketArrival[] _arrivals = [];
    private Instant _now;
    private uint _timestamp;

    [Params(10, 80)]
    public int Arrivals { get; set; }

    [GlobalSetup]
    public void Setup() =>
        _arrivals = Enumerable.Range(0, Arrivals).Select(i => new PacketArrival((uint)i, Duration.FromMilliseconds(i))).ToArray();

    /// <summary>Header, write, read, account of the receiver.</summary>
    [Benchmark]
    public bool Packet()
    {
        _now += Duration.FromMilliseconds(20);
        int length = RtpPacket.Write(_datagram, _stream.Next(_timestamp += 160, 0, _payload.Length, _now), _sources, _payload);
        return !RtcpPacket.IsRtcp(_datagram) && RtpPacket.TryRead(_datagram.AsSpan(0, length), out RtpPacket packet)
            && _log.Arrived(packet.Header.Number, packet.Header.Timestamp, _now);
    }

    /// <summary>Build, write, read, arrivals for the controller.</summary>
    [Benchmark]
    public int Report()
    {
        _now += Duration.FromMilliseconds(50);
        FeedbackBuilder builder = new(_feedback, 1);
        builder.TryAdd(Ssrc, new ArrivalReport(_now, _arrivals));
        ReadOnlySpan<byte> rest = _feedback.AsSpan(0, builder.End(_now));
        return RtcpPacket.TryTake(ref rest, out RtcpPacket packet) && CongestionFeedback.TryRead(packet, out CongestionFeedback feedback)
            ? _reader.ReadTrunk(feedback, Ssrc, 1000).Arrivals.Length
            : throw new InvalidOperationException("The report is unreadable.");
    }
}
