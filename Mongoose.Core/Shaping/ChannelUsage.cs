using System.Numerics;
using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>Packets sent from channels' own shares, and with borrowed tokens.</summary>
public record struct ChannelUsage(PacketCount Own, PacketCount Borrowed)
    : ISubtractionOperators<ChannelUsage, ChannelUsage, ChannelUsage>
{
    public readonly long Packets => Own.Packets + Borrowed.Packets;
    public readonly long Bytes => Own.Bytes + Borrowed.Bytes;

    public static ChannelUsage operator +(ChannelUsage a, ChannelUsage b) => new(a.Own + b.Own, a.Borrowed + b.Borrowed);

    public static ChannelUsage operator -(ChannelUsage a, ChannelUsage b) => new(a.Own - b.Own, a.Borrowed - b.Borrowed);

    /// <summary>Adds a packet.</summary>
    public void Count(int bytes, bool borrowed)
    {
        if (borrowed)
            Borrowed = Borrowed.WithPacket(bytes);
        else
            Own = Own.WithPacket(bytes);
    }
}
