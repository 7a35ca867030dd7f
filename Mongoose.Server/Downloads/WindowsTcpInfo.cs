using System.Buffers.Binary;
using System.Net.Sockets;
using Mongoose.Core.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Server.Downloads;

/// <summary>TCP_INFO_v0 of SIO_TCP_INFO, from Windows 10 1703 on. Not tested on Windows.</summary>
internal static class WindowsTcpInfo
{
    private const int Request = unchecked((int)0xD8000027); // SIO_TCP_INFO
    private const int Size = 88, SegmentOffset = 4, RttOffset = 20, MinRttOffset = 24, InFlightOffset = 28, SentOffset = 48,
        RetransmittedOffset = 68;

    /// <summary>An ack usually covers two segments. Windows does not count acks.</summary>
    private const int SegmentsOfAck = 2;

    public static bool TryRead(Socket socket, long written, out ConnectionState state)
    {
        state = default;
        byte[] info = new byte[Size];
        if (socket.IOControl(Request, new byte[sizeof(uint)], info) < RetransmittedOffset + sizeof(uint))
            return false;
        int segment = (int)Math.Clamp(Number(info, SegmentOffset), 1, 65536);
        long sent = (long)BinaryPrimitives.ReadUInt64LittleEndian(info.AsSpan(SentOffset)), inFlight = Number(info, InFlightOffset);
        long delivered = Math.Max(0, sent - inFlight);
        state = new ConnectionState(
            Duration.FromMicroseconds(Number(info, RttOffset)),
            Duration.FromMicroseconds(Number(info, MinRttOffset)),
            delivered,
            inFlight,
            Math.Max(0, written - sent),
            Number(info, RetransmittedOffset) / segment,
            delivered / (SegmentsOfAck * segment),
            segment);
        return true;
    }

    private static uint Number(byte[] info, int offset) => BinaryPrimitives.ReadUInt32LittleEndian(info.AsSpan(offset));
}
