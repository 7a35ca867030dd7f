using System.Buffers.Binary;

namespace Mongoose.Tests.Network.Packets;

/// <summary>Checksums computed over all bytes that they cover (RFC 1071), independently of the code that updates them.</summary>
internal static class FullChecksum
{
    private const int IpChecksum = 10, TcpChecksum = 16;

    /// <summary>The one's complement sum; over bytes that include their correct checksum it is 0xFFFF.</summary>
    public static ushort Sum(params byte[][] parts)
    {
        uint sum = 0;
        foreach (byte[] part in parts)
        {
            for (int i = 0; i < part.Length; i++)
                sum += (uint)(part[i] << (i % 2 == 0 ? 8 : 0));
        }
        while (sum > 0xFFFF)
            sum = (sum & 0xFFFF) + (sum >> 16);
        return (ushort)sum;
    }

    /// <summary>
    /// Whether the IP header and the whole TCP segment, with its pseudo header (RFC 9293 section 3.1), have correct checksums.
    /// </summary>
    public static bool IsCorrect(byte[] packet) => Sum(packet[..HeaderBytes(packet)]) == 0xFFFF && SumOfSegment(packet) == 0xFFFF;

    /// <summary>Writes both checksums.</summary>
    public static void Write(byte[] packet)
    {
        int header = HeaderBytes(packet);
        Span<byte> ofIp = packet.AsSpan(IpChecksum, 2), ofTcp = packet.AsSpan(header + TcpChecksum, 2);
        ofIp.Clear();
        ofTcp.Clear();
        BinaryPrimitives.WriteUInt16BigEndian(ofIp, (ushort)~Sum(packet[..header]));
        BinaryPrimitives.WriteUInt16BigEndian(ofTcp, (ushort)~SumOfSegment(packet));
    }

    private static ushort SumOfSegment(byte[] packet)
    {
        byte[] segment = packet[HeaderBytes(packet)..];
        return Sum(packet[12..20], [0, packet[9], (byte)(segment.Length >> 8), (byte)segment.Length], segment);
    }

    private static int HeaderBytes(byte[] packet) => (packet[0] & 0xF) * 4;
}
