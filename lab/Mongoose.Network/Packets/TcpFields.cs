namespace Mongoose.Network.Packets;

/// <summary>
/// The fields of a TCP header (RFC 9293 section 3.1) that a middlebox reads. Sequence numbers are modulo 2^32. A segment of simulated TCP
/// shows the same fields, so that one rule serves both.
/// </summary>
/// <param name="Flags">The control bits.</param>
/// <param name="Sequence">The number of the first byte.</param>
/// <param name="PayloadBytes">Payload in bytes; SYN and FIN are not included.</param>
/// <param name="Acknowledgment">
/// The next byte that the sender of this segment expects; valid with <see cref="TcpFlags.Ack"/>.
/// </param>
/// <param name="Window">
/// The window field: in units of 2^scale bytes, or of bytes in a segment with SYN. In simulated TCP without a scale, it can be above
/// 65535.
/// </param>
/// <param name="WindowScale">
/// The shift of the window scale option (RFC 7323 section 2.2) as received, in a segment with SYN; null without the option.
/// </param>
/// <param name="MaxSegmentBytes">
/// The maximum segment size option (RFC 9293 section 3.7.1), in a segment with SYN; null without the option.
/// </param>
/// <param name="Timestamps">The timestamps option (RFC 7323 section 3); null without it.</param>
public readonly record struct TcpFields(
    TcpFlags Flags, uint Sequence, int PayloadBytes, uint Acknowledgment, uint Window, byte? WindowScale, ushort? MaxSegmentBytes,
    TcpTimestamps? Timestamps)
{
    public bool Has(TcpFlags flags) => (Flags & flags) != 0;
}

/// <summary>The timestamps option of a TCP segment. The values are modulo 2^32, in units that each sender chooses.</summary>
/// <param name="Value">TSval: the sender's clock.</param>
/// <param name="Echo">TSecr: a timestamp that the sender of this segment has received; valid with <see cref="TcpFlags.Ack"/>.</param>
public readonly record struct TcpTimestamps(uint Value, uint Echo);

/// <summary>The control bits of a TCP header (RFC 9293 section 3.1), with their values on the wire.</summary>
[Flags]
public enum TcpFlags : byte
{
    None = 0,
    Fin = 0x01,
    Syn = 0x02,
    Rst = 0x04,
    Push = 0x08,
    Ack = 0x10,
    Urgent = 0x20,
    EcnEcho = 0x40,
    CongestionWindowReduced = 0x80,
}
