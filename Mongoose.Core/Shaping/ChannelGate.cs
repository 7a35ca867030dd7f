using Mongoose.Core.Channels;

namespace Mongoose.Core.Shaping;

/// <summary>Which channels of a circuit may send at present, and which of these beyond their own share.</summary>
public readonly record struct ChannelGate(ChannelSet MaySend, ChannelSet MayBorrow)
{
    public static readonly ChannelGate Open = new(ChannelSet.All, ChannelSet.All), Closed = default;
}
