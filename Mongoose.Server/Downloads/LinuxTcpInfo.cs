using System.Buffers.Binary;
using System.Net.Sockets;
using Mongoose.Core.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Server.Downloads;

/// <summary>TCP_INFO of tcp(7), from Linux 4.18 on.</summary>
internal static class LinuxTcpInfo
{
    private const int TcpLevel = 6, InfoOption = 11, Size = 200; // IPPROTO_TCP, TCP_INFO
    private const int SegmentOffset = 16, UnackedOffset = 24, RttOffset = 68, RetransmitsOffset = 100, ReceivedOffset = 140,
        UnsentOffset = 144;
    private const int MinRttOffset = 148, DeliveredOffset = 192;

    public static bool TryRead(Socket socket, out ConnectionState state)
    {
        state = default;
        Span<byte> info = stackalloc byte[Size];
        if (socket.GetRawSocketOption(TcpLevel, InfoOption, info) < DeliveredOffset + sizeof(uint))
            return false;
        int segment = (int)Math.Clamp(Number(info, SegmentOffset), 1, 65536);
        state = new ConnectionState(
            Duration.FromMicroseconds(Number(info, RttOffset)),
            Duration.FromMicroseconds(Number(info, MinRttOffset)),
            (long)Number(info, DeliveredOffset) * segment,
            (long)Number(info, UnackedOffset) * segment,
            Number(info, UnsentOffset),
            Number(info, RetransmitsOffset),
            Number(info, ReceivedOffset),
            segment);
        return true;
    }

    private static uint Number(ReadOnlySpan<byte> info, int offset) => BinaryPrimitives.ReadUInt32LittleEndian(info[offset..]);
}
