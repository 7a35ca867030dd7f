using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Downloads;
using Mongoose.Core.RateControl;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Testbed.Scenarios;

/// <summary>One or more viewers on circuits of one region.</summary>
internal sealed record CircuitOptions : FlowKind
{
    /// <summary>The module's default settings.</summary>
    public static readonly SendingOptions AsShipped =
        SendingOptions.Default with { PathControl = PathControlOptions.Default, FastResend = true };

    [Setting("server", NamesIn = typeof(OutboundNames), NamesMember = nameof(OutboundNames.All), Text = "the region's outbound loop")]
    public string Server { get; init; } = OutboundNames.Mongoose;

    /// <summary>
    /// Used by <see cref="OutboundNames.Mongoose"/>; <see cref="OutboundNames.Stock"/> uses only the resend rule, in embedded regions.
    /// </summary>
    [Inlined(As = typeof(CircuitSending))]
    public SendingOptions Sending { get; init; } = AsShipped;

    /// <summary>Used by <see cref="OutboundNames.Mongoose"/> for downloads beside the circuit.</summary>
    [Inlined]
    public DownloadOptions Http { get; init; } = DownloadOptions.Default;

    [Setting("visitor", Pattern = "^[A-Za-z][A-Za-z0-9-]*$", Range = "letters, digits and hyphens, starting with a letter",
        Default = "its own",
        Text = "whose circuit it is; circuits of one name share a line; embedded regions only")]
    public string? Visitor { get; init; }

    [Setting("role", Text = "circuit with the avatar's region, or with a neighbour; embedded regions only")]
    public CircuitRole Role { get; init; }

    [Setting("controller", NamesIn = typeof(RateControllers), Range = "a name of [rate-control](../research/rate-control.md)",
        Text = "the rate controller of the viewer")]
    public string Controller { get; init; } = FixedController.ControllerName;

    /// <summary>
    /// The only rate that a viewer with the fixed controller requests; other controllers use the rates of <see cref="RateControl"/>.
    /// </summary>
    [Setting("throttleKbps", Min = 8, Max = 8192, Unit = "kbit/s",
        Text = "requested rate of `fixed`; others use `settingKbps`, `minKbps`, `maxKbps`")]
    public DataRate Throttle { get; init; } = DataRate.FromKilobitsPerSecond(1500);

    [Inlined]
    public RateControlOptions RateControl { get; init; } = RateControlOptions.Default;

    [Setting("activity", Text = "the region's avatars, at the update rates of the paper's Table I")]
    public Activity Activity { get; init; } = Activity.Walking;

    [Setting("island", Text = "the island of Table I")]
    public Island Island { get; init; } = Island.Cathedral;

    [Setting("textures", Text = "download textures continuously")]
    public bool Textures { get; init; } = true;

    /// <summary>
    /// Image data per packet; packets cycle through the sizes. With values below OpenSim's, the mean packet size can match the paper's.
    /// </summary>
    [Setting("texturePacketBytes", OrOne = true, Min = PayloadStamp.Bytes, Max = RegionOptions.OpenSimTexturePacketBytes, Unit = "bytes",
        Text = "image data per packet, without 27 bytes of headers; a list is repeated in turn; OpenSim: 1000")]
    public IReadOnlyList<int> TexturePacketBytes { get; init; } = RegionOptions.OpenSimTexturePackets;

    [Setting("prims", Min = 0, Max = 100_000, Text = "objects; an arriving viewer gets an update of each")]
    public int Prims { get; init; }

    [Setting("avatars", Min = 0, Max = 1000,
        Text = "standing avatars; an arriving viewer gets an ObjectUpdate and an AvatarAppearance of each; embedded regions only")]
    public int Avatars { get; init; }

    [Setting("walkers", Min = 0, Max = 100,
        Text = "avatars that walk and stand in turn, each 6 s on average; with the stats from `walkingAgeMs` to `unackedBytes`")]
    public int Walkers { get; init; }

    /// <summary>Time since the run's start.</summary>
    [Setting("walkersStopSeconds", Min = 0, Max = Scenario.MaxSeconds, Unit = "s", Default = "never",
        Text = "when walkers stop for good")]
    public Duration? WalkersStop { get; init; }

    [Setting("port", Min = 0, Max = 65_535, Text = "the region's UDP port on the host's clock (OpenSimulator's TCP port too); 0: any")]
    public int Port { get; init; }

    [Setting("assets", Min = 0, Max = 1000, Text = "assets on the Asset channel at arrival; embedded regions only")]
    public int Assets { get; init; }

    [Setting("firstTexturesPercent", Min = 0, Max = 100, Unit = "%",
        Text = "timed first textures, as a share of what can arrive in the run, shuffled by the seed; 0: none, library order")]
    public double FirstTexturesShare { get; init; }

    [Setting("textureBurstBytes", Min = 0, Max = 1e8, Unit = "bytes",
        Text = "burst of textures, at least one, after which the viewer rests; 0: no rests")]
    public int TextureBurst { get; init; }

    [Setting("textureRestSeconds", Min = 0, Max = Scenario.MaxSeconds, Unit = "s", Text = "rest before each burst")]
    public Duration TextureRest { get; init; } = Duration.FromSeconds(5);

    [Setting("textureRestSpreadSeconds", Min = 0, Max = Scenario.MaxSeconds, Unit = "s",
        Text = "maximum of a random addition to each rest, from the seed")]
    public Duration TextureRestSpread { get; init; }

    [Setting("details", Text = "also measure each channel, and the server's cost")]
    public bool Details { get; init; }

    [Setting("viewer", Default = "`{}`", Text = "how it receives and acks")]
    public ViewerHabits Viewer { get; init; } = new();

    public override string Key => "circuit";

    /// <summary>The maximum rate that the viewer can request.</summary>
    public DataRate MaxRequest => Controller == FixedController.ControllerName ? Throttle : RateControl.MaxRate;

    /// <summary>The viewer with this circuit's habits and downloads. Its requests come from its controller, or are the throttle.</summary>
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
        if (place == PlaceKind.Namespaces && Walkers > 0)
            yield return ("walkers", "with TCP on the host's clock, only 0 is allowed");
        if (place == PlaceKind.OpenSimHosts && Walkers > 0)
            yield return ("walkers", "with downloads in an OpenSimulator, only 0 is allowed");
        if (place is not (PlaceKind.OpenSim or PlaceKind.OpenSimHosts))
            yield break;
        if (TexturePacketBytes.Any(bytes => bytes != RegionOptions.OpenSimTexturePacketBytes))
            yield return ("texturePacketBytes", $"with regions openSim, only {RegionOptions.OpenSimTexturePacketBytes} is allowed");
        if (Avatars > 0)
            yield return ("avatars", "with regions openSim, only 0 is allowed");
        if (Visitor is not null)
            yield return ("visitor", "with regions openSim, each circuit is a visitor of its own; leave the key out");
        if (Role != CircuitRole.Root)
            yield return ("role", "with regions openSim, only root is allowed");
    }
}
