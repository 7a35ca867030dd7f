namespace Mongoose.Core.Channels;

/// <summary>A set of channels, one bit each (bit = <see cref="Channel"/> value).</summary>
[Flags]
public enum ChannelSet
{
    None = 0,
    Resend = 1 << Channel.Resend,
    Land = 1 << Channel.Land,
    Wind = 1 << Channel.Wind,
    Cloud = 1 << Channel.Cloud,
    Task = 1 << Channel.Task,
    Texture = 1 << Channel.Texture,
    Asset = 1 << Channel.Asset,
    All = Resend | Land | Wind | Cloud | Task | Texture | Asset,
}
