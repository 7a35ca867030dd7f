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

    /// <summary>How it receives and acks.</summary>
    public ViewerHabits Viewer { get; init; } = new();
}
