using System.Buffers.Binary;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Trunks;

/// <summary>
/// RTCP APP packets between mixers, named <c>MNGS</c> (RFC 3550 section 6.7): hellos and notices of sources. The subtype is 0 for a hello
/// and 1 for notices. The RTCP header is followed by the trunk's SSRC (4 bytes), <c>MNGS</c> (4 bytes), and this:
/// <code>
/// hello:   byte 0 version, 1; 1 hops to the root; 2 frame in ms;
///          3 bit 0: refuses audio on this link, other bits reserved;
///          4-7 mixer; 8-11 root; 12-15 run
/// notices: byte 0 version, 1; 1-3 zero; then notices, each padded with zeros to a multiple of 4 bytes:
///   byte 0-1   bytes of the notice with its padding
///        2     bit 0 is pinned, bit 1 has a position, bit 2 is a mix, other bits zero
///        3     zero
///        4, 5  bytes of the name and of the team, at most 63
///        6-7   zero
///        8-11  SSRC; 12-15 origin; 16-19 SSRC at the origin; 20-23 score (IEEE 754)
///        then  position, if any: x, y, z (IEEE 754, 12 bytes); name; team (UTF-8)
/// </code>
/// Numbers have their most significant byte first. Bit 0 is the least significant. Packets of another version are ignored.
/// </summary>
internal static class TrunkControl
{
    private const byte HelloSubtype = 0, NoticesSubtype = 1, Version = 1;
    private const uint Name = 0x4d4e4753;
    private const int NameEnd = 8, VersionBytes = 4;

    /// <summary>Writes a hello.</summary>
    /// <returns>The packet's length in bytes.</returns>
    /// <exception cref="ArgumentException">The datagram is too short.</exception>
    public static int Write(Span<byte> datagram, uint ssrc, in Hello hello)
    {
        Span<byte> body = stackalloc byte[NameEnd + Hello.Bytes];
        WriteName(body, ssrc);
        hello.Write(body[NameEnd..], Version);
        return RtcpPacket.Write(datagram, RtcpPacket.ApplicationType, HelloSubtype, body);
    }

    /// <summary>Reads a hello; returns false if the packet is none.</summary>
    public static bool TryRead(in RtcpPacket packet, out Hello hello)
    {
        bool isHello = IsOurs(packet, HelloSubtype) && packet.Body.Length == NameEnd + Hello.Bytes;
        hello = isHello ? Hello.Read(packet.Body[NameEnd..]) : default;
        return isHello;
    }

    /// <summary>Whether a packet is from a mixer of another version.</summary>
    public static bool IsOtherVersion(in RtcpPacket packet) =>
        IsOurName(packet) && packet.Body.Length > NameEnd && packet.Body[NameEnd] != Version;

    /// <summary>Writes the notices that fit.</summary>
    /// <param name="datagram">Receives the packet.</param>
    /// <param name="ssrc">The trunk's SSRC.</param>
    /// <param name="written">The number of notices written.</param>
    /// <returns>The packet's length in bytes; 0 if no notice fits.</returns>
    public static int Write(Span<byte> datagram, uint ssrc, ReadOnlySpan<SourceNotice> notices, out int written)
    {
        written = 0;
        int length = RtcpPacket.HeaderBytes + NameEnd + VersionBytes;
        if (datagram.Length < length)
            return 0;
        datagram = datagram[..Math.Min(datagram.Length, RtcpPacket.MaxBytes)];
        while (written < notices.Length && NoticeFormat.Write(datagram[length..], notices[written]) is > 0 and int bytes)
        {
            length += bytes;
            written++;
        }
        if (written == 0)
            return 0;
        Span<byte> body = datagram[RtcpPacket.HeaderBytes..length];
        WriteName(body, ssrc);
        BinaryPrimitives.WriteUInt32BigEndian(body[NameEnd..], Version << 24);
        return RtcpPacket.Write(datagram, RtcpPacket.ApplicationType, NoticesSubtype, body);
    }

    /// <summary>Adds the packet's notices to a list; a malformed one ends them. Returns false if the packet has none.</summary>
    public static bool TryRead(in RtcpPacket packet, List<SourceNotice> notices)
    {
        if (!IsOurs(packet, NoticesSubtype))
            return false;
        ReadOnlySpan<byte> rest = packet.Body[(NameEnd + VersionBytes)..];
        int before = notices.Count;
        while (NoticeFormat.Take(ref rest) is { } notice)
            notices.Add(notice);
        return notices.Count > before;
    }

    private static void WriteName(Span<byte> body, uint ssrc)
    {
        BinaryPrimitives.WriteUInt32BigEndian(body, ssrc);
        BinaryPrimitives.WriteUInt32BigEndian(body[4..], Name);
    }

    private static bool IsOurs(in RtcpPacket packet, byte subtype) =>
        IsOurName(packet) && packet.Count == subtype && packet.Body.Length >= NameEnd + VersionBytes && packet.Body[NameEnd] == Version;

    private static bool IsOurName(in RtcpPacket packet) =>
        packet.Type == RtcpPacket.ApplicationType && packet.Body.Length >= NameEnd
        && BinaryPrimitives.ReadUInt32BigEndian(packet.Body[4..]) == Name;
}
