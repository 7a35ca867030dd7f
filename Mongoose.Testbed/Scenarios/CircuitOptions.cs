using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.RateControl;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Viewers on circuits of one region.</summary>
internal sealed record CircuitOptions : FlowKind
{
    /// <summary>As the module sends unless its operator changes it.</summary>
    public static readonly SendingOptions AsShipped = SendingOptions.Default with { PathControl = PathControlOptions.Default, FastResend = true };

    [Setting("server", NamesIn = typeof(OutboundNames), NamesMember = nameof(OutboundNames.All), Text = "whose outbound loop")]
    public string Server { get; init; } = OutboundNames.Mongoose;

    /// <summary>Of <see cref="OutboundNames.Mongoose"/> only.</summary>
    [Inlined(As = typeof(CircuitSending))]
    public SendingOptions Sending { get; init; } = AsShipped;

    [Setting("controller", NamesIn = typeof(RateControllers), Range = "a name of [RATE-CONTROL.md](RATE-CONTROL.md)",
        Text = "what chooses the rate that the viewer asks for")]
    public string Controller { get; init; } = FixedController.ControllerName;

    /// <summary>What a viewer with the fixed controller asks for, once; others begin and end as <see cref="RateControl"/> says.</summary>
    [Setting("throttleKbps", Min = 8, Max = 8192, Unit = "kbit/s", Text = "the rate that it asks for with the controller `fixed`; others go by `settingKbps`, `minKbps` and `maxKbps`")]
    public DataRate Throttle { get; init; } = DataRate.FromKilobitsPerSecond(1500);

    [Inlined]
    public RateControlOptions RateControl { get; init; } = RateControlOptions.Default;

    [Setting("activity", Text = "what the avatars around do: rates of the paper's Table I")]
    public Activity Activity { get; init; } = Activity.Walking;

    [Setting("island", Text = "where")]
    public Island Island { get; init; } = Island.Cathedral;

    [Setting("textures", Text = "it downloads textures without end")]
    public bool Textures { get; init; } = true;

    /// <summary>
    /// Image data in a packet, sizes that take turns: with less than OpenSim's, the mean packet can be made as large as the paper's.
    /// </summary>
    [Setting("texturePacketBytes", OrOne = true, Min = PayloadStamp.Bytes, Max = RegionOptions.OpenSimTexturePacketBytes, Unit = "bytes",
        Text = "image data in a packet, plus 27 bytes of headers; sizes of a list take turns; 1000 as in OpenSim")]
    public IReadOnlyList<int> TexturePacketBytes { get; init; } = RegionOptions.OpenSimTexturePackets;

    [Setting("prims", Min = 0, Max = 100_000, Text = "objects of which it gets an update when it arrives")]
    public int Prims { get; init; }

    [Setting("avatars", Min = 0, Max = 1000,
        Text = "avatars that stand there when it arrives: an ObjectUpdate and an AvatarAppearance of each; not of a real OpenSimulator")]
    public int Avatars { get; init; }

    [Setting("port", Min = 0, Max = 65_535, Text = "the region's UDP port on the host's clock, of an OpenSimulator its TCP port too; 0 takes a free one")]
    public int Port { get; init; }

    [Setting("assets", Min = 0, Max = 1000, Text = "content of the Asset channel that the viewer downloads when it arrives; embedded regions only")]
    public int Assets { get; init; }

    [Setting("firstTexturesPercent", Min = 0, Max = 100, Unit = "%",
        Text = "how many textures are timed, as a share of what can arrive in the run; then their order follows the seed. 0: none, in the library's order")]
    public double FirstTexturesShare { get; init; }

    [Setting("details", Text = "whether to measure by channel too, and what the circuit costs its server")]
    public bool Details { get; init; }

    [Setting("viewer", Default = "`{}`", Text = "how it receives and acks, below")]
    public ViewerHabits Viewer { get; init; } = new();

    public override string Key => "circuit";

    /// <summary>The most that the viewer may ask for.</summary>
    public DataRate MaxRequest => Controller == FixedController.ControllerName ? Throttle : RateControl.MaxRate;

    /// <summary>The viewer with the habits and downloads of this circuit; what it asks for is its controller's, or the throttle.</summary>
    public ViewerOptions ApplyTo(ViewerOptions viewer)
    {
        IRateController? controller = Controller == FixedController.ControllerName ? null : RateControllers.Create(Controller, RateControl);
        return Viewer.ApplyTo(viewer) with
        {
            Controller = controller,
            Throttle = ViewerSplit.Of(controller?.Rate ?? Throttle, double.MaxValue),
            RepeatTextures = true,
            Assets = Assets,
        };
    }

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
