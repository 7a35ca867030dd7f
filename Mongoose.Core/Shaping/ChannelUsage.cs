using System.Numerics;

namespace Mongoose.Core.Shaping;

/// <summary>Packets and bytes sent from channels' own shares, and with borrowed tokens.</summary>
public record struct ChannelUsage(long OwnPackets, long OwnBytes, long BorrowedPackets, long BorrowedBytes)
    : ISubtractionOperators<ChannelUsage, ChannelUsage, ChannelUsage>
{
    public readonly long Packets => OwnPackets + BorrowedPackets;
    public readonly long Bytes => OwnBytes + BorrowedBytes;

    public static ChannelUsage operator +(ChannelUsage a, ChannelUsage b) => new(
        a.OwnPackets + b.OwnPackets, a.OwnBytes + b.OwnBytes, a.BorrowedPackets + b.BorrowedPackets, a.BorrowedBytes + b.BorrowedBytes);

    public static ChannelUsage operator -(ChannelUsage a, ChannelUsage b) => new(
        a.OwnPackets - b.OwnPackets, a.OwnBytes - b.OwnBytes, a.BorrowedPackets - b.BorrowedPackets, a.BorrowedBytes - b.BorrowedBytes);

    /// <summary>Adds a packet.</summary>
    public void Count(int bytes, bool borrowed)
    {
        if (borrowed)
        {
            BorrowedPackets++;
            BorrowedBytes += bytes;
        }
        else
        {
            OwnPackets++;
            OwnBytes += bytes;
        }
    }
}
