using System.Net.Sockets;

namespace Mongoose.Network.Kernel;

/// <summary>What a connection of the kernel has sent (TCP_INFO of Linux 4.19 and later; with an older kernel all zero).</summary>
/// <param name="Bytes">Payload sent, with retransmissions.</param>
/// <param name="BytesRetransmitted">Payload sent again.</param>
/// <param name="Segments">Segments sent that carry data, with retransmissions.</param>
public readonly record struct TcpTraffic(long Bytes, long BytesRetransmitted, long Segments)
{
    private const int TcpLevel = 6, InfoOption = 11; // IPPROTO_TCP, TCP_INFO
    private const int Size = 216; // struct tcp_info up to tcpi_bytes_retrans
    private const int SegmentsOffset = 156, BytesOffset = 200, RetransmittedOffset = 208;

    /// <summary>Reads a socket's counters from the kernel.</summary>
    public static TcpTraffic Of(Socket socket)
    {
        Span<byte> info = stackalloc byte[Size];
        info.Clear();
        socket.GetRawSocketOption(TcpLevel, InfoOption, info);
        return new TcpTraffic((long)BitConverter.ToUInt64(info[BytesOffset..]), (long)BitConverter.ToUInt64(info[RetransmittedOffset..]),
            BitConverter.ToUInt32(info[SegmentsOffset..]));
    }
}
