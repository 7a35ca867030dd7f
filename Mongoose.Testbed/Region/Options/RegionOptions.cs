using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Content;

namespace Mongoose.Testbed.Region.Options;

/// <summary>What a region is like. The defaults are an empty region.</summary>
internal sealed record RegionOptions
{
    public const int OpenSimTexturePacketBytes = 1000;

    /// <summary>All texture packets are as OpenSim's.</summary>
    public static readonly IReadOnlyList<int> OpenSimTexturePackets = [OpenSimTexturePacketBytes];

    public string Name { get; init; } = "Testbed";

    /// <summary>One of <see cref="OutboundNames.All"/>.</summary>
    public string Outbound { get; init; } = OutboundNames.Mongoose;

    /// <summary>Used by <see cref="OutboundNames.Mongoose"/> only.</summary>
    public SendingOptions Sending { get; init; } = SendingOptions.Default;

    /// <summary>OpenSim's client_throttle_max_bps; the default is the largest that it allows, and not its own default of 5.12 Mbit/s.</summary>
    public DataRate ClientMaximum { get; init; } = StockThrottles.LargestClientMaximum;

    /// <summary>What the avatars of the region do; sets the rate of terse updates.</summary>
    public Activity Activity { get; init; } = Activity.None;

    /// <summary>Whose figures of the paper's Table I that rate follows.</summary>
    public Island Island { get; init; } = Island.Cathedral;

    /// <summary>Objects of the region; a viewer that arrives gets an update of each.</summary>
    public int Prims { get; init; }

    /// <summary>Avatars that stand there; a viewer that arrives gets an update and the appearance of each.</summary>
    public int Avatars { get; init; }

    /// <summary>Whether terrain is sent to arriving viewers, and wind and clouds from time to time.</summary>
    public bool Landscape { get; init; }

    /// <summary>Textures that viewers may ask for.</summary>
    public TextureLibrary Textures { get; init; } = TextureLibrary.Default;

    /// <summary>Image data in a packet, 12 (a time stamp) to 1000; several sizes take turns. As in OpenSim 1000.</summary>
    public IReadOnlyList<int> TexturePacketBytes { get; init; } = OpenSimTexturePackets;

    /// <summary>Of one channel of one circuit.</summary>
    public long QueueLimitBytes { get; init; } = 4 * 1024 * 1024;
}
