using System.Net.Sockets;
using Mongoose.Core.Units;

namespace Mongoose.Network.Kernel;

/// <summary>The kernel's state of a connection (TCP_INFO of tcp(7)). Fields that an older kernel does not report are zero.</summary>
/// <param name="SmoothedRtt">SRTT of RFC 6298.</param>
/// <param name="RttVariation">RTTVAR of RFC 6298.</param>
/// <param name="MinRtt">The minimum RTT of the last five minutes.</param>
/// <param name="CwndSegments">The congestion window, in segments.</param>
/// <param name="SsthreshSegments">The slow start threshold, in segments; 2^31 - 1 before the first loss.</param>
/// <param name="SegmentBytes">The current maximum payload of a segment.</param>
/// <param name="Retransmits">Segments retransmitted so far.</param>
/// <param name="AckedBytes">Payload that the receiver has acknowledged.</param>
/// <param name="SentSegments">Segments sent that carry data, with retransmissions.</param>
/// <param name="SentBytes">Payload sent, with retransmissions (Linux 4.19 and later).</param>
/// <param name="RetransmittedBytes">Payload sent again (Linux 4.19 and later).</param>
/// <param name="ReceivedSegments">Segments received that carry data, repeated ones too.</param>
public readonly record struct TcpInfo(Duration SmoothedRtt, Duration RttVariation, Duration MinRtt,
    int CwndSegments, int SsthreshSegments, int SegmentBytes, long Retransmits, long AckedBytes,
    long SentSegments, long SentBytes, long RetransmittedBytes, long ReceivedSegments)
{
    private const int TcpLevel = 6, InfoOption = 11; // IPPROTO_TCP, TCP_INFO
    private const int Size = 216; // struct tcp_info up to tcpi_bytes_retrans
    private const int SegmentOffset = 16, RttOffset = 68, RttVariationOffset = 72, SsthreshOffset = 76, CwndOffset = 80;
    private const int RetransmitsOffset = 100, AckedOffset = 120, MinRttOffset = 148, ReceivedSegmentsOffset = 152;
    private const int SentSegmentsOffset = 156, SentBytesOffset = 200, RetransmittedBytesOffset = 208;

    /// <summary>Reads a socket's state from the kernel.</summary>
    public static TcpInfo Of(Socket socket)
    {
        Span<byte> info = stackalloc byte[Size];
        info.Clear();
        socket.GetRawSocketOption(TcpLevel, InfoOption, info);
        return new TcpInfo(
            Duration.FromMicroseconds(Number(info, RttOffset)),
            Duration.FromMicroseconds(Number(info, RttVariationOffset)),
            Duration.FromMicroseconds(Number(info, MinRttOffset)),
            (int)Number(info, CwndOffset),
            (int)Number(info, SsthreshOffset),
            (int)Number(info, SegmentOffset),
            Number(info, RetransmitsOffset),
            LongNumber(info, AckedOffset),
            Number(info, SentSegmentsOffset),
            LongNumber(info, SentBytesOffset),
            LongNumber(info, RetransmittedBytesOffset),
            Number(info, ReceivedSegmentsOffset));
    }

    private static uint Number(ReadOnlySpan<byte> info, int offset) => BitConverter.ToUInt32(info[offset..]);

    private static long LongNumber(ReadOnlySpan<byte> info, int offset) => (long)BitConverter.ToUInt64(info[offset..]);
}

/// <summary>A sample of a connection's state.</summary>
/// <param name="At">The time since the flow's start.</param>
/// <param name="Info">The kernel's TCP_INFO.</param>
public readonly record struct TcpSample(Duration At, TcpInfo Info);
