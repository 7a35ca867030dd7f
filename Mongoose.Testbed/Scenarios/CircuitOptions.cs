using Mongoose.Core.RateControl;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Viewers on circuits of one region.</summary>
internal sealed record CircuitOptions : FlowKind
{
    /// <summary>As the module sends unless its operator changes it.</summary>
    public static readonly SendingOptions AsShipped = SendingOptions.Default with { PathControl = PathControlOptions.Default, FastResend = true };

    /// <summary>One of <see cref="OutboundNames.All"/>.</summary>
    public string Server { get; init; } = OutboundNames.Mongoose;

    /// <summary>Of <see cref="OutboundNames.Mongoose"/> only.</summary>
    public SendingOptions Sending { get; init; } = AsShipped;

    /// <summary>What decides the rate that the viewer asks for: one of <see cref="RateControllers.Names"/>.</summary>
    public string Controller { get; init; } = FixedController.ControllerName;

    /// <summary>What a viewer with the fixed controller asks for, once; others begin and end as <see cref="RateControl"/> says.</summary>
    public DataRate Throttle { get; init; } = DataRate.FromKilobitsPerSecond(1500);

    public RateControlOptions RateControl { get; init; } = RateControlOptions.Default;

    /// <summary>What the avatars of the region do.</summary>
    public Activity Activity { get; init; } = Activity.Walking;

    public Island Island { get; init; } = Island.Cathedral;

    /// <summary>Whether the viewer downloads textures all the time.</summary>
    public bool Textures { get; init; } = true;

    /// <summary>
    /// Image data in a packet, sizes that take turns: with less than OpenSim's, the mean packet can be made as large as the paper's.
    /// </summary>
    public IReadOnlyList<int> TexturePacketBytes { get; init; } = RegionOptions.OpenSimTexturePackets;

    /// <summary>Objects that it is told of when it arrives.</summary>
    public int Prims { get; init; }

    /// <summary>Avatars that stand in the region when it arrives.</summary>
    public int Avatars { get; init; }

    /// <summary>The region's UDP port on the host's clock, of an OpenSimulator its TCP port too; 0 takes a free one.</summary>
    public ushort Port { get; init; }

    /// <summary>Content of the Asset channel that the viewer downloads when it arrives.</summary>
    public int Assets { get; init; }

    /// <summary>
    /// Share of what can arrive in the run, 0 to 1: the textures that are asked for first are as many as fit into it, in an order drawn from the
    /// seed, and the time until all of them are complete is measured. 0: none are timed, and their order is the library's.
    /// </summary>
    public double FirstTexturesShare { get; init; }

    /// <summary>Whether to measure by channel too, and what the circuit costs its server.</summary>
    public bool Details { get; init; }

    /// <summary>How it receives and acks.</summary>
    public ViewerHabits Viewer { get; init; } = new();

    public override string Key => "circuit";

    public override IEnumerable<(string? Key, string Reason)> ObstaclesIn(PlaceKind place)
    {
        if (place != PlaceKind.OpenSim)
            yield break;
        if (TexturePacketBytes.Any(bytes => bytes != RegionOptions.OpenSimTexturePacketBytes))
            yield return ("texturePacketBytes", $"with regions openSim {RegionOptions.OpenSimTexturePacketBytes} is allowed");
        if (Avatars > 0)
            yield return ("avatars", "with regions openSim 0 is allowed");
    }
}
