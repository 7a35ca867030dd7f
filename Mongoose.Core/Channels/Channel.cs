namespace Mongoose.Core.Channels;

/// <summary>
/// The seven throttle channels of an LLUDP circuit; the value is the position in AgentThrottle (viewers' TC_*,
/// OpenSim's ThrottleOutPacketType).
/// </summary>
public enum Channel
{
    Resend = 0,
    Land = 1,
    Wind = 2,
    Cloud = 3,
    Task = 4,
    Texture = 5,
    Asset = 6,
}

/// <summary>The names of channels.</summary>
public static class ChannelNames
{
    /// <summary>The name in metrics and in the page's data.</summary>
    public static string Name(this Channel channel) => channel.ToString().ToLowerInvariant();
}
