using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Testbed.Visits;

/// <summary>One viewer's visit to one region over a link: everything about it but the clock that it runs on.</summary>
internal sealed record VisitPlan
{
    public required RegionOptions Region { get; init; }

    /// <summary>What the viewer does; the region's address is filled in when the link to it exists.</summary>
    public required ViewerOptions Viewer { get; init; }

    public LinkOptions ToServer { get; init; } = new();

    public LinkOptions ToClient { get; init; } = new();

    /// <summary>From the viewer's arrival.</summary>
    public Duration Length { get; init; } = Duration.FromSeconds(10);

    /// <summary>Textures whose download is timed.</summary>
    public IReadOnlyList<Guid> TimedTextures { get; init; } = [];

    /// <summary>The region's UDP port; 0 takes a free one.</summary>
    public int Port { get; init; }

    /// <summary>
    /// The circuit's rate as the user gave it, of which use is a share. The viewer asks for it by channel, in whole bits, and OpenSim raises
    /// the smallest channels to its floors, so what the region grants differs a little.
    /// </summary>
    public required DataRate Throttle { get; init; }

    /// <summary>Rate of the downstream line if it carries less than <see cref="Throttle"/>.</summary>
    public DataRate? Line => ToClient.Bandwidth is FixedBandwidth { Rate: var line } && line < Throttle ? line : null;

    public Duration RoundTrip => ToServer.Delay + ToClient.Delay;
}
