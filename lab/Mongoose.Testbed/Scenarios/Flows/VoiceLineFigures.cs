using System.Collections.Concurrent;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Testbed.Results.Series;
using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// Voice on the line: rates including RTCP; loss and one-way delay of RTP packets, which SSRC and sequence number identify. Each end may
/// call it on its own thread.
/// </summary>
/// <param name="origin">The run's start on the clock of both ends.</param>
/// <param name="record">The flow's record.</param>
internal sealed class VoiceLineFigures(Instant origin, FlowRecord record)
{
    private readonly OneWayFigures _packets = new(origin, record);
    private readonly ConcurrentDictionary<(uint Ssrc, ushort Number), (int Number, Instant At)> _sent = new();
    private readonly double[] _delaySums = new double[record.Bins];
    private readonly long[] _delayCounts = new long[record.Bins];
    private int _count;
    private long _receivedStreams;

    /// <summary>The delay of the latest packet that arrived.</summary>
    public Duration LatestDelay { get; private set; }

    /// <summary>Adds a datagram that the sending end sends.</summary>
    public void Sent(ReadOnlySpan<byte> datagram, Instant now)
    {
        int bytes = datagram.Length + DatagramPacket.HeaderBytes;
        if (RtcpPacket.IsRtcp(datagram) || !RtpPacket.TryRead(datagram, out RtpPacket packet))
        {
            record.Sent.Add(now - origin, bytes);
            return;
        }
        _sent[(packet.Header.Ssrc, packet.Header.Number)] = (_count++, now);
        _packets.Sent(now, bytes);
    }

    /// <summary>Adds a datagram that comes over the line.</summary>
    public void Received(ReadOnlySpan<byte> datagram, Instant now)
    {
        int bytes = datagram.Length + DatagramPacket.HeaderBytes;
        if (RtcpPacket.IsRtcp(datagram) || !RtpPacket.TryRead(datagram, out RtpPacket packet)
            || !_sent.TryGetValue((packet.Header.Ssrc, packet.Header.Number), out (int Number, Instant At) sent))
        {
            record.Line.Add(now - origin, bytes);
            return;
        }
        if (!_packets.Arrived(now, sent.Number, bytes, now - sent.At))
            return;
        AddDelay(now - origin, now - sent.At);
        if (record.IsMeasured(now - origin))
            _receivedStreams += StreamsIn(datagram);
    }

    /// <summary>Adds the figures to the record; to be called when neither end's thread uses it.</summary>
    /// <param name="frame">The audio in a packet.</param>
    public void Add(Duration frame)
    {
        _packets.Add();
        record.Extra.Add(("receivedStreams.mean", _receivedStreams * (frame / record.MeasuredPart(Duration.Zero, Duration.MaxValue))));
    }

    /// <summary>Adds the mean delay of each bin to the record; to be called after <see cref="Add"/>.</summary>
    public void AddDelayOverTime()
    {
        double[] means = _delaySums.Take(record.Bins)
            .Select((sum, bin) => _delayCounts[bin] == 0 ? double.NaN : sum / _delayCounts[bin]).ToArray();
        record.Series.Add(TimeSeries.Binned($"{record.Name}.delayOverTimeMs", "ms", record.Bin, means));
    }

    private void AddDelay(Duration at, Duration delay)
    {
        LatestDelay = delay;
        long bin = at.Nanoseconds / record.Bin.Nanoseconds;
        if (bin >= _delaySums.Length)
            return;
        _delaySums[bin] += delay.Milliseconds;
        _delayCounts[bin]++;
    }

    private static int StreamsIn(ReadOnlySpan<byte> datagram)
    {
        if (!TrunkReader.TryRead(datagram, out TrunkReader reader))
            return 1;
        int streams = 0;
        while (reader.TryNext(out _, out _))
            streams++;
        return streams;
    }
}
