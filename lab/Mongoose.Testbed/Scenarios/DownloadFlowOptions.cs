using Mongoose.Client.Downloads;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A viewer's downloads by HTTP beside its circuit.</summary>
internal sealed record DownloadFlowOptions : FlowKind, ISettingRules
{
    private static readonly DownloadHabits AsViewers = new();

    [Setting("circuit", IsRequired = true, Range = "name of a circuit in `flows`",
        Text = "the circuit whose region answers, by its keys; of groups, members of equal numbers belong together")]
    public string Circuit { get; init; } = "";

    [Setting("textures", Min = 0, Max = 12, Text = "maximum connections for textures; 0: no textures")]
    public int Textures { get; init; } = AsViewers.Textures.Connections;

    [Setting("meshes", Min = 0, Max = 32, Text = "the same for meshes")]
    public int Meshes { get; init; } = AsViewers.Meshes.Connections;

    [Setting("assets", Min = 0, Max = 16, Text = "the same for sounds and other assets")]
    public int Assets { get; init; } = AsViewers.Assets.Connections;

    [Setting("depth", Min = 1, Max = 20, Text = "requests in flight on a connection; 1: no pipelining")]
    public int Depth { get; init; } = AsViewers.Textures.Depth;

    [Setting("objects", Min = 0, Max = 100_000, Text = "objects of each class; 0: no end, all pipelines full")]
    public int Objects { get; init; }

    [Setting("aloneSeconds", Min = 0, Max = Scenario.MaxSeconds, Unit = "s", Range = "0 to `startSeconds`",
        Text = "time before the start in which the circuit's updates are measured, to compare")]
    public Duration Alone { get; init; } = Duration.Zero;

    /// <summary>The circuit's group; known when all flows have been read.</summary>
    public FlowGroup? Visitor { get; init; }

    /// <summary>The circuit's options.</summary>
    /// <exception cref="InvalidOperationException">The scenario has not been read to its end.</exception>
    public CircuitOptions Region => (CircuitOptions)(Visitor ?? throw new InvalidOperationException($"{Circuit} is not known yet")).Kind;

    public override string Key => "downloads";

    public override bool CanStop => Objects == 0;

    public override bool NeedsHosts => true;

    /// <summary>A viewer's habits with these connections.</summary>
    public DownloadHabits Habits => AsViewers with
    {
        Textures = With(AsViewers.Textures, Textures),
        Meshes = With(AsViewers.Meshes, Meshes),
        Assets = With(AsViewers.Assets, Assets),
    };

    /// <summary>The classes that are loaded, with the requests that fill their pipelines.</summary>
    public IReadOnlyList<(DownloadClass Class, int Open)> Classes =>
    [
        .. from load in ((DownloadClass Class, int Connections)[])
               [(DownloadClass.Texture, Textures), (DownloadClass.Mesh, Meshes), (DownloadClass.Asset, Assets)]
           where load.Connections > 0
           select (load.Class, load.Connections * Depth),
    ];

    public override IEnumerable<(string? Key, string Reason)> ObstaclesIn(PlaceKind place) =>
        place is PlaceKind.Simulated or PlaceKind.OpenSimHosts
        ? []
        : [(null, "on the host's clock, downloads need regions openSim")];

    object ISettingRules.Finish(ISettingReport report)
    {
        if (Classes.Count == 0)
            report.Problem(null, "at least one of textures, meshes and assets needs a connection");
        return this;
    }

    private ClassHabits With(ClassHabits habits, int connections) => habits with { Connections = Math.Max(1, connections), Depth = Depth };
}
