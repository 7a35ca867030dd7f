using Mongoose.Client.Activities;
using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.Builtin;
using Mongoose.Client.Sessions.LibreMetaverse;
using Mongoose.Core.RateControl;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Client.Requests;

/// <summary>
/// The options of a run of bots. Each option is declared here and nowhere else: the command line, INI files, results and the merge of
/// parts read the declarations. Options that pCampBot has too keep their names.
/// </summary>
internal sealed partial record BotRequest : ISettingRules
{
    private readonly IReadOnlyList<Guid> _textures = [];

    [Setting("LoginUri", Option = "--loginuri -loginuri -l", HelpName = "uri", IsRequired = true, Pattern = "^https?://.",
        Range = "addresses that begin with http:// or https://",
        Text = "login URI, such as http://127.0.0.1:9000/")]
    [Recorded(IsRequired = true)]
    public string LoginUri { get; init; } = "";

    [Inlined]
    [Recorded("botCount firstName lastName from")]
    public AccountOptions Accounts { get; init; } = new();

    [Setting("Shard", Ini = "", Option = "--shard", HelpName = "i/n", Default = "0/1",
        Text = "this process's part i/n of the run, such as 0/4 on the first of four machines: every n-th bot from bot i on")]
    public string? ShardText { get; init; }

    [Setting("StartAt", Ini = "", Option = "--start-at", HelpName = "time", Default = "immediately",
        Text = "start in UTC, such as 2030-01-31T14:00:00Z")]
    public string? StartAtText { get; init; }

    [Setting("Start", Option = "--start -start -s", HelpName = "place", Text = "place: last, home or Region/x/y/z")]
    [Recorded]
    public string Start { get; init; } = "last";

    [Setting("Engine", Option = "--engine", NamesIn = typeof(BotRequest), NamesMember = nameof(Engines),
        Text = "the viewer implementation")]
    [Recorded(IsRequired = true)]
    public string Engine { get; init; } = BuiltinEngine.EngineName;

    [Setting("LibreMetaverseDir", Option = "--libremetaverse", HelpName = PathOption.DirectoryName,
        Text = $"the folder of LibreMetaverse, if not ${LibreMetaverseFolder.Variable} or ~/libremetaverse")]
    public string LibreMetaverse { get; init; } = LibreMetaverseFolder.DefaultDirectory;

    [Setting("Enabled", Ini = "Enabled",
        Text = "if false, bots request rates as stock viewers do (`viewer`), whatever `Controller` is")]
    public bool Enabled { get; init; } = true;

    [Setting("Controller", Option = "--controller", NamesIn = typeof(BotRequest), NamesMember = nameof(Controllers),
        Text = "the rate controller")]
    [Recorded(IsRequired = true)]
    public string Controller { get; init; } = WindowTrackingController.ControllerName;

    [Inlined]
    [Recorded("minRateKbps maxRateKbps", IsRequired = true)]
    [Recorded("rateKbps fairSegmentBytes")]
    public RateControlOptions RateControl { get; init; } = RateControlOptions.Default;

    [Setting("Activity", Option = "--activity", NamesIn = typeof(ActivityNames), NamesMember = nameof(ActivityNames.All),
        Text = "what the bots do")]
    [Recorded(IsRequired = true)]
    public string Activity { get; init; } = ActivityNames.Walk;

    [Setting("Behaviours", Ini = "", Option = "--behaviours -behaviours -b", HelpName = "letters",
        Text = "instead of --activity, letters of pCampBot with commas: p (walk), n (stand), t (teleport)")]
    public string? BehaviourLetters { get; init; }

    [Setting("Connect", Ini = "", Option = "--connect -connect -c",
        Text = "pCampBot's; no effect, because bots always connect")]
    public bool Connects { get; init; }

    [Setting("Wear", Ini = "", Option = "--wear -wear", HelpName = PathOption.DirectoryName,
        Text = "pCampBot's; ignored, because bots have no appearance")]
    public string? Wear { get; init; }

    [Setting("TextureFile", Option = "--textures", HelpName = PathOption.FileName, Default = "the scene's textures",
        Text = "a file of texture ids, one per line")]
    public string? TextureFile { get; init; }

    [Setting("Http", Option = "--http", Text = "also fetch the scene's textures and meshes by HTTP")]
    [Recorded]
    public bool Http { get; init; }

    [Setting("TeleportTo", Option = "--teleport-to", HelpName = "x,y", Default = "within the region",
        Text = "map coordinates of the region to teleport to and back, such as 1001,1000")]
    [Recorded]
    public string? TeleportTo { get; init; }

    [Setting("LengthSeconds", Option = "--seconds", Min = 1, Max = 604_800, Unit = "s",
        Text = "stay after the last bot has arrived or failed")]
    [Recorded("seconds")]
    public Duration Length { get; init; } = Duration.FromSeconds(60);

    [Setting("LoginDelayMs", Option = "--login-delay", Min = 0, Max = 60_000, Unit = "ms",
        Text = "time from one login to the next, over all shards; each waits for the previous answer")]
    [Recorded]
    public Duration LoginDelay { get; init; } = Duration.FromMilliseconds(200);

    [Setting("LoginRetries", Option = "--login-retries", Min = 0, Max = 5, Text = "retries of a failed login")]
    [Recorded]
    public int LoginRetries { get; init; } = Sessions.LoginRetries.Default;

    [Setting("LoginTimeoutSeconds", Option = "--login-timeout", Min = 0.1, Max = 600, Unit = "s",
        Text = "maximum wait for an answer from the grid")]
    public Duration LoginTimeout { get; init; } = Duration.FromSeconds(30);

    [Setting("SilenceSeconds", Option = "--silence", Min = 1, Max = 600, Unit = "s",
        Text = "time without packets after which a region counts as silent")]
    [Recorded("silenceS")]
    public Duration Silence { get; init; } = Duration.FromSeconds(15);

    [Setting("VoicePort", Option = "--voice-port", HelpName = "port", Min = 1, Max = 65_535, OrZero = true,
        Text = "control port of a mongoose-mixer on this host, for avatars' positions, with names as ids; 0: none")]
    public int VoicePort { get; init; }

    [Setting("Seed", Option = "--seed", Min = 0, Max = 1_000_000_000, Text = "seed of the bots' activities")]
    [Recorded(IsRequired = true)]
    public int Seed { get; init; } = 1;

    /// <summary>The parsed <see cref="ShardText"/>: which of the bots this process runs.</summary>
    public Shard Shard { get; init; } = Shard.Whole;

    /// <summary>The parsed <see cref="StartAtText"/>: when all shards begin; null: immediately.</summary>
    [Recorded("startAt")]
    public DateTimeOffset? StartAt { get; init; }

    /// <summary>The ids in <see cref="TextureFile"/>; if there are none, bots download the textures of the scene.</summary>
    public IReadOnlyList<Guid> Textures
    {
        get => _textures;
        init => (_textures, ListedTextures) = (value, value.Count);
    }

    /// <summary>The command that started the run, without the password; empty if there was none.</summary>
    public string Command { get; init; } = "";

    [Recorded("shard", IsOfPart = true)]
    private int ShardIndex
    {
        get => Shard.Index;
        init => Shard = Shard with { Index = value };
    }

    [Recorded("shards", Otherwise = 1)]
    private int ShardCount
    {
        get => Shard.Count;
        init => Shard = Shard with { Count = value };
    }

    /// <summary>A result has the number of listed textures, not their ids.</summary>
    [Recorded("listedTextures")]
    private int ListedTextures { get; init; }

    private static IReadOnlyList<string> Engines => [BuiltinEngine.EngineName, LibreMetaverseEngine.EngineName];

    private static IReadOnlyList<string> Controllers => [.. RateControllers.Names, ControllerChoice.Auto];
}
