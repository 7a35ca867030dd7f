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
public readonly record struct TcpInfo(Duration SmoothedRtt, Duration RttVariation, Duration MinRtt,
    int CwndSegments, int SsthreshSegments, int SegmentBytes, long Retransmits, long AckedBytes)
{
    private const int TcpLevel = 6, InfoOption = 11; // IPPROTO_TCP, TCP_INFO
    private const int Bytes = 160; // struct tcp_info up to tcpi_data_segs_out
    private const int SegmentOffset = 16, RttOffset = 68, RttVariationOffset = 72, SsthreshOffset = 76, CwndOffset = 80;
    private const int RetransmitsOffset = 100, AckedOffset = 120, MinRttOffset = 148;

    /// <summary>Reads a socket's state from the kernel.</summary>
    public static TcpInfo Of(Socket socket)
    {
        Span<byte> info = stackalloc byte[Bytes];
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
            (long)BitConverter.ToUInt64(info[AckedOffset..]));
    }

    private static uint Number(ReadOnlySpan<byte> info, int offset) => BitConverter.ToUInt32(info[offset..]);
}

/// <summary>A sample of a connection's state.</summary>
/// <param name="At">The time since the flow's start.</param>
/// <param name="Info">The kernel's TCP_INFO.</param>
public readonly record struct TcpSample(Duration At, TcpInfo Info);
