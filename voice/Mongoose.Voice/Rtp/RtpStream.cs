using Mongoose.Core.Units;

namespace Mongoose.Voice.Rtp;

/// <summary>The sender's side of one stream to one destination: numbers its packets and counts them for sender reports.</summary>
/// <param name="first">The first number; RFC 3550 section 5.1 wants it random.</param>
/// <param name="clockRate">Ticks of the timestamps' clock in a second.</param>
internal sealed class RtpStream(uint ssrc, ushort first, int clockRate)
{
    /// <summary>After this time without a packet, the next one has the marker bit (RFC 3551 section 4.1).</summary>
    public static readonly Duration Pause = Duration.FromMilliseconds(100);

    private ushort _next = first;
    private uint _timestamp;
    private Instant _sentAt;

    public uint Ssrc { get; } = ssrc;

    /// <summary>Packets so far; wraps.</summary>
    public uint Packets { get; private set; }

    /// <summary>Bytes of payload so far; wraps.</summary>
    public uint PayloadBytes { get; private set; }

    /// <summary>The header of the next packet, which counts as sent.</summary>
    /// <param name="timestamp">The packet's timestamp: that of the source, or of the mix.</param>
    /// <param name="payloadType">0 to 127.</param>
    public RtpHeader Next(uint timestamp, byte payloadType, int payloadBytes, Instant now)
    {
        bool isMarked = Packets == 0 || now - _sentAt > Pause;
        (_timestamp, _sentAt) = (timestamp, now);
        Packets++;
        PayloadBytes += (uint)payloadBytes;
        return new RtpHeader(payloadType, isMarked, _next++, timestamp, Ssrc);
    }

    /// <summary>Leaves out a number: the receiver treats its packet as lost.</summary>
    public void Skip() => _next++;

    /// <summary>The sender report for now; its timestamp is that of the last packet plus the time since then.</summary>
    /// <param name="ntp">The time in 2^-32 s, since 1900 or any other origin.</param>
    /// <param name="now">The same time.</param>
    public SenderReport Report(ulong ntp, Instant now) =>
        new(Ssrc, ntp, Packets == 0 ? 0 : _timestamp + (uint)MediaClock.TicksIn(now - _sentAt, clockRate), Packets, PayloadBytes);
}
