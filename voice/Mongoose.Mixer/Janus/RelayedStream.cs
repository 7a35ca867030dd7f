using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Janus;

/// <summary>
/// Joins successive RTP streams into one, with one SSRC, consecutive numbers and continuous timestamps. A room accepts one stream per
/// participant, and a restarted mixer begins another one.
/// </summary>
internal sealed class RelayedStream(AudioFormat format, byte payloadType, uint ssrc)
{
    private readonly byte[] _datagram = new byte[2048];
    private SequenceExtender _extender;
    private uint _source, _numberOffset, _timestampOffset, _highest, _latestTimestamp;
    private Instant _latestAt;
    private bool _hasSource, _hasSent;

    /// <summary>Passes a packet on.</summary>
    /// <returns>The packet to send, valid until the next call; empty if it is too long.</returns>
    public ReadOnlySpan<byte> Pass(in RtpPacket packet, Instant now)
    {
        RtpHeader header = packet.Header;
        if (packet.Payload.Length > _datagram.Length - RtpPacket.HeaderBytes)
            return [];
        bool isNew = !_hasSource || header.Ssrc != _source;
        if (isNew)
            Begin(header, now);
        uint number = _extender.Extend(header.Number) + _numberOffset;
        uint timestamp = header.Timestamp + _timestampOffset;
        if (!_hasSent || (int)(number - _highest) > 0)
            (_highest, _latestTimestamp, _latestAt, _hasSent) = (number, timestamp, now, true);
        return Write(new RtpHeader(payloadType, header.IsMarked || isNew, (ushort)number, timestamp, ssrc), packet.Payload);
    }

    /// <summary>A packet of the stream's own, for example of silence. The next packet is treated as one of another source.</summary>
    public ReadOnlySpan<byte> Own(ReadOnlySpan<byte> payload, Instant now)
    {
        (_highest, _latestTimestamp, _latestAt) = (_highest + 1, _latestTimestamp + Elapsed(now), now);
        (_hasSource, _hasSent) = (false, true);
        return Write(new RtpHeader(payloadType, true, (ushort)_highest, _latestTimestamp, ssrc), payload);
    }

    private void Begin(in RtpHeader header, Instant now)
    {
        _extender = default;
        _numberOffset = _highest + 1 - _extender.Extend(header.Number);
        _timestampOffset = _latestTimestamp + Elapsed(now) - header.Timestamp;
        (_source, _hasSource) = (header.Ssrc, true);
    }

    private uint Elapsed(Instant now) => _hasSent ? (uint)(long)((now - _latestAt).Seconds * format.ClockRate) : 0;

    private ReadOnlySpan<byte> Write(RtpHeader header, ReadOnlySpan<byte> payload) =>
        _datagram.AsSpan(0, RtpPacket.Write(_datagram, header, [], payload));
}
