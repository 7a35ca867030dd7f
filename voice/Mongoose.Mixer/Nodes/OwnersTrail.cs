using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Nodes;

/// <summary>
/// The latest RTP packet of a port's owner. A packet from another address that goes on with its SSRC, number and timestamp comes from the
/// same source, which has moved: its program opened another socket, or a NAT chose another port.
/// <para>
/// This is no authentication. Who reads the packets on their way knows all three values, and takes over a port whose owner is quiet; but
/// who is there can as well forge the owner's address. A stranger who has to guess needs one SSRC of 2^32, and a number and a timestamp
/// that fit to it.
/// </para>
/// </summary>
/// <param name="clockRate">Ticks per second of timestamps, unless a packet's payload type is a static one of 8000.</param>
internal sealed class OwnersTrail(int clockRate)
{
    /// <summary>By how much timestamps may advance faster or slower than time: jitter, and the delay of the other path.</summary>
    private static readonly Duration Tolerance = Duration.FromMilliseconds(150);

    /// <summary>The shortest packets, those of Opus, limit how many numbers follow in a time.</summary>
    private static readonly Duration ShortestPacket = Duration.FromMilliseconds(2.5);

    private RtpHeader _latest;
    private Instant? _at;

    /// <summary>Notes a datagram of the owner.</summary>
    public void Add(ReadOnlySpan<byte> datagram, Instant now)
    {
        if (TryRead(datagram, out RtpHeader header))
            (_latest, _at) = (header, now);
    }

    /// <summary>Forgets the owner.</summary>
    public void Clear() => _at = null;

    /// <summary>Whether a datagram is a packet that goes on where the owner stopped.</summary>
    public bool IsContinuedBy(ReadOnlySpan<byte> datagram, Instant now)
    {
        if (_at is not { } at || !TryRead(datagram, out RtpHeader header) || header.Ssrc != _latest.Ssrc
            || header.PayloadType != _latest.PayloadType)
            return false;
        int rate = header.PayloadType is 0 or 8 ? AudioFormat.Pcmu.ClockRate : clockRate;
        Duration passed = now - at, spoken = Duration.FromSeconds((double)(int)(header.Timestamp - _latest.Timestamp) / rate);
        short numbers = (short)(header.Number - _latest.Number);
        return numbers > 0 && numbers <= (passed + Tolerance) / ShortestPacket
            && spoken > Duration.Zero && spoken >= passed - Tolerance && spoken <= passed + Tolerance;
    }

    private static bool TryRead(ReadOnlySpan<byte> datagram, out RtpHeader header)
    {
        bool isRead = RtpPacket.TryRead(datagram, out RtpPacket packet) && !RtcpPacket.IsRtcp(datagram);
        header = packet.Header;
        return isRead;
    }
}
