using Mongoose.Core.Channels;

namespace Mongoose.Client.Viewers;

/// <summary>Maps the Type of a LayerData message to its channel: 'L' land, '7' wind, '8' cloud.</summary>
public static class LayerTypes
{
    private const byte Land = (byte)'L', Wind = (byte)'7', Cloud = (byte)'8';

    /// <exception cref="ArgumentOutOfRangeException">The channel carries no layers.</exception>
    public static byte Of(Channel channel) => channel switch
    {
        Channel.Land => Land,
        Channel.Wind => Wind,
        Channel.Cloud => Cloud,
        _ => throw new ArgumentOutOfRangeException(nameof(channel), channel, "allowed: Land, Wind, Cloud"),
    };

    /// <summary>Unknown types (large regions use other letters) are land.</summary>
    public static Channel ChannelOf(byte type) => type switch
    {
        Wind => Channel.Wind,
        Cloud => Channel.Cloud,
        _ => Channel.Land,
    };
}
