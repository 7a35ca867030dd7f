using Mongoose.Core.Lines;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Content;

namespace Mongoose.Testbed.Region.Options;

/// <summary>The options of a region. The defaults describe an empty region.</summary>
internal sealed record RegionOptions
{
    public const int OpenSimTexturePacketBytes = 1000;

    /// <summary>All texture packets have OpenSim's size.</summary>
    public static readonly IReadOnlyList<int> OpenSimTexturePackets = [OpenSimTexturePacketBytes];

    public string Name { get; init; } = "Testbed";

    /// <summary>One of <see cref="OutboundNames.All"/>.</summary>
    public string Outbound { get; init; } = OutboundNames.Mongoose;

    /// <summary>Used by <see cref="OutboundNames.Mongoose"/>; the others use only its resend rule.</summary>
    public SendingOptions Sending { get; init; } = SendingOptions.Default;

    /// <summary>The visitor to whom all circuits of the region belong; null: each circuit has a visitor of its own.</summary>
    public string? Visitor { get; init; }

    /// <summary>
    /// The prefix of the names of visitors who have one circuit each; null: they have no names, and no other circuit can find their lines.
    /// </summary>
    public string? VisitorPrefix { get; init; }

    /// <summary>The lines of the run's named visitors.</summary>
    public VisitorLines<string>? Lines { get; init; }

    /// <summary>The region's share of its host's uplink; null if the uplink has no limit.</summary>
    public UplinkShare? Uplink { get; init; }

    /// <summary>The role of each circuit for its visitor.</summary>
    public CircuitRole Role { get; init; }

    /// <summary>
    /// OpenSim's client_throttle_max_bps. The default here is OpenSim's maximum, not its default of 5.12 Mbit/s.
    /// </summary>
    public DataRate ClientMaximum { get; init; } = StockThrottles.LargestClientMaximum;

    /// <summary>The activity of the region's avatars, which determines the rate of terse updates.</summary>
    public Activity Activity { get; init; } = Activity.None;

    /// <summary>The island of the paper's Table I whose rates apply.</summary>
    public Island Island { get; init; } = Island.Cathedral;

    /// <summary>Number of objects in the region; an arriving viewer gets an update of each.</summary>
    public int Prims { get; init; }

    /// <summary>Number of standing avatars; an arriving viewer gets an update and the appearance of each.</summary>
    public int Avatars { get; init; }

    /// <summary>Number of avatars that walk and stand alternately.</summary>
    public int Walkers { get; init; }

    /// <summary>Mean time for which each walker walks, and for which it stands; both are exponentially distributed.</summary>
    public static readonly Duration WalkTime = Duration.FromSeconds(6);

    /// <summary>The time after the region's start at which the walkers stop for good; null: never.</summary>
    public Duration? WalkersStop { get; init; }

    /// <summary>Determines the walkers' times.</summary>
    public long Seed { get; init; } = 1;

    /// <summary>Whether terrain is sent to arriving viewers, and wind and clouds periodically.</summary>
    public bool Landscape { get; init; }

    /// <summary>Textures that viewers can request.</summary>
    public TextureLibrary Textures { get; init; } = TextureLibrary.Default;

    /// <summary>Image data per packet, 12 (a time stamp) to 1000 bytes; packets cycle through several sizes. OpenSim: 1000.</summary>
    public IReadOnlyList<int> TexturePacketBytes { get; init; } = OpenSimTexturePackets;

    /// <summary>Queue limit per channel and circuit.</summary>
    public long QueueLimitBytes { get; init; } = 4 * 1024 * 1024;
}
